import type { Ending } from '../../storage/port.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { describeLeft, describeSkipped, leftCount, withUnread } from '../lists/link-budgets.ts';
import { followFeedLinks } from '../lists/links.ts';
import { isSince } from '../lists/read-sitemap.ts';
import { isEntrance } from '../lists/targets.ts';
import type { LinkedList } from './page-result.ts';
import type { PageVisit } from './page-visit.ts';

/**
 * The ending of an address that is a feed or sitemap itself: its links are followed like those of a polled one. The parts of a sitemap's index are polled once.
 * One that a page links to is left out where `--discover` does.
 */
export async function endingOfList(
  services: Crawl,
  visit: PageVisit,
  ending: Ending,
  { kind, text, url }: LinkedList,
): Promise<Ending> {
  const { scope } = visit.run;
  const isWanted = scope.discover === null || scope.discover.includes(`${kind}s`) || isEntrance(visit.task, url);
  if (!isWanted)
    return { ...ending, visit: { ...ending.visit, outcome: 'dropped', reason: 'out-of-scope', detail: `a ${kind}` } };
  const { autodiscovery, config, log } = services;
  const {
    links,
    sitemaps,
    left: unread,
  } = await services.reader.readList({ kind, text, url, limit: config.linksPerList });
  const parts = autodiscovery.partsOf(visit.task, url, sitemaps);
  await autodiscovery.openSources(parts, log);
  const { left, skipped, ...followed } = await followFeedLinks(services, visit, links.filter(isSince(scope.since)));
  const linksLeft = withUnread(left, unread, `${config.linksPerList} of a list are the most (NEWSHAWK_LINKS_PER_LIST)`);
  const details = [
    `a ${kind}: ${followed.links.length} of ${links.length} links are followed`,
    parts.summary,
    describeLeft(linksLeft),
    describeSkipped(skipped),
  ];
  return {
    ...ending,
    ...followed,
    visit: {
      ...ending.visit,
      detail: details.filter((detail) => detail !== '').join('; '),
      ...leftCount(linksLeft, skipped),
    },
  };
}
