import { NewshawkError } from '../../errors.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Hub } from '../../model/crawl/subscription.ts';
import { taskAt } from '../../model/crawl/task.ts';
import type { Page } from '../../model/page/page.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import type { ListReading } from '../../model/web/list-reading.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { PolitePorts, RunContext } from '../../services.ts';
import { hubOf } from '../../stages/discover/websub.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import type { OfflineCrawl } from '../crawl.ts';
import { type OpenRequest, openPage } from '../fetch/open-page.ts';
import { maxParts } from './autodiscovery.ts';
import type { Unchanged } from './validators.ts';
import { isUnchanged, refuseErrorPage } from './validators.ts';

/** A feed or sitemap as it was read, with its parts. */
export interface ListRead {
  /** The list itself; its bytes include those of the parts. */
  readonly page: Page;
  readonly links: readonly Link[];
  /** Number of links beyond the list's budget. */
  readonly unread: number;
  /** For the visit's detail; may be empty. */
  readonly notes: readonly string[];
  /** Whether an answer that the list is unchanged would say all: the parts of an index change without it. */
  readonly isWhole: boolean;
  /** That announces changes of a feed; null or absent: it names none. */
  readonly hub?: Hub | null;
}

/** Who reads a list, and how much of it. */
export interface ListRequest extends OpenRequest {
  readonly limits: ListLimits;
}

/** How much of a list is read. */
export interface ListLimits {
  readonly maxLinks: number;
  /** At most this many sitemaps of an index are read per poll, the newest first. */
  readonly maxParts: number;
  /** Links published earlier do not count for `maxLinks`; null: all count. */
  readonly since: Date | null;
}

/** A link without a date may be new. */
export const isSince =
  (since: Date | null) =>
  ({ publishedAt }: Link): boolean =>
    since === null || publishedAt === null || !(Date.parse(publishedAt) < since.getTime());

/** Bytes. sitemaps.org allows 50 MB, unpacked; feeds are smaller. */
const longestList = 64 * 1024 * 1024;

/** Errors that skip a part; the poll goes on with the next one. */
const partErrors: readonly string[] = ['too-large', 'layout-changed', 'misconfigured'];

/** Reads a feed, or a sitemap with the parts that it names. Each part is a request like any other: by robots.txt, in its host's turn. @throws NewshawkError */
export async function readList(
  ports: PolitePorts,
  kind: 'feed' | 'sitemap',
  request: ListRequest,
): Promise<ListRead | Unchanged> {
  const { page, list } = await fetchList(ports, kind, request);
  if (list === null) return { page, isUnchanged: true };
  const { links, sitemaps, left, hubs } = list;
  const hub = kind === 'feed' ? hubOf(page.headers.link ?? '', hubs, page.finalUrl) : null;
  if (sitemaps.length === 0) return { page, links, unread: left, notes: [], isWhole: left === 0, hub };
  const parts = await readParts(ports, request, sitemaps.toReversed());
  return {
    page: { ...page, bytes: page.bytes + parts.bytes },
    links: [...links, ...parts.links],
    unread: left + parts.unread,
    notes: parts.notes,
    isWhole: false,
  };
}

interface FetchedList {
  readonly page: Page;
  /** Null: it is unchanged. */
  readonly list: ListReading | null;
}

async function fetchList(ports: PolitePorts, kind: 'feed' | 'sitemap', request: ListRequest): Promise<FetchedList> {
  const { task, site, identity, limits, headers } = request;
  const maxBytes = Math.max(ports.config.maxBodyBytes, longestList);
  await using opened = await openPage(ports, 'static', { task, site, identity, headers, maxBytes });
  const { page } = opened;
  if (isUnchanged(page, headers)) return { page, list: null };
  refuseErrorPage(page);
  const list = await ports.reader.readList({ kind, text: page.html, url: page.finalUrl, limit: limits.maxLinks });
  return { page, list };
}

interface PartsRead {
  readonly links: readonly Link[];
  readonly unread: number;
  readonly notes: readonly string[];
  readonly bytes: number;
}

/** @param partUrls the newest first */
async function readParts(
  ports: PolitePorts,
  request: ListRequest,
  partUrls: readonly CanonicalUrl[],
): Promise<PartsRead> {
  const { task, limits } = request;
  const links: Link[] = [];
  const notes: string[] = [];
  const ownUrls = partUrls.filter((url) => isOfSite(siteKey(url), task.host));
  if (ownUrls.length < partUrls.length) notes.push(`${partUrls.length - ownUrls.length} parts are of other sites`);
  let [requested, unread, bytes] = [0, 0, 0];
  for (const url of ownUrls.slice(0, limits.maxParts)) {
    if (links.filter(isSince(limits.since)).length >= limits.maxLinks) break;
    requested += 1;
    try {
      const { page, list } = await readPart(ports, { ...request, headers: {}, task: taskAt(task, { url }) });
      links.push(...(list?.links ?? []));
      unread += list?.left ?? 0;
      bytes += page.bytes;
    } catch (error) {
      if (!(error instanceof NewshawkError)) throw error;
      const isOfPart = partErrors.includes(error.kind) || error.fault === 'page';
      if (!isOfPart && links.length === 0) throw error;
      if (error.kind === 'throttled')
        ports.gate.slowDown(new URL(url).host, ports.clock.monotonicMs(), error.retryAfterMs);
      notes.push(`${url}: ${error.message}`);
      // trouble of the host would meet the other parts too
      if (!isOfPart) break;
    }
  }
  if (requested < ownUrls.length) notes.push(`${requested} of ${ownUrls.length} parts were read, the newest first`);
  return { links, unread, notes: notes.slice(0, 5), bytes };
}

async function readPart(ports: PolitePorts, request: ListRequest): Promise<FetchedList> {
  const { allowed } = await ports.robots.check(request.task, request.identity, ports.turns);
  if (!allowed) throw new NewshawkError('misconfigured', 'robots.txt forbids it');
  return await fetchList(ports, 'sitemap', request);
}

const dayMs = 24 * 3_600_000;
/** Of a sitemap that no person named, `watch` leaves out older links: it may name all pages that the site ever had. A crawl takes them all. */
const recentDays = 7;

export const describeOld = (count: number, { scope: { since } }: RunContext): string =>
  count === 0
    ? ''
    : `${count} older than ${since === null ? `${recentDays} days` : since.toISOString()} are passed over`;

/** Of a list that no person and no scraper names, `watch` takes the newest pages, not the archive. */
const discoveredLimits = { maxLinks: 500, maxParts: 5 };

/** A date that a person gives takes the place of the days of a discovered sitemap. */
export function listLimits(
  { namedBy, kind }: Source,
  { config: { linksPerList }, clock, run }: OfflineCrawl,
): ListLimits {
  const { scope, keepsWindows: isWatch } = run;
  if (!namedBy || !isWatch) return { maxLinks: linksPerList, maxParts, since: scope.since };
  const recent = kind === 'sitemap' ? new Date(clock.now().getTime() - recentDays * dayMs) : null;
  const since = scope.since ?? recent;
  return { ...discoveredLimits, maxLinks: Math.min(discoveredLimits.maxLinks, linksPerList), since };
}

/** Why links of a list were not read. */
export function readLimit(source: Source, crawl: OfflineCrawl): string {
  const { maxLinks } = listLimits(source, crawl);
  const setting =
    maxLinks === crawl.config.linksPerList ? '(NEWSHAWK_LINKS_PER_LIST)' : 'that no person and no scraper names';
  return `${maxLinks} of a list are the most ${setting}`;
}
