import { NewshawkError } from '../errors.ts';
import type { Reading } from '../model/draft.ts';
import type { PageState } from '../model/page-state.ts';
import type { Site } from '../model/site.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Task } from '../model/task.ts';
import type { IdentityRoute } from '../ports.ts';
import { firstVisit, goneVisit, visited } from '../stages/schedule/revisit.ts';
import { admit } from '../stages/schedule/scope.ts';
import type { Ending } from '../storage/port.ts';
import { type ReadPage, type toArticle, toReading } from './crawl.ts';
import { endingOf, type VisitStart } from './ending.ts';
import { failureBundle } from './failure-bundle.ts';
import { entriesOf } from './links.ts';
import { type OpenedPage, openPage, waysOf } from './open-page.ts';
import type { CrawlPorts, RunContext } from './ports.ts';

/** What all visits of a run share. */
export interface Visiting {
  readonly io: CrawlPorts;
  readonly run: RunContext;
  readonly judge: ReturnType<typeof toArticle>;
}

/** A page's visit up to its ending; the caller commits it. */
interface PageVisit extends Visiting {
  readonly task: Task;
  readonly site: Site;
  readonly identity: IdentityRoute;
  /** What earlier visits know; null at the first. */
  readonly state: PageState | null;
  readonly startedAt: Date;
  readonly begun: number;
}

/** What is left to do when the page is closed: judging an article against the others, which is done one page at a time, right before the commit. */
export type Finish = () => Promise<Ending>;

/**
 * Visits one page: in the cheapest way that gives its article, at most two in one visit.
 * @throws NewshawkError for what should be tried again or needs a person
 */
export async function visitPage({ io, run, judge }: Visiting, task: Task, identity: IdentityRoute): Promise<Finish> {
  const site = io.siteOf(task.site);
  const state = await io.store.pages.get(task.url);
  const visit = { io, run, judge, task, site, identity, state, startedAt: io.clock.now(), begun: performance.now() };
  const ways = waysOf(site);
  for (const [index, way] of ways.entries()) {
    const isLast = index === ways.length - 1;
    try {
      await using opened = await openPage(io, way, { task, site, identity, headers: conditionalHeaders(visit) });
      const finish = await conclude(visit, opened, isLast);
      if (finish !== null) return finish;
    } catch (error) {
      // A browser passes where a plain client is turned away; other troubles are the same for both.
      if (isLast || !(error instanceof NewshawkError) || error.kind !== 'blocked') throw error;
    }
  }
  throw new NewshawkError('bug', `no way to fetch ${task.url} led to an ending`);
}

/** What a fetched page leads to; null: another way may give more. */
async function conclude(visit: PageVisit, opened: OpenedPage, isLast: boolean): Promise<Finish | null> {
  const { io, identity } = visit;
  const { page } = opened;
  if (page.status === 304) return async () => unchanged(visit, opened);
  if (page.status === 404 || page.status === 410) return async () => gone(visit, opened);
  if (page.status >= 400) throw new NewshawkError('unreachable', `the site answered ${page.status}`);
  const elsewhere = leadsElsewhere(visit, page);
  if (elsewhere !== null) return async () => elsewhere;
  const outcome = await toReading(io, identity)(opened);
  if (outcome.kind !== 'kept') throw new NewshawkError('bug', `reading ended as ${outcome.kind}`);
  const read = outcome.value;
  if (!isLast && wantsBrowser(read)) return null;
  if (read.reading.reason === 'blocked') {
    const screenshot = (await opened.live?.screenshot()) ?? null;
    throw new NewshawkError('blocked', read.reading.detail, { evidence: { page, screenshot } });
  }
  if (read.reading.reason === 'layout-changed') {
    const failure = await failed(visit, opened, read);
    return async () => failure;
  }
  return async () => (read.reading.draft === null ? listed(visit, opened, read) : stored(visit, opened, read));
}

/** A link that redirects out of the site, or to its login, is no page of it. What a person named by its address may lead anywhere. */
function leadsElsewhere(visit: PageVisit, page: OpenedPage['page']): Ending | null {
  const { task, site } = visit;
  if (page.finalUrl === task.url || task.depth === 0) return null;
  const link = {
    url: page.finalUrl,
    foundOn: null,
    anchorText: '',
    context: '',
    region: 'content',
    publishedAt: null,
  } as const;
  const admitted = admit({ link, site, depth: task.depth, maxDepth: task.maxDepth });
  if (admitted.kind !== 'dropped') return null;
  const { reason, detail } = admitted;
  return endingOf(start(visit, page), {
    visit: { outcome: 'dropped', reason, detail: `redirects to ${page.finalUrl}: ${detail}` },
  });
}

/** A listing with fewer links than this is rather the shell of a client-rendered one. */
const fewLinks = 5;

