import type { Task } from '../../model/crawl/task.ts';
import type { PageState } from '../../model/page/page-state.ts';
import { keywordsOfTitle, knownByTitle } from '../../stages/dedupe/title.ts';
import { endingOf } from './ending.ts';
import type { Finish, Visiting } from './visiting.ts';

/** Articles with the keywords of a title that are looked at: copies of one report. */
const mostNamesakes = 16;

/**
 * The ending of a page whose link has the title of an article that is stored: a copy, for which no fetch is paid. Null: it has to be read. What a person named,
 * what was read before, and what only a page that is gone has told, is always read.
 */
export async function droppedByTitle(
  { io, run }: Visiting,
  task: Task,
  { state, begun }: { readonly state: PageState | null; readonly begun: number },
): Promise<Finish | null> {
  const { linkTitle } = task;
  if (io.config.titleDrop === 'off' || linkTitle === null || state !== null || task.revisit || task.depth === 0)
    return null;
  const startedAt = io.clock.now();
  const namesakes = await io.store.articles.namesakes(keywordsOfTitle(linkTitle), mostNamesakes);
  const known = knownByTitle({ title: linkTitle, site: task.site }, namesakes, startedAt);
  if (known === null) return null;
  const page = await io.store.pages.get(known.url);
  if (page !== null && page.goneCount > 0) return null;
  const detail = `keyword-rank: its link has the title of ${known.url} (${known.id}), read ${known.fetchedAt.toISOString()}: not fetched`;
  const start = { task, run, startedAt, elapsedMs: performance.now() - begun, page: null };
  return async () => endingOf(start, { visit: { outcome: 'dropped', reason: 'duplicate', detail } });
}
