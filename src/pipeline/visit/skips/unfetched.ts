import { isListAddress } from '../../../stages/schedule/links/article-links.ts';
import type { Ending } from '../../../storage/port.ts';
import type { Crawl } from '../../crawl/crawl.ts';
import { makeEnding } from '../ending.ts';
import { endingFacts, type PageVisit } from '../page-visit.ts';

/** The ending of a page that is not fetched: a list, because lists like it have no new links, or an address whose parameter changes nothing; null: fetch it. A page that a person named, or that was visited before, is always fetched. */
export function endingUnfetched(
  { listYields, sameParameters, ...io }: Pick<Crawl, 'listYields' | 'sameParameters' | 'clock'>,
  visit: Omit<PageVisit, 'identity' | 'plan'>,
): Ending | null {
  const { task, state } = visit;
  if (task.depth === 0 || task.revisit || state !== null) return null;
  const parameter = sameParameters.nameOf(task.url);
  if (parameter !== null)
    return makeEnding(endingFacts(io, visit, null), {
      visit: { outcome: 'dropped', reason: 'duplicate', detail: `not fetched: ${parameter} changes nothing here` },
    });
  const why = listYields.whySkipped(task.url);
  return why === null
    ? null
    : makeEnding(endingFacts(io, visit, null), { visit: { outcome: 'dropped', reason: 'unproductive', detail: why } });
}

/** Right before the commit: what the page's links bring is still unknown to the frontier. */
export async function noteYield({ listYields, store }: Crawl, ending: Ending): Promise<void> {
  const { task, visit, links } = ending;
  if (visit.outcome === 'stored' || visit.reason === 'duplicate') return listYields.note(task.url, null);
  if (visit.outcome !== 'listed' || visit.status === null) return;
  const named = links.map(({ url }) => url).filter((url) => !isListAddress(url));
  const unknown = named.length === 0 ? 0 : (await store.frontier.unknown(named)).size;
  listYields.note(task.url, unknown);
}