/** Whether a static fetch may have missed what a browser would show. */
export function wantsBrowser({
  reading,
  snapshot,
}: {
  readonly reading: Reading;
  readonly snapshot: Snapshot;
}): boolean {
  if (reading.draft === null) {
    const contentLinks = reading.links.filter(({ region }) => region === 'content').length;
    return !(reading.pageType === 'listing' && contentLinks >= fewLinks);
  }
  // Of static candidates only structured data is to be trusted: markup alone took a preroll or a preview for the film on 2 of 31 pages.
  const isTrusted = snapshot.media.some(({ reasons }) => reasons.some((reason) => reason.startsWith('JSON-LD')));
  return snapshot.noMedia !== 'not-video-page' && !isTrusted;
}

async function stored(visit: PageVisit, { page }: OpenedPage, read: ReadPage): Promise<Ending> {
  const { io, task } = visit;
  const judged = await visit.judge(read);
  if (judged.kind !== 'kept') throw new NewshawkError('bug', `judging ended as ${judged.kind}`);
  const article = judged.value;
  const now = {
    now: io.clock.now(),
    simhash: article.fingerprint.simhash,
    ...validatorsOf(page),
  };
  const revisited = visit.state === null ? null : visited(visit.state, now, article.publishedAt?.value ?? null);
  return endingOf(start(visit, page), {
    visit: {
      outcome: 'stored',
      reason: null,
      detail: '',
      changed: revisited?.changed ?? null,
      articleId: article.id,
      mediaItems: article.media.length,
      snapshot: read.snapshot.hash,
    },
    article,
    media: article.media,
    links: entriesOf(visit, read.reading),
    pageState: revisited?.state ?? firstVisit({ url: task.url, site: task.site }, now, io.config.revisitAfterMs),
  });
}

/** What a later visit may ask with. A rendered page's own answer may be an empty shell that never changes: it says nothing of the text. */
const validatorsOf = ({ via, headers }: OpenedPage['page']): Pick<PageState, 'etag' | 'lastModified'> =>
  via === 'static'
    ? { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null }
    : { etag: null, lastModified: null };

/** No article: a listing's links go on, everything else ends here. */
function listed(visit: PageVisit, { page }: OpenedPage, { reading, snapshot }: ReadPage): Ending {
  const isListing = reading.pageType === 'listing';
  return endingOf(start(visit, page), {
    visit: {
      outcome: isListing ? 'listed' : 'dropped',
      reason: isListing ? null : 'not-an-article',
      detail: reading.detail,
      snapshot: snapshot.hash,
      mediaItems: snapshot.media.length,
    },
    media: snapshot.media,
    links: entriesOf(visit, reading),
  });
}

async function failed(visit: PageVisit, { page, live }: OpenedPage, { reading, snapshot }: ReadPage): Promise<Ending> {
  const { io, run, task, site } = visit;
  const failure = await failureBundle(
    {
      task,
      run: run.runId,
      at: io.clock.now(),
      reason: 'layout-changed',
      detail: reading.detail,
      snapshot: snapshot.hash,
      trace: reading.trace,
      extractor: site.file === null ? 'generic' : site.host,
      live,
    },
    io.store.blobs,
    io.log,
  );
  return endingOf(start(visit, page), {
    visit: {
      outcome: 'failed',
      reason: 'layout-changed',
      detail: reading.detail,
      snapshot: snapshot.hash,
      failureId: failure.id,
    },
    failure,
    next: { kind: 'failed' },
  });
}

function gone(visit: PageVisit, { page }: OpenedPage): Ending {
  return endingOf(start(visit, page), {
    visit: { outcome: 'dropped', reason: 'gone', detail: `the site answered ${page.status}` },
    pageState: visit.state === null ? null : goneVisit(visit.state, visit.io.clock.now()),
  });
}

/** The server says that nothing is new: no render, no extraction. */
function unchanged(visit: PageVisit, { page }: OpenedPage): Ending {
  const { state, io } = visit;
  const pageState = state === null ? null : visited(state, { ...state, now: io.clock.now() }, null).state;
  return endingOf(start(visit, page), {
    visit: { outcome: 'dropped', reason: 'unchanged', detail: 'the site answered 304', changed: false },
    pageState,
  });
}

function conditionalHeaders({ state, task }: PageVisit): Record<string, string> {
  if (!task.revisit || state === null) return {};
  return {
    ...(state.etag === null ? {} : { 'if-none-match': state.etag }),
    ...(state.lastModified === null ? {} : { 'if-modified-since': state.lastModified }),
  };
}

const start = ({ task, run, startedAt, begun }: PageVisit, page: OpenedPage['page']): VisitStart => ({
  task,
  run,
  startedAt,
  elapsedMs: performance.now() - begun,
  page,
});
