import { NewshawkError } from '../errors.ts';
import { isWholeSite } from '../model/crawl/crawl-scope.ts';
import type { OwnRuleFinding } from '../model/crawl/own-rule.ts';
import type { Source } from '../model/crawl/source.ts';
import type { Task } from '../model/crawl/task.ts';
import { noOwnData } from '../model/data/own-data.ts';
import type { RecordSighting } from '../model/data/stored-record.ts';
import type { IdentityRoute } from '../ports.ts';
import { listKindOf } from '../stages/discover/sitemap.ts';
import { listHash } from '../stages/discover/source-links.ts';
import { type PollFinding, sourceAfterRead } from '../stages/schedule/poll-plan.ts';
import { scheduledAfterPoll } from '../stages/schedule/polling.ts';
import type { VisitResult } from '../storage/port.ts';
import type { Crawl } from './crawl.ts';
import { cutShortOf, describeExpansion } from './fetch/expand-listing.ts';
import { evidenceAfter } from './fetch/format-evidence.ts';
import { type Listing, readListing } from './fetch/list-modes.ts';
import { type Discovered, nothingDiscovered } from './links/autodiscovery.ts';
import { followFeedLinks, followListingLinks } from './links/follow-links.ts';
import { noteHub, withHub } from './links/hub-offers.ts';
import { describeLeft, describeSkipped, leftCount, withUnread } from './links/link-budgets.ts';
import { describeOld, isSince, type ListRead, listLimits, readLimit, readList } from './links/read-list.ts';
import { reopenFailedLinks, revisitEntries } from './links/reopen-links.ts';
import { requestConditions, type Unchanged, validatorsOf } from './links/validators.ts';
import { dataHash, describeOwnData, recordSightingOf } from './reading/own-data.ts';
import { tallyFindings } from './reading/own-rules.ts';
import { joined, startVisit, type TaskVisit, visitResult } from './visit-result.ts';

// The life of a poll: the source is read as what it is, and the lists that it names are looked for. Then it waits for its turn: its links are followed, changed entries are
// made due, its next poll is planned, and run-task.ts commits the result.

/** A source that was polled, when its turn comes. */
export interface PolledSource {
  readonly visit: TaskVisit;
  /** Of the kind that was found, where it is not the one that was given: who names an address to `watch` need not say what it is. */
  readonly source: Source;
  /** By the monotonic clock, ms. */
  readonly endedMs: number;
  /** An error: a page named it as a list, and it is not one. */
  readonly read: ReadSource | UnchangedSource | NewshawkError;
}

/** What a page of links turned out to be. */
interface FoundKind {
  readonly foundKind?: 'feed' | 'sitemap';
}

interface UnchangedSource extends Unchanged, FoundKind {
  readonly renderReason: string;
}

interface ReadSource extends ListRead, FoundKind {
  readonly renderReason: string;
  readonly ownRules: readonly OwnRuleFinding[];
  /** Null: it is a feed or sitemap, which is fetched in one mode only. */
  readonly listing: Listing | null;
  readonly lists: Discovered;
}

/** Everything of a poll that needs the network; `concludePoll` does the rest in the task's turn. @throws NewshawkError when the source can't be read */
export async function pollSource(crawl: Crawl, task: Task, identity: IdentityRoute): Promise<PolledSource> {
  const stored = task.sourceId === null ? null : await crawl.store.sources.get(task.sourceId);
  if (stored === null)
    throw new NewshawkError('misconfigured', `the source of ${task.url} is not in the store: crawl its site again`);
  const visit = startVisit(crawl, task, identity);
  const found = await readSource(crawl, visit, stored).catch((error: unknown) => noListError(stored, error));
  const endedMs = crawl.clock.monotonicMs();
  if (found instanceof NewshawkError) return { visit, source: stored, endedMs, read: found };
  const source = { ...stored, kind: found.foundKind ?? stored.kind };
  if ('isUnchanged' in found) return { visit, source, endedMs, read: found };
  return { visit, source, endedMs, read: { ...found, lists: await discoverLists(crawl, visit, found) } };
}

