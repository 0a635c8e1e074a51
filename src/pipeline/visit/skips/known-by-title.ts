import { findSameTitle, keywordsOfTitle } from '../../../stages/dedupe/title.ts';
import type { Ending } from '../../../storage/port.ts';
import type { OfflinePorts, Settings } from '../../ports.ts';
import { makeEnding } from '../ending.ts';
import { declaresData } from '../own-data.ts';
import { endingFacts, type PageVisit } from '../page-visit.ts';

/** At most this many articles with the keywords of a title are compared. */
const maxNamesakes = 16;

/**
 * The ending of a page whose link has the title of a stored article: a copy, which is not fetched. Null: fetch it. A page is always fetched if a person named it,
 * if it was visited before, or if the stored article's page is gone.
 */
export async function endingByTitle(
  io: OfflinePorts & Settings<'titleDrop'>,
  visit: Omit<PageVisit, 'identity' | 'plan'>,
): Promise<Ending | null> {
  const { task, state, site } = visit;
  const { linkTitle } = task;
  // its data may differ from those of a page with the same title
  if (declaresData(site)) return null;
  if (io.config.titleDrop === 'off' || linkTitle === null || state !== null || task.revisit || task.depth === 0)
    return null;
  const namesakes = await io.store.articles.namesakes(keywordsOfTitle(linkTitle), maxNamesakes);
  const original = findSameTitle({ title: linkTitle, site: task.site }, namesakes, visit.startedAt);
  if (original === null) return null;
  const page = await io.store.pages.get(original.url);
  if (page !== null && page.goneCount > 0) return null;
  const detail = `keyword-rank: its link has the title of ${original.url} (${original.id}), read ${original.fetchedAt.toISOString()}: not fetched`;
  return makeEnding(endingFacts(io, visit, null), { visit: { outcome: 'dropped', reason: 'duplicate', detail } });
}
