import { NewshawkError } from '../../errors.ts';
import { type Task, taskAt } from '../../model/crawl/task.ts';
import type { Page } from '../../model/page/page.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import type { ListReading } from '../../model/web/list-reading.ts';
import type { IdentityRoute } from '../../ports.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import type { CrawlPorts } from '../ports.ts';
import { openPage } from '../visit/open-page.ts';
import type { Visiting } from '../visit/visiting.ts';

/** A feed or sitemap as it was read, with its parts. */
export interface ListRead {
  readonly page: Page;
  readonly links: readonly Link[];
  /** Links that were not even read, because the list names more than its budget. */
  readonly unread: number;
  /** What else there is to say of the reading; may be empty. */
  readonly notes: readonly string[];
}

/** A list, who asks for it, and how much of it is wanted. */
export interface ListRequest {
  readonly task: Task;
  readonly identity: IdentityRoute;
  readonly limits: ListLimits;
}

/** How much of a list is read. */
export interface ListLimits {
  /** Links. */
  readonly most: number;
  /** An index names further sitemaps: at most this many of them are read in one poll, the newest first. */
  readonly parts: number;
  /** Which links count for that: further parts are read until there are enough of them. */
  readonly counts: (link: Link) => boolean;
}

/** sitemaps.org: 50 MB, unpacked. Feeds have less. */
const longestList = 64 * 1024 * 1024;

/** What ends a part, and not the poll: the others are asked nevertheless. */
const ofThePart: readonly string[] = ['too-large', 'layout-changed', 'misconfigured'];

/** Reads a feed, or a sitemap with the parts that it names. Each part is a request like any other: by robots.txt, in its host's turn. @throws NewshawkError */
export async function readList(
  { io, gate }: Pick<Visiting, 'io' | 'gate'>,
  kind: 'feed' | 'sitemap',
  request: ListRequest,
): Promise<ListRead> {
  const first = await fetchList(io, kind, request);
  const { links, sitemaps, left } = first.reading;
  if (sitemaps.length === 0) return { page: first.page, links, unread: left, notes: [] };
  const parts = await readParts({ io, gate }, { ...request, named: sitemaps.toReversed() });
  return { page: first.page, links: [...links, ...parts.links], unread: left + parts.unread, notes: parts.notes };
}

async function fetchList(io: CrawlPorts, kind: 'feed' | 'sitemap', { task, identity, limits }: ListRequest) {
  const site = io.siteOf(task.site);
  const maxBytes = Math.max(io.config.maxBodyBytes, longestList);
  await using opened = await openPage(io, 'static', { task, site, identity, headers: {}, maxBytes });
  const { page } = opened;
  if (page.status >= 400)
    throw new NewshawkError('unreachable', `the source answered ${page.status}`, { fault: 'page' });
  const list = { kind, text: page.html, url: page.finalUrl, most: limits.most };
  const reading: ListReading = await io.reader.readList(list);
  return { page, reading };
}

interface PartsOf extends ListRequest {
  /** The newest first. */
  readonly named: readonly CanonicalUrl[];
}

async function readParts({ io, gate }: Pick<Visiting, 'io' | 'gate'>, { task, identity, limits, named }: PartsOf) {
  const links: Link[] = [];
  const notes: string[] = [];
  const own = named.filter((url) => isOfSite(new URL(url).hostname, task.host.replace(/:\d+$/, '')));
  if (own.length < named.length) notes.push(`${named.length - own.length} parts are of other sites`);
  let [asked, unread] = [0, 0];
  for (const url of own.slice(0, limits.parts)) {
    if (links.filter(limits.counts).length >= limits.most) break;
    asked += 1;
    try {
      const part = await readPart(io, { task: taskAt(task, { url }), identity, limits });
      links.push(...part.links);
      unread += part.left;
    } catch (error) {
      if (!(error instanceof NewshawkError)) throw error;
      const isOwn = ofThePart.includes(error.kind) || error.fault === 'page';
      if (!isOwn && links.length === 0) throw error;
      if (error.kind === 'throttled') gate.slowDown(new URL(url).host, io.clock.monotonicMs(), error.retryAfterMs);
      notes.push(`${url}: ${error.message}`);
      // what is the host's trouble is that of the parts to come, too
      if (!isOwn) break;
    }
  }
  if (asked < own.length) notes.push(`${asked} of ${own.length} parts were read, the newest first`);
  return { links, unread, notes: notes.slice(0, 5) };
}

async function readPart(io: CrawlPorts, request: ListRequest): Promise<ListReading> {
  const { task, identity } = request;
  const { allowed } = await io.robots.check(task, identity, io.turns);
  if (!allowed) throw new NewshawkError('misconfigured', 'robots.txt forbids it');
  return (await fetchList(io, 'sitemap', request)).reading;
}
