import { NewshawkError } from '../../errors.ts';
import { articleId } from '../../model/article/article-id.ts';
import { storableTexts } from '../../model/article/long-text.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Page } from '../../model/page/page.ts';
import type { PageState } from '../../model/page/page-state.ts';
import { unsupportedType } from '../../model/web/content-type.ts';
import { goneVisit, visited } from '../../stages/schedule/revisit.ts';
import type { Ending } from '../../storage/port.ts';
import type { ReadPage } from '../crawl.ts';
import type { Discovered } from '../lists/autodiscovery.ts';
import { leftInWords } from '../lists/link-budgets.ts';
import { type LinkedPage, leadsOf } from '../lists/links.ts';
import { chosenRegions } from './chosen-regions.ts';
import { endingOf, type VisitStart } from './ending.ts';
import { failureBundle } from './failure-bundle.ts';
import { withFurtherPages } from './further-pages.ts';
import type { OpenedPage } from './open-page.ts';
import { findingsOnPage, withOwnRules } from './own-rules.ts';
import { admitAddress, alsoVisited, scheduleOf } from './page-addresses.ts';
import { reopenSeenAgain } from './seen-again.ts';
import type { Closed, Finish, PageVisit, ReadVisit } from './visiting.ts';

/**
 * What a page's status and address alone lead to; null: it is there to be read.
 * @throws NewshawkError unreachable
 */
export function endedUnread(visit: PageVisit, opened: OpenedPage): Closed | null {
  const { page } = opened;
  if (page.status === 304) return async () => async () => unchanged(visit, opened);
  if (page.status === 404 || page.status === 410) return async () => async () => gone(visit, opened);
  if (page.status >= 400) throw new NewshawkError('unreachable', `the site answered ${page.status}`, { fault: 'page' });
  const type = unsupportedType(page.headers);
  if (type !== null) return async () => async () => noPage(visit, opened, type);
  const elsewhere = leadsElsewhere(visit, page);
  return elsewhere === null ? null : async () => async () => elsewhere;
}

/** What a page that was read leads to, and what it says of its site's rules. The page is still open: a failure takes its picture. @throws NewshawkError blocked */
export async function concludeReading(visit: PageVisit, opened: OpenedPage, read: ReadPage): Promise<Closed> {
  const closed = await leadTo(visit, opened, read);
  const findings = findingsOnPage(visit.site, opened, read);
  const tallying = await withOwnRules(visit, findings, (detail) => bundleOf(visit, opened, read, detail));
  return async () => tallying(await closed());
}

async function leadTo(visit: PageVisit, opened: OpenedPage, read: ReadPage): Promise<Closed> {
  const { reason, detail, draft } = read.reading;
  if (reason === 'blocked') {
    const screenshot = (await opened.live?.screenshot()) ?? null;
    throw new NewshawkError('blocked', detail, { evidence: { page: opened.page, screenshot } });
  }
  if (reason === 'layout-changed') {
    const failure = await failed(visit, opened, read);
    return async () => async () => failure;
  }
  const failure = isSilentVideo(read) ? await bundleOf(visit, opened, read, noMediaIn(read)) : null;
  return async () => {
    const lists = await discoveredOn(visit, opened.page, read);
    if (draft === null) return withLists(visit, lists, () => listed(visit, opened.page, read, failure));
    const whole = await withFurtherPages(visit, opened.page, read);
    const page = { ...opened.page, bytes: opened.page.bytes + whole.bytes };
    return withLists(visit, lists, () => stored(visit, page, whole.read, failure));
  };
}

const discoveredOn = (visit: PageVisit, { finalUrl }: Page, { reading }: ReadPage): Promise<Discovered> =>
  visit.autodiscovery.look(visit.run, { task: visit.task, url: finalUrl, reading }, visit.identity);

function withLists({ autodiscovery }: PageVisit, lists: Discovered, finish: Finish): Finish {
  return async () => {
    await autodiscovery.open(lists);
    const ending = await finish();
    return { ...ending, visit: { ...ending.visit, detail: inWords(ending.visit.detail, lists.inWords) } };
  };
}

/** A page that is about a video, was played and gave none: its text stands, and somebody should look. */
const isSilentVideo = ({ reading, media }: ReadPage): boolean =>
  reading.pageType === 'video' && media.noMedia === 'no-media' && media.trace !== null;

const noMediaIn = ({ media }: ReadPage): string =>
  `a video page without media (ended by: ${media.trace?.endedBy ?? ''})`;

/** A link that redirects out of the site, or to its login, is no page of it. What a person named by its address may lead anywhere. */
function leadsElsewhere(visit: PageVisit, page: Page): Ending | null {
  const { task } = visit;
  if (page.finalUrl === task.url || task.depth === 0) return null;
  const admitted = admitAddress(visit, page.finalUrl);
  if (admitted.kind !== 'dropped') return null;
  const { reason, detail } = admitted;
  return endingOf(start(visit, page), {
    visit: { outcome: 'dropped', reason, detail: `redirects to ${page.finalUrl}: ${detail}` },
  });
}

/** The ending of a page whose reading stands: an article with its cluster and links, or a listing's links. */
export const endingOfReading = (visit: ReadVisit, page: Page, read: ReadPage): Promise<Ending> =>
  read.reading.draft === null ? listed(visit, page, read, null) : stored(visit, page, read, null);

