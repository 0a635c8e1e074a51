import { NewshawkError } from '../../errors.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { IdentityRoute } from '../../ports.ts';
import { contentHash } from '../../stages/discover/source-links.ts';
import { adapt } from '../../stages/schedule/polling.ts';
import type { Ending } from '../../storage/port.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { endingOf } from '../visit/ending.ts';
import { tallied } from '../visit/own-rules.ts';
import { reopenSeenAgain } from '../visit/seen-again.ts';
import type { Finish, Visiting } from '../visit/visiting.ts';
import { type Discovered, nothingDiscovered } from './autodiscovery.ts';
import { type HostRoom, leftInWords } from './link-budgets.ts';
import { leadsOfFeed, leadsOfListing, type linkJudge } from './links.ts';
import { type Poll, readListing } from './read-listing.ts';
import { type ListLimits, readList } from './read-sitemap.ts';

/** Sitemaps of an index that are read in one poll. */
const mostParts = 20;

/** Polls one source for links, and adapts its interval to what it found. @throws NewshawkError when it can't be read */
export async function pollSource(visiting: Visiting, task: Task, identity: IdentityRoute): Promise<Finish> {
  const { io, run } = visiting;
  const source = task.sourceId === null ? null : await io.store.sources.get(task.sourceId);
  if (source === null)
    throw new NewshawkError('misconfigured', `the source of ${task.url} is not in the store: crawl its site again`);
  const startedAt = io.clock.now();
  const begun = performance.now();
  const poll = await readSource(visiting, source, task, identity).catch(asNoList(source));
  const { judgeLinks, room, autodiscovery } = visiting;
  const start = { io, run, judgeLinks, room, task, identity, startedAt, elapsedMs: performance.now() - begun };
  if (poll instanceof NewshawkError) return async () => endedAsNoList(start, source, poll);
  const lists = await discoveredOn(visiting, { task, identity }, poll);
  return async () => {
    await autodiscovery.open(lists);
    return await concludePoll(start, source, { ...poll, notes: [...(poll.notes ?? []), lists.inWords] });
  };
}

async function discoveredOn(
  { run, autodiscovery }: Visiting,
  { task, identity }: { readonly task: Task; readonly identity: IdentityRoute },
  { page, reading }: Poll,
): Promise<Discovered> {
  if (reading === undefined) return nothingDiscovered;
  return await autodiscovery.look(run, { task, url: page.finalUrl, reading }, identity);
}

/** What a page names as a list need not be there, or be one: nobody asked for it. What is the host's trouble passes. */
const asNoList =
  ({ namedBy }: Source) =>
  (error: unknown): NewshawkError => {
    if (namedBy && error instanceof NewshawkError && isOfTheList(error)) return error;
    throw error;
  };

const isOfTheList = ({ kind, fault }: NewshawkError): boolean =>
  fault === 'page' || ['blocked', 'too-large', 'layout-changed', 'misconfigured'].includes(kind);

/** Asked again after the longest interval, or by the next crawl. */
function endedAsNoList(start: PollStart, source: Source, { message }: NewshawkError): Ending {
  const { io } = start;
  const visit = { outcome: 'dropped', reason: 'no-list', detail: `named by ${source.namedBy}: ${message}` } as const;
  const later = adapt(source, { failed: 'layout-changed' }, io.clock.now(), io.random);
  return endingOf({ ...start, page: null }, { visit, source: later });
}

interface PollStart {
  readonly io: CrawlPorts;
  readonly run: RunContext;
  readonly judgeLinks: ReturnType<typeof linkJudge>;
  readonly room: HostRoom;
  readonly task: Task;
  readonly identity: IdentityRoute;
  readonly startedAt: Date;
  readonly elapsedMs: number;
}

async function concludePoll(
  start: PollStart,
  source: Source,
  { page, links, renderReason, learn, unread = 0, notes = [], ownRules = [] }: Poll,
): Promise<Ending> {
  const { io, run, task } = start;
  const wanted = links.filter(limitsOf(source, io).counts);
  const old = links.length - wanted.length;
  const { left, ...leads } = await (source.kind === 'listing' ? leadsOfListing : leadsOfFeed)(start, wanted);
  const all = unread === 0 ? left : { count: unread + (left?.count ?? 0), why: left?.why ?? readLimit(source, io) };
  await reopenSeenAgain(io, leads.links);
  const unknown = await io.store.frontier.unknown(leads.links.map(({ url }) => url));
  const hash = contentHash(links);
  const found = unknown.size > 0 || (source.contentHash !== null && source.contentHash !== hash);
  const adapted = adapt(source, { found }, io.clock.now(), io.random);
  return endingOf(
    { ...start, page },
    {
      visit: {
        outcome: 'listed',
        reason: null,
        detail: [`${links.length + unread} links`, leftInWords({ left: all }), oldInWords(old), ...notes]
          .filter((one) => one !== '')
          .join('; '),
        ...(all !== null && { linksLeft: all.count }),
        newLinks: unknown.size,
        changed: found,
        renderReason,
      },
      ...leads,
      ownRules: await tallied(
        io.store,
        { site: io.siteOf(task.site).host, url: task.url, at: io.clock.now() },
        ownRules,
      ),
      format: learn === null ? null : await learn(),
      source: { ...adapted, contentHash: hash, worker: run.worker },
    },
  );
}

/** Of a sitemap that nobody asked for only what is new is wanted: it names all that the site ever had. An entry without a date may be new. */
const recentDays = 7;

function isRecent(now: Date): ListLimits['counts'] {
  const since = now.getTime() - recentDays * 24 * 3_600_000;
  return ({ publishedAt }) => publishedAt === null || !(Date.parse(publishedAt) < since);
}

const oldInWords = (count: number): string =>
  count === 0 ? '' : `${count} older than ${recentDays} days are passed over`;

/** What nobody asked for is read in part: a site's newest pages, and not its archive. */
const discovered = { most: 500, parts: 5 };

type LimitPorts = Pick<CrawlPorts, 'config' | 'clock'>;

function limitsOf({ namedBy, kind }: Source, { config: { linksPerList }, clock }: LimitPorts): ListLimits {
  if (!namedBy) return { most: linksPerList, parts: mostParts, counts: () => true };
  const counts = kind === 'sitemap' ? isRecent(clock.now()) : () => true;
  return { ...discovered, most: Math.min(discovered.most, linksPerList), counts };
}

function readLimit(source: Source, io: LimitPorts): string {
  const { most } = limitsOf(source, io);
  const setting = most === io.config.linksPerList ? '(NEWSHAWK_LINKS_PER_LIST)' : 'that no person and no scraper names';
  return `${most} of a list are the most ${setting}`;
}

async function readSource(visiting: Visiting, source: Source, task: Task, identity: IdentityRoute): Promise<Poll> {
  if (source.kind === 'listing') return await readListing(visiting, source, task, identity);
  return {
    ...(await readList(visiting, source.kind, { task, identity, limits: limitsOf(source, visiting.io) })),
    renderReason: `static: a ${source.kind} is text`,
    learn: null,
  };
}
