import type { VisitResult } from '../../storage/port.ts';
import type { Crawl } from '../crawl.ts';
import type { EndedPage } from '../page-status.ts';
import type { PageVisit } from '../visit-result.ts';
import { joined } from '../visit-result.ts';
import { followFeedLinks } from './follow-links.ts';
import { describeLeft, describeSkipped, leftCount, withUnread } from './link-budgets.ts';
import { isSince } from './read-list.ts';
import { isEntrance } from './targets.ts';

/**
 * The result of a page that was not read. Where its address is a feed or sitemap itself, its links are followed like those of a polled one, and the parts of a sitemap's
 * index are polled once. A list that a page links to is left out where `--discover` does.
 */
export async function resultOfList(crawl: Crawl, visit: PageVisit, { result, list }: EndedPage): Promise<VisitResult> {
  if (list === null) return result;
  const { kind, text, url } = list;
  const { autodiscovery, config, log, reader, run } = crawl;
  const { scope } = run;
  const isWanted = scope.discover === null || scope.discover.includes(`${kind}s`) || isEntrance(visit.task, url);
  if (!isWanted)
    return { ...result, visit: { ...result.visit, outcome: 'dropped', reason: 'out-of-scope', detail: `a ${kind}` } };
  const { links, sitemaps, left: unread } = await reader.readList({ kind, text, url, limit: config.linksPerList });
  const parts = autodiscovery.partsOf(visit.task, url, sitemaps);
  await autodiscovery.openSources(parts, log);
  const { left, skipped, ...followed } = await followFeedLinks(crawl, visit, links.filter(isSince(scope.since)));
  const linksLeft = withUnread(left, unread, `${config.linksPerList} of a list are the most (NEWSHAWK_LINKS_PER_LIST)`);
  const detail = joined(
    `a ${kind}: ${followed.links.length} of ${links.length} links are followed`,
    parts.summary,
    describeLeft(linksLeft),
    describeSkipped(skipped),
  );
  return {
    ...result,
    ...followed,
    visit: { ...result.visit, detail, ...leftCount(linksLeft, skipped) },
  };
}