async function stored(visit: ReadVisit, page: Page, read: ReadPage, failure: Failure | null): Promise<Ending> {
  const { io } = visit;
  const { read: storable, cut } = withStorableTexts(read);
  if (cut !== null) io.log.warn('article.cut', { url: visit.task.url, detail: cut });
  const judged = await visit.judge(storable, await weightOf(visit, read));
  if (judged.kind !== 'kept') throw new NewshawkError('bug', `judging ended as ${judged.kind}`);
  const article = judged.value;
  const sight = {
    now: io.clock.now(),
    simhash: article.fingerprint.simhash,
    ...validatorsOf(page),
  };
  const { state, changed } = await scheduleOf(visit, page, { article, sight });
  const { left, ...leads } = await leadsOf(visit, { ...linksOn(read), url: article.url, topics: article.topics });
  return endingOf(start(visit, page), {
    visit: {
      outcome: 'stored',
      reason: null,
      detail: inWords(cut ?? '', leftInWords({ left })),
      ...(left !== null && { linksLeft: left.count }),
      changed,
      articleId: article.id,
      mediaItems: article.media.length,
      snapshot: read.snapshot.hash,
      failureId: failure?.id ?? null,
    },
    failure,
    article,
    media: article.media,
    ...leads,
    alsoVisited: alsoVisited(visit, page, article),
    pageState: state,
  });
}

const inWords = (...details: readonly string[]): string => details.filter((one) => one !== '').join('; ');

/** Two copies of a text that is cut are cut alike. */
function withStorableTexts(read: ReadPage): { readonly read: ReadPage; readonly cut: string | null } {
  const { draft } = read.reading;
  if (draft === null) return { read, cut: null };
  const { draft: storable, cut } = storableTexts(draft);
  return { read: cut === null ? read : { ...read, reading: { ...read.reading, draft: storable } }, cut };
}

/** A re-visit comes from no source: the article keeps the weight that it has. */
async function weightOf({ io, task }: ReadVisit, { snapshot }: ReadPage): Promise<number> {
  if (task.sourceId !== null) return (await io.store.sources.get(task.sourceId))?.weight ?? 1;
  return (await io.store.articles.get(articleId(snapshot.finalUrl)))?.weight ?? 1;
}

/** What a later visit may ask with. A rendered page's own answer may be an empty shell that never changes: it says nothing of the text. */
const validatorsOf = ({ via, headers }: Page): Pick<PageState, 'etag' | 'lastModified'> =>
  via === 'static'
    ? { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null }
    : { etag: null, lastModified: null };

const linksOn = ({ snapshot, reading, media }: ReadPage): LinkedPage => ({
  url: snapshot.finalUrl,
  reading,
  topics: [],
  playLinks: media.playLinks,
});

/** No article: a listing's links go on, everything else ends here. */
async function listed(visit: ReadVisit, page: Page, read: ReadPage, failure: Failure | null): Promise<Ending> {
  const { reading, snapshot } = read;
  const isListing = reading.pageType === 'listing';
  const { left, ...leads } = await leadsOf(visit, linksOn(read));
  if (isListing) await reopenSeenAgain(visit.io, leads.links);
  return endingOf(start(visit, page), {
    visit: {
      outcome: isListing ? 'listed' : 'dropped',
      reason: isListing ? null : 'not-an-article',
      detail: inWords(reading.detail, leftInWords({ left })),
      ...(left !== null && { linksLeft: left.count }),
      snapshot: snapshot.hash,
      mediaItems: snapshot.media.length,
      failureId: failure?.id ?? null,
    },
    failure,
    media: snapshot.media,
    alsoVisited: alsoVisited(visit, page, null),
    ...leads,
  });
}

async function bundleOf(
  { io, run, task, site }: PageVisit,
  { live }: OpenedPage,
  { reading, snapshot, media }: ReadPage,
  detail: string,
): Promise<Failure> {
  const regions = await chosenRegions(live, snapshot, io);
  return await failureBundle(
    {
      task,
      run: run.runId,
      at: io.clock.now(),
      reason: 'layout-changed',
      detail,
      snapshot: snapshot.hash,
      trace: reading.trace,
      extractor: site.file === null ? 'generic' : site.host,
      live,
      regions,
      media,
    },
    io.store.blobs,
    io.log,
  );
}

async function failed(visit: PageVisit, opened: OpenedPage, read: ReadPage): Promise<Ending> {
  const { page } = opened;
  const { reading, snapshot } = read;
  const failure = await bundleOf(visit, opened, read, reading.detail);
  // where it plays is known nevertheless
  const { left: _, ...leads } = await leadsOf(visit, { ...linksOn(read), reading: { ...reading, links: [] } });
  return endingOf(start(visit, page), {
    visit: {
      outcome: 'failed',
      reason: 'layout-changed',
      detail: reading.detail,
      snapshot: snapshot.hash,
      failureId: failure.id,
    },
    failure,
    ...leads,
    next: { kind: 'failed' },
  });
}

/** A picture, a PDF, an archive: no browser would show it as a page, either. */
const noPage = (visit: PageVisit, { page }: OpenedPage, type: string): Ending =>
  endingOf(start(visit, page), {
    visit: { outcome: 'dropped', reason: 'not-an-article', detail: `unsupported type ${type}` },
  });

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

const start = ({ task, run, startedAt, begun }: ReadVisit, page: Page): VisitStart => ({
  task,
  run,
  startedAt,
  elapsedMs: performance.now() - begun,
  page,
});
