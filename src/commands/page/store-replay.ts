import type { Replay, StoredReplay } from '../../app.ts';
import { OfflineCrawl } from '../../crawl/crawl.ts';
import { namedPage } from '../../crawl/links/targets.ts';
import { withRecheck } from '../../crawl/recheck-copies.ts';
import { judgePage } from '../../crawl/visit-page.ts';
import { startVisit } from '../../crawl/visit-result.ts';
import type { VisitedPage } from '../../crawl/visited-page.ts';
import { newlyRead } from '../../crawl/visited-page.ts';
import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';
import { articleId } from '../../model/article/article-id.ts';
import { wholeSite } from '../../model/crawl/crawl-scope.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Task } from '../../model/crawl/task.ts';
import { recordsOf } from '../../model/data/own-data.ts';
import type { Page } from '../../model/page/page.ts';
import type { StoredSnapshot } from '../../model/page/snapshot.ts';
import type { IdentityRoute } from '../../ports.ts';
import type { OfflinePorts } from '../../services.ts';
import { topicTerms } from '../../stages/classify/keywords.ts';
import { PreparedTexts } from '../../stages/dedupe/prepared-texts.ts';
import type { VisitResult } from '../../storage/port.ts';
import { replayStoredPage } from './replay.ts';

/**
 * Replays a failure and stores a successful reading like a visit: article, cluster, links, schedule; the failure becomes mended. A replay that still fails changes
 * nothing.
 * @throws CommandError where the failure or its snapshot is not in the store, where a later visit stored the page, where it is being fetched, or where it has further pages
 */
export async function storeReplay(io: OfflinePorts, owner: string, id: string): Promise<StoredReplay> {
  const options = { terms: topicTerms(io.topics), grown: io.grown, categories: io.categories };
  const replay = await replayStoredPage(io, id, options);
  const { failure, snapshot, reading } = replay;
  if (!isReadable(replay)) return { ...replay, stored: null };
  if (failure.snapshot === null) throw new NewshawkError('bug', 'a failure without a snapshot was replayed');
  await refuseStale(io, replay);
  const task = await takeTask(io, owner, failure);
  const stored: StoredSnapshot = { ...snapshot, hash: failure.snapshot };
  const mediaSearch = { noMedia: snapshot.noMedia, playLinks: [], trace: null };
  const page = newlyRead(pageOf(task, stored), stored, reading, mediaSearch);
  const result = await resultOf(io, { task, owner, failure, page });
  const committed = await io.store.commit(result);
  const { accepted, article } = await withRecheck({ store: io.store, preparedTexts: new PreparedTexts() }, committed);
  if (!accepted)
    throw new CommandError(exitCodes.nothingFound, `Somebody else has taken ${failure.url} meanwhile: look again.`);
  return { ...replay, stored: { outcome: result.visit.outcome, article } };
}

/** Whether the reading succeeded: an article, a listing with its links, or data and records. */
const isReadable = ({ reading: { draft, reason, pageType, ownData } }: Replay): boolean =>
  draft !== null ||
  ((pageType === 'listing' || ownData.isDataPage || recordsOf(ownData).length > 0) &&
    reason !== 'blocked' &&
    reason !== 'layout-changed');

async function refuseStale({ store, siteOf }: OfflinePorts, { failure, snapshot, reading }: Replay): Promise<void> {
  const later = await store.articles.get(articleId(snapshot.finalUrl));
  if (later !== null && later.fetchedAt > snapshot.takenAt)
    throw new CommandError(
      exitCodes.nothingFound,
      `A later visit has stored ${failure.url} (${later.fetchedAt.toISOString()}): the stored page of this failure is older.`,
    );
  if (reading.nextPage !== null && siteOf(failure.site).articlePages > 1)
    throw new CommandError(
      exitCodes.nothingFound,
      `${failure.url} is an article in several pages, and only its first is stored: \`newshawk failures retry ${failure.id}\` has it fetched as a whole.`,
    );
}

async function takeTask({ store, clock, config }: OfflinePorts, owner: string, { url, site }: Failure): Promise<Task> {
  const now = clock.now();
  if ((await store.frontier.get(url)) === null) await store.frontier.put([namedPage({ url }, site, now)], now);
  const task = await store.frontier.take(url, { now, owner, leaseMs: config.leaseMs });
  if (task !== null) return task;
  throw new CommandError(exitCodes.nothingFound, `${url} is being fetched now: try again when that is done.`);
}

/** Nothing is fetched. */
const nobody: IdentityRoute = {
  id: 'replay',
  proxy: null,
  guardUrl: '',
  userAgent: '',
  locale: '',
  timeZone: '',
  viewport: { widthPx: 0, heightPx: 0 },
};

interface ReplayContext {
  readonly task: Task;
  readonly owner: string;
  readonly failure: Failure;
  readonly page: VisitedPage;
}

async function resultOf(io: OfflinePorts, { task, owner, failure, page }: ReplayContext): Promise<VisitResult> {
  const run = { runId: `replay-${failure.id}`, worker: owner, maxDepth: null, scope: wholeSite, keepsWindows: false };
  const crawl = new OfflineCrawl(io, run);
  const visit = {
    ...startVisit(crawl, task, nobody),
    state: await io.store.pages.get(task.url),
    plan: await crawl.revisitPlans.now(),
  };
  const result = await judgePage(crawl, visit, page);
  const renderReason = `replay of failure ${failure.id}: the page as it was stored at ${page.snapshot.takenAt.toISOString()}`;
  return {
    ...result,
    visit: { ...result.visit, via: null, identity: null, proxy: null, renderReason },
    mendedBy: 'replay',
  };
}

/** The page as it was fetched, rebuilt from its snapshot. */
const pageOf = (
  task: Task,
  { finalUrl, status, headers, html, via, takenAt, network, console, settledBy, encoding }: StoredSnapshot,
): Page => ({
  task,
  via,
  finalUrl,
  status,
  headers,
  html,
  fetchedAt: takenAt,
  network,
  console,
  settledBy,
  encoding,
  elapsedMs: 0,
  bytes: 0,
  identity: nobody,
});