async function readSource(crawl: Crawl, visit: TaskVisit, source: Source): Promise<ReadSource | UnchangedSource> {
  if (source.kind === 'listing') {
    const listing = await readListing(crawl, visit, source);
    if ('isUnchanged' in listing) return listing;
    const { list, renderReason, ownRules, isWhole } = listing;
    const foundKind = list.page.via === 'static' ? listKindOf(list.page.html) : null;
    if (foundKind !== null) return { ...(await readSource(crawl, visit, { ...source, kind: foundKind })), foundKind };
    const { page, links } = list;
    return { page, links, unread: 0, notes: [], isWhole, renderReason, ownRules, listing, lists: nothingDiscovered };
  }
  const { task, site, identity } = visit;
  const headers = requestConditions(source, crawl.clock.now());
  const limits = listLimits(source, crawl);
  const list = await readList(crawl, source.kind, { task, site, identity, limits, headers });
  const renderReason = `static: a ${source.kind} is text`;
  if ('isUnchanged' in list) return { ...list, renderReason };
  return { ...list, renderReason, ownRules: [], listing: null, lists: nothingDiscovered };
}

/** A list that only a page named may be missing, or be something else: that is no failure. @throws the error, if a retry may help */
function noListError({ namedBy }: Source, error: unknown): NewshawkError {
  if (namedBy && error instanceof NewshawkError && isOfTheList(error)) return error;
  throw error;
}

const isOfTheList = ({ kind, fault }: NewshawkError): boolean =>
  fault === 'page' || ['blocked', 'too-large', 'layout-changed', 'misconfigured'].includes(kind);

async function discoverLists(
  { autodiscovery, log, run }: Crawl,
  { task, identity }: TaskVisit,
  { page, listing }: ReadSource,
): Promise<Discovered> {
  if (listing === null) return nothingDiscovered;
  const { reading } = listing.list;
  const isArticle = reading.pageType === 'article';
  return await autodiscovery.discover(run, { task, url: page.finalUrl, reading, isArticle, log }, identity);
}

/** Links, schedule and tallies of a poll. Call it right before the commit, one task at a time. */
export async function concludePoll(crawl: Crawl, polled: PolledSource): Promise<VisitResult> {
  const { read, source } = polled;
  if (read instanceof NewshawkError) return resultWithoutList(crawl, polled, read);
  if ('isUnchanged' in read) return await resultUnchanged(crawl, polled, read);
  await crawl.autodiscovery.openSources(read.lists, crawl.log);
  if (read.foundKind !== undefined) await crawl.store.sources.define(source);
  return await resultOfPoll(crawl, polled, read);
}

/** The source is polled again after its longest interval, or by the next crawl. */
function resultWithoutList(
  crawl: Crawl,
  { visit, source, endedMs }: PolledSource,
  { message }: NewshawkError,
): VisitResult {
  const next = scheduledAfterPoll(source, { failed: 'layout-changed' }, crawl.clock.now(), crawl.random);
  return visitResult(
    crawl,
    { ...visit, endedMs, page: null, sender: visit.identity },
    {
      visit: { outcome: 'dropped', reason: 'no-list', detail: `named by ${source.namedBy}: ${message}` },
      // no failure: a page was wrong about it
      source: { ...next, failing: null },
    },
  );
}

/** No update: as a list with the links of the last poll, at the cost of one small answer. */
async function resultUnchanged(
  crawl: Crawl,
  { visit, source, endedMs }: PolledSource,
  { page, renderReason }: UnchangedSource,
): Promise<VisitResult> {
  const detail = 'unchanged since the last poll';
  return visitResult(
    crawl,
    { ...visit, endedMs, page },
    {
      visit: { outcome: 'listed', detail, changed: false, renderReason },
      source: await planned(crawl, source, { found: false, newLinks: 0 }),
    },
  );
}

