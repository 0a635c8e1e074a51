import { tryCanonicalUrl } from '../model/canonical-url.ts';
import type { Reading } from '../model/draft.ts';
import type { Link } from '../model/link.ts';
import type { Task } from '../model/task.ts';
import { priorityOf } from '../stages/schedule/priority.ts';
import { admit } from '../stages/schedule/scope.ts';
import type { FrontierEntry } from '../storage/port.ts';
import type { CrawlPorts, RunContext } from './ports.ts';

export interface LinkOrigin {
  readonly io: Pick<CrawlPorts, 'siteOf' | 'clock'>;
  readonly run: Pick<RunContext, 'maxDepth'>;
  readonly task: Task;
}

/**
 * The links of a page that may become tasks, one level deeper. From an article only what stands in its content counts: its menus are on every page.
 * @param playLinks pages that play what this one is about: as good as links of its content
 */
export function entriesOf(
  origin: LinkOrigin,
  reading: Pick<Reading, 'links' | 'pageType'>,
  playLinks: readonly string[] = [],
): FrontierEntry[] {
  const links =
    reading.pageType === 'listing' ? reading.links : reading.links.filter(({ region }) => region === 'content');
  return entriesOfLinks(origin, [...links, ...playLinks.flatMap(playLink(origin.task))]);
}

const playLink =
  ({ url: foundOn }: Task) =>
  (raw: string): Link[] => {
    const url = tryCanonicalUrl(raw);
    if (url === null || url === foundOn) return [];
    return [{ url, foundOn, anchorText: '', context: '', region: 'content', publishedAt: null }];
  };

/** As `entriesOf`, for links of a feed or sitemap. The first mention of an address wins. */
export function entriesOfLinks({ io, run, task }: LinkOrigin, links: readonly Link[]): FrontierEntry[] {
  const depth = task.depth + 1;
  const maxDepth = Math.min(task.maxDepth, run.maxDepth ?? Number.MAX_SAFE_INTEGER);
  const now = io.clock.now();
  const entries = new Map<string, FrontierEntry>();
  for (const link of links) {
    if (entries.has(link.url)) continue;
    const host = new URL(link.url).host;
    const site = io.siteOf(task.site);
    const admitted = admit({ link, site, depth, maxDepth });
    if (admitted.kind !== 'kept') continue;
    entries.set(link.url, {
      url: link.url,
      kind: 'page',
      host,
      site: task.site,
      sourceId: task.sourceId,
      depth,
      maxDepth,
      priority: priorityOf({ link, depth, now }),
      dueAt: now,
    });
  }
  return [...entries.values()];
}
