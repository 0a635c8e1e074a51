import { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import { isWholeSite } from '../../model/crawl/crawl-scope.ts';
import type { OwnRuleFinding } from '../../model/crawl/own-rule.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import { noOwnData } from '../../model/data/own-data.ts';
import type { ListExpansion } from '../../model/page/list-expansion.ts';
import type { IdentityRoute } from '../../ports.ts';
import { listKindOf } from '../../stages/discover/sitemap.ts';
import { listHash } from '../../stages/discover/source-links.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import { type PollFinding, sourceAfterRead } from '../../stages/schedule/poll-plan.ts';
import { sourceAfterPoll } from '../../stages/schedule/polling.ts';
import type { Ending } from '../../storage/port.ts';
import type { Crawl, OfflineCrawl } from '../crawl/crawl.ts';
import type { RunContext } from '../ports.ts';
import { type EndingFacts, makeEnding } from '../visit/ending.ts';
import { cutShortOf, describeExpansion } from '../visit/fetch/expand-listing.ts';
import { type Choice, evidenceAfter } from '../visit/fetch/way-chooser.ts';
import { dataHash, describeOwnData, sightingOf } from '../visit/own-data.ts';
import { tallyFindings } from '../visit/own-rules.ts';
import { endingFacts, startVisit, type TaskVisit } from '../visit/page-visit.ts';
import { reopenFailedLinks } from '../visit/reopen-failed-links.ts';
import { noteHub, withHub } from '../websub/hub-offers.ts';
import { type Discovered, maxParts, nothingDiscovered } from './autodiscovery.ts';
import { describeLeft, describeSkipped, leftCount, withUnread } from './link-budgets.ts';
import { followFeedLinks, followListingLinks } from './links.ts';
import { readListing } from './read-listing.ts';
import { isSince, type ListLimits, type ListRead, readList, type UnchangedList } from './read-sitemap.ts';
import { revisitEntries } from './revisit-entries.ts';
import { conditionsOf, validatorsOf } from './validators.ts';

/** A polled source when its turn comes. */
export type PolledSource = ReadSource | UnchangedSource | UnreadSource;

interface ReadSource {
  readonly kind: 'read';
  readonly visit: TaskVisit;
  readonly source: Source;
  readonly facts: EndingFacts;
  readonly poll: Poll;
  readonly lists: Discovered;
}

/** The server answered that the list is the same as at the last poll. */
interface UnchangedSource {
  readonly kind: 'unchanged';
  readonly visit: TaskVisit;
  readonly source: Source;
  readonly facts: EndingFacts;
  readonly renderReason: string;
}

/** A page named it as a list, and it is not one. */
interface UnreadSource {
  readonly kind: 'no-list';
  readonly source: Source;
  readonly facts: EndingFacts;
  readonly error: NewshawkError;
}

/** Of the source, where it is not the one that was given: who names an address to `watch` need not say what it is. */
interface FoundKind {
  readonly kind?: 'feed' | 'sitemap';
}

interface UnchangedPoll extends UnchangedList, FoundKind {
  readonly renderReason: string;
}

interface Poll extends ListRead, FoundKind {
  /** What the page is and which feeds it names; null: it is a feed or sitemap itself. */
  readonly reading: Pick<Reading, 'feeds' | 'pageType' | 'ownData'> | null;
  readonly renderReason: string;
  /** What a listing showed beyond its first screen; null: it was not expanded. */
  readonly expansion: ListExpansion | null;
  readonly ownRules: readonly OwnRuleFinding[];
  /** Null: feeds and sitemaps are fetched in one way only. */
  readonly fetch: { readonly choice: Choice; readonly finding: FetchFinding } | null;
}

/** Everything of a poll that needs the network; `concludePoll` does the rest in the task's turn. @throws NewshawkError when the source can't be read */
export async function pollSource(services: Crawl, task: Task, identity: IdentityRoute): Promise<PolledSource> {
  const stored = task.sourceId === null ? null : await services.store.sources.get(task.sourceId);
  if (stored === null)
    throw new NewshawkError('misconfigured', `the source of ${task.url} is not in the store: crawl its site again`);
  const visit = startVisit(services, task, identity);
  const poll = await readSource(services, visit, stored).catch((error: unknown) => noListError(stored, error));
  const page = poll instanceof NewshawkError ? null : poll.page;
  const facts = { ...endingFacts(services, visit, page), identity };
  if (poll instanceof NewshawkError) return { kind: 'no-list', source: stored, facts, error: poll };
  const source = { ...stored, kind: poll.kind ?? stored.kind };
  if ('isUnchanged' in poll) return { kind: 'unchanged', visit, source, facts, renderReason: poll.renderReason };
  return { kind: 'read', visit, source, facts, poll, lists: await discoverLists(services, visit, poll) };
}

async function readSource(services: Crawl, visit: TaskVisit, source: Source): Promise<Poll | UnchangedPoll> {
  if (source.kind === 'listing') {
    const listing = await readListing(services, visit, source);
    if ('isUnchanged' in listing) return listing;
    const kind = listing.page.via === 'static' ? listKindOf(listing.page.html) : null;
    if (kind !== null) return { ...(await readSource(services, visit, { ...source, kind })), kind };
    const { choice, finding, ...rest } = listing;
    return { ...rest, unread: 0, notes: [], fetch: { choice, finding } };
  }
  const { task, site, identity } = visit;
  const limits = limitsOf(source, services, visit.run);
  const headers = conditionsOf(source, services.clock.now());
  const list = await readList(services, source.kind, { task, site, identity, limits, headers });
  const renderReason = `static: a ${source.kind} is text`;
  if ('isUnchanged' in list) return { ...list, renderReason };
  return { ...list, reading: null, expansion: null, renderReason, ownRules: [], fetch: null };
}

async function discoverLists(
  { autodiscovery, log }: Crawl,
  { run, task, identity }: TaskVisit,
  { page, reading }: Poll,
): Promise<Discovered> {
  if (reading === null) return nothingDiscovered;
  const isArticle = reading.pageType === 'article';
  return await autodiscovery.discover(run, { task, url: page.finalUrl, reading, isArticle, log }, identity);
}

/** A list that only a page named may be missing, or be something else: that is no failure. @throws the error, if a retry may help */
function noListError({ namedBy }: Source, error: unknown): NewshawkError {
  if (namedBy && error instanceof NewshawkError && isOfTheList(error)) return error;
  throw error;
}

const isOfTheList = ({ kind, fault }: NewshawkError): boolean =>
  fault === 'page' || ['blocked', 'too-large', 'layout-changed', 'misconfigured'].includes(kind);

/** Links, schedule and tallies of a poll. Call it right before the commit, one task at a time. */
export async function concludePoll(services: Crawl, polled: PolledSource): Promise<Ending> {
  if (polled.kind === 'no-list') return endingWithoutList(services, polled);
  if (polled.kind === 'unchanged') return await endingUnchanged(services, polled);
  await services.autodiscovery.openSources(polled.lists, services.log);
  if (polled.poll.kind !== undefined) await services.store.sources.define(polled.source);
  return await endingOfPoll(services, polled);
}

/** The source is polled again after its longest interval, or by the next crawl. */
function endingWithoutList({ clock, random }: Crawl, { facts, source, error }: UnreadSource): Ending {
  const detail = `named by ${source.namedBy}: ${error.message}`;
  return makeEnding(facts, {
    visit: { outcome: 'dropped', reason: 'no-list', detail },
    // no failure: a page was wrong about it
    source: { ...sourceAfterPoll(source, { failed: 'layout-changed' }, clock.now(), random), failing: null },
  });
}

/** No update: as a list with the links of the last poll, at the cost of one small answer. */
async function endingUnchanged(
  services: Crawl,
  { visit, source, facts, renderReason }: UnchangedSource,
): Promise<Ending> {
  const adapted = await planned(services, source, { found: false, newLinks: 0 });
  return makeEnding(facts, {
    visit: { outcome: 'listed', reason: null, detail: 'unchanged since the last poll', changed: false, renderReason },
    source: await withHub(services, { ...adapted, worker: visit.run.worker }),
  });
}

async function endingOfPoll(services: Crawl, polled: ReadSource): Promise<Ending> {
  const { store, clock } = services;
  const { visit, source, facts, poll, lists } = polled;
  const { links, unread } = poll;
  const { since } = limitsOf(source, services, visit.run);
  const newLinks = links.filter(isSince(since));
  const { left, skipped, ...followed } = await (source.kind === 'listing' ? followListingLinks : followFeedLinks)(
    services,
    visit,
    newLinks,
  );
  const linksLeft = withUnread(left, unread, readLimit(source, services, visit.run));
  await noteHub(services, source, poll.hub ?? null);
  await reopenFailedLinks(services, followed.links);
  const { entries, summary } = await revisitEntries(services, source, links);
  const unknownUrls = await store.frontier.unknown(followed.links.map(({ url }) => url));
  const ownData = { ...(poll.reading?.ownData ?? noOwnData), fields: [] };
  const records = recordsOfPoll(visit, poll);
  // an expansion reaches as far as there are unknown links: only the first screen is the same at each poll
  const firstScreen = links.slice(0, links.length - (poll.expansion?.links.length ?? 0));
  const hash = [listHash(firstScreen), ...(records === null ? [] : [dataHash(visit.site, ownData)])].join(' ');
  const hasNews = unknownUrls.size > 0 || (source.contentHash !== null && source.contentHash !== hash);
  const adapted = await planned(services, source, { found: hasNews, newLinks: unknownUrls.size });
  const tallies = { site: visit.site.host, url: visit.task.url, at: clock.now() };
  const details = [
    `${links.length + unread} links`,
    describeOwnData(ownData),
    describeLeft(linksLeft),
    describeSkipped(skipped),
    describeOld(links.length - newLinks.length, visit.run),
    describeExpansion(poll.expansion),
    ...poll.notes,
    summary,
    lists.summary,
  ];
  return makeEnding(facts, {
    visit: {
      outcome: 'listed',
      reason: null,
      detail: details.filter((detail) => detail !== '').join('; '),
      ...leftCount(linksLeft, skipped),
      ...cutShortOf(poll.expansion),
      ...(records !== null && { records: records.records.length }),
      newLinks: unknownUrls.size,
      changed: hasNews,
      renderReason: poll.renderReason,
    },
    ...followed,
    records,
    ownRules: await tallyFindings(store, tallies, poll.ownRules),
    format: poll.fetch === null ? null : await evidenceAfter(services, poll.fetch.choice, poll.fetch.finding),
    // links that a budget or the run's scope left out come with the next poll
    source: await withHub(services, {
      ...adapted,
      contentHash: hash,
      ...(entries !== undefined && { entries }),
      validators:
        poll.isWhole && linksLeft === null && isWholeSite(visit.run.scope)
          ? validatorsOf(poll.page, visit.startedAt)
          : null,
      worker: visit.run.worker,
    }),
  });
}

/** Null: no records are declared for this list, or it was read by its API. */
function recordsOfPoll({ site, task }: TaskVisit, { page, reading }: Poll): Ending['records'] {
  if (reading === null || reading.ownData.records.length === 0) return null;
  const read = { site: task.site, finalUrl: page.finalUrl, takenAt: page.fetchedAt };
  return sightingOf(site, read, { ...reading.ownData, isDataPage: false });
}

/** The source with its next poll. */
const planned = async ({ clock, random, pollPlans }: Crawl, source: Source, finding: PollFinding): Promise<Source> =>
  sourceAfterRead(source, finding, { now: clock.now(), random, plan: await pollPlans.now() });

const dayMs = 24 * 3_600_000;
/** Of a sitemap that no person named, `watch` leaves out older links: it may name all pages that the site ever had. A crawl takes them all. */
const recentDays = 7;

const describeOld = (count: number, { scope: { since } }: Pick<RunContext, 'scope'>): string =>
  count === 0
    ? ''
    : `${count} older than ${since === null ? `${recentDays} days` : since.toISOString()} are passed over`;

/** Of a list that no person and no scraper names, `watch` takes the newest pages, not the archive. */
const discoveredLimits = { maxLinks: 500, maxParts: 5 };

/** A date that a person gives takes the place of the days of a discovered sitemap. */
function limitsOf(
  { namedBy, kind }: Source,
  { config: { linksPerList }, clock }: OfflineCrawl,
  { scope, keepsWindows: isWatch }: Pick<RunContext, 'scope' | 'keepsWindows'>,
): ListLimits {
  if (!namedBy || !isWatch) return { maxLinks: linksPerList, maxParts, since: scope.since };
  const recent = kind === 'sitemap' ? new Date(clock.now().getTime() - recentDays * dayMs) : null;
  const since = scope.since ?? recent;
  return { ...discoveredLimits, maxLinks: Math.min(discoveredLimits.maxLinks, linksPerList), since };
}

function readLimit(source: Source, io: OfflineCrawl, run: Pick<RunContext, 'scope' | 'keepsWindows'>): string {
  const { maxLinks } = limitsOf(source, io, run);
  const setting =
    maxLinks === io.config.linksPerList ? '(NEWSHAWK_LINKS_PER_LIST)' : 'that no person and no scraper names';
  return `${maxLinks} of a list are the most ${setting}`;
}