async function resultOfPoll(crawl: Crawl, polled: PolledSource, read: ReadSource): Promise<VisitResult> {
  const { store, clock, run } = crawl;
  const { visit, source, endedMs } = polled;
  const { links, unread, listing, page } = read;
  const newLinks = links.filter(isSince(listLimits(source, crawl).since));
  const follow = source.kind === 'listing' ? followListingLinks : followFeedLinks;
  const { left, skipped, ...followed } = await follow(crawl, visit, newLinks);
  const linksLeft = withUnread(left, unread, readLimit(source, crawl));
  await noteHub(crawl, source, read.hub ?? null);
  await reopenFailedLinks(crawl, followed.links);
  const { entries, summary } = await revisitEntries(crawl, source, links);
  const unknownUrls = await store.frontier.unknown(followed.links.map(({ url }) => url));
  const records = recordsOfPoll(visit, read);
  const hash = hashOf(visit, read, records !== null);
  const hasNews = unknownUrls.size > 0 || (source.contentHash !== null && source.contentHash !== hash);
  const expansion = listing?.list.expansion ?? null;
  const detail = joined(
    `${links.length + unread} links`,
    describeOwnData(ownDataOf(read)),
    describeLeft(linksLeft),
    describeSkipped(skipped),
    describeOld(links.length - newLinks.length, run),
    describeExpansion(expansion),
    ...read.notes,
    summary,
    read.lists.summary,
  );
  // links that a budget or the run's scope left out come with the next poll
  const isAll = read.isWhole && linksLeft === null && isWholeSite(run.scope);
  return visitResult(
    crawl,
    { ...visit, endedMs, page },
    {
      visit: {
        outcome: 'listed',
        detail,
        ...leftCount(linksLeft, skipped),
        ...cutShortOf(expansion),
        ...(records !== null && { records: records.records.length }),
        newLinks: unknownUrls.size,
        changed: hasNews,
        renderReason: read.renderReason,
      },
      ...followed,
      records,
      ownRules: await tallyFindings(
        store,
        { site: visit.site.host, url: visit.task.url, at: clock.now() },
        read.ownRules,
      ),
      format: listing === null ? null : await evidenceAfter(crawl, listing.choice, listing.finding),
      source: {
        ...(await planned(crawl, source, { found: hasNews, newLinks: unknownUrls.size })),
        contentHash: hash,
        ...(entries !== undefined && { entries }),
        validators: isAll ? validatorsOf(page, visit.startedAt) : null,
      },
    },
  );
}

const ownDataOf = ({ listing }: ReadSource) => ({ ...(listing?.list.reading.ownData ?? noOwnData), fields: [] });

/** Null: no records are declared for this list, or it was read by its API. */
function recordsOfPoll({ site, task }: TaskVisit, { page, listing }: ReadSource): RecordSighting | null {
  const ownData = listing?.list.reading.ownData ?? noOwnData;
  if (ownData.records.length === 0) return null;
  const read = { site: task.site, finalUrl: page.finalUrl, takenAt: page.fetchedAt };
  return recordSightingOf(site, read, { ...ownData, isDataPage: false });
}

/** An expansion reaches as far as there are unknown links: only the first screen is the same at each poll. */
function hashOf({ site }: TaskVisit, read: ReadSource, hasRecords: boolean): string {
  const { links, listing } = read;
  const firstScreen = links.slice(0, links.length - (listing?.list.expansion?.links.length ?? 0));
  return [listHash(firstScreen), ...(hasRecords ? [dataHash(site, ownDataOf(read))] : [])].join(' ');
}

/** The source with its next poll. */
async function planned(crawl: Crawl, source: Source, finding: PollFinding): Promise<Source> {
  const { clock, random, pollPlans, run } = crawl;
  const plan = await pollPlans.now();
  const next = sourceAfterRead(source, finding, { now: clock.now(), random, plan });
  return await withHub(crawl, { ...next, worker: run.worker });
}
