import { articleId } from '../../model/article/article-id.ts';
import { storableTexts } from '../../model/article/long-text.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { DropReason } from '../../model/crawl/outcome.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { Page } from '../../model/page/page.ts';
import type { PageState } from '../../model/page/page-state.ts';
import {
  isForLinks,
  noText,
  stateForLinks,
  stateWithLinksLeft,
  stateWithLinksTaken,
} from '../../stages/schedule/revisits/links-left.ts';
import { putLongTexts } from '../../storage/long-texts.ts';
import type { Ending } from '../../storage/port.ts';
import type { Crawl, OfflineCrawl } from '../crawl/crawl.ts';
import { type ExtractedPage, judgeArticle } from '../crawl.ts';
import { describeLeft, describeSkipped, leftCount } from '../lists/link-budgets.ts';
import { followLinks } from '../lists/links.ts';
import type { OfflinePorts } from '../ports.ts';
import { makeEnding } from './ending.ts';
import { withFeedDate } from './feed-date.ts';
import type { WholePage } from './fetch/further-pages.ts';
import { endingOfList } from './linked-list.ts';
import { dataHash, declaresData, describeOwnData, sightingOf } from './own-data.ts';
import { withRuleTallies } from './own-rules.ts';
import { alsoVisited, linkedPageOf, scheduleOf } from './page-addresses.ts';
import type { EndedResult, ReadingFailure } from './page-result.ts';
import { endingFacts, type PageVisit, type ReadVisit } from './page-visit.ts';
import { reopenFailedLinks } from './reopen-failed-links.ts';
import { refusalByScope, withoutDraft } from './scope-refusal.ts';

/** The ending of a visit, right before its commit: one page at a time. */
export async function endingOfPage(
  services: OfflineCrawl & Crawl,
  visit: PageVisit,
  result: EndedResult | WholePage,
): Promise<Ending> {
  if (result.kind === 'ended')
    return result.list === undefined ? result.ending : await endingOfList(services, visit, result.ending, result.list);
  await services.autodiscovery.openSources(result.lists, services.log);
  const ending = await endingOfReading(services, visit, result);
  const detail = joined(ending.visit.detail, result.lists.summary);
  return await withRuleTallies(services, visit, { ...ending, visit: { ...ending.visit, detail } }, result.ownRules);
}

interface ReadPage {
  readonly page: Page;
  readonly extracted: ExtractedPage;
  readonly failure: Failure | null;
  /** Default: it did not fail. */
  readonly failedAs?: ReadingFailure | null;
}

/** The ending of an extracted page: an article with its cluster and links, a listing's links, or nothing. */
export async function endingOfReading(services: OfflineCrawl, visit: ReadVisit, found: ReadPage): Promise<Ending> {
  const reading = withFeedDate(found.extracted.reading, visit.task.publishedAt);
  const read = { ...found, extracted: { ...found.extracted, reading } };
  const refusal = refusalByScope(visit, reading);
  if (refusal !== null) {
    const refused = { ...read, extracted: withoutDraft(read.extracted, refusal) };
    return await endingWithoutArticle(services, visit, refused, 'out-of-scope');
  }
  const { failedAs = null } = read;
  if (failedAs !== null) return await endingOfFailure(services, visit, read, failedAs);
  return reading.draft === null
    ? await endingWithoutArticle(services, visit, read)
    : await endingOfArticle(services, visit, read);
}

/** A page that should give an article and does not: its text says nothing of its links. */
async function endingOfFailure(
  services: OfflineCrawl,
  visit: ReadVisit,
  { page, extracted, failure }: ReadPage,
  reason: ReadingFailure,
): Promise<Ending> {
  const { reading, snapshot } = extracted;
  const { left, skipped, ...followed } = await followLinks(services, visit, linkedPageOf(extracted));
  return makeEnding(endingFacts(services, visit, page), {
    visit: {
      outcome: 'failed',
      reason,
      detail: joined(reading.detail, describeLeft(left), describeSkipped(skipped)),
      ...leftCount(left, skipped),
      snapshot: snapshot.hash,
      failureId: failure?.id ?? null,
    },
    failure,
    ...followed,
    next: { kind: 'failed' },
  });
}

async function endingOfArticle(services: OfflineCrawl, visit: ReadVisit, read: ReadPage): Promise<Ending> {
  const { page, extracted, failure } = read;
  const { storable, cut } = withStorableTexts(extracted);
  if (cut !== null) services.log.warn('article.cut', { url: visit.task.url, detail: cut });
  const judged = await judgeArticle(services, storable, await weightOf(services, visit, extracted));
  if (judged === null) return await endingWithoutArticle(services, visit, { ...read, extracted: asList(extracted) });
  const { draft } = extracted.reading;
  const isCut = cut !== null && draft !== null;
  const article = isCut ? { ...judged, longTexts: await putLongTexts(services.store.blobs, draft) } : judged;
  const { state, changed } = await scheduleOf(services, visit, page, {
    now: services.clock.now(),
    simhash: article.fingerprint.simhash,
    data: dataHash(visit.site, extracted.reading.ownData),
    ...validatorsOf(page),
    publishedAt: article.publishedAt?.value ?? null,
  });
  const linked = { ...linkedPageOf(extracted), url: article.url, topics: article.topics };
  const { left, skipped, ...followed } = await followLinks(services, visit, linked);
  const records = sightingOf(visit.site, extracted.snapshot, extracted.reading.ownData);
  return makeEnding(endingFacts(services, visit, page), {
    visit: {
      outcome: 'stored',
      reason: null,
      detail: joined(
        cut ?? '',
        describeOwnData(extracted.reading.ownData),
        describeLeft(left),
        describeSkipped(skipped),
      ),
      ...recordCount(records),
      ...leftCount(left, skipped),
      changed,
      articleId: article.id,
      mediaItems: article.media.length,
      snapshot: extracted.snapshot.hash,
      failureId: failure?.id ?? null,
    },
    failure,
    article,
    media: article.media,
    ...followed,
    records,
    alsoVisited: alsoVisited(services, visit, page, article),
    pageState: left === null ? state : stateWithLinksLeft(state, visit.plan),
  });
}

/** Other pages showed that it is a list: its links are followed as those of one. */
const asList = ({ reading, ...page }: ExtractedPage): ExtractedPage => ({
  ...page,
  reading: {
    ...reading,
    pageType: 'listing',
    draft: null,
    reason: 'list',
    detail: 'its paragraphs are those of stored articles that it links to',
  },
});

/** A list, or another page that is no article. Data and records are stored by themselves, and their page is visited again. */
async function endingWithoutArticle(
  services: OfflineCrawl,
  visit: ReadVisit,
  read: ReadPage,
  reason: DropReason = dropReasonOf(read),
): Promise<Ending> {
  const { page, extracted, failure } = read;
  const { reading, snapshot } = extracted;
  const isListing = reading.pageType === 'listing';
  const records = sightingOf(visit.site, snapshot, reading.ownData);
  const hasRecords = records !== null && records.records.length > 0;
  const { left, skipped, ...followed } = await followLinks(services, visit, linkedPageOf(extracted));
  if (isListing) await reopenFailedLinks(services, followed.links);
  const scheduled = await scheduleWithoutArticle(services, visit, read, { hasRecords, hasLinksLeft: left !== null });
  return makeEnding(endingFacts(services, visit, page), {
    visit: {
      outcome: isListing ? 'listed' : hasRecords ? 'recorded' : 'dropped',
      reason: isListing || hasRecords ? null : reason,
      detail: joined(reading.detail, describeOwnData(reading.ownData), describeLeft(left), describeSkipped(skipped)),
      ...recordCount(records),
      changed: scheduled.changed,
      ...leftCount(left, skipped),
      snapshot: snapshot.hash,
      mediaItems: snapshot.media.length,
      failureId: failure?.id ?? null,
    },
    failure,
    media: snapshot.media,
    records,
    pageState: scheduled.state,
    alsoVisited: alsoVisited(services, visit, page, null),
    ...followed,
  });
}

/** A page for members is told apart: what it lacks is an account. */
const dropReasonOf = ({ extracted: { reading } }: ReadPage): DropReason =>
  reading.reason === 'login-required' ? 'login-required' : 'not-an-article';

interface Schedule {
  /** Null: as before. */
  readonly state: PageState | null;
  readonly changed: boolean | null;
}

/** A page is visited again while it gives data or records, as long as it has a schedule of them, and while links of it are left out. */
async function scheduleWithoutArticle(
  services: OfflineCrawl,
  visit: ReadVisit,
  read: ReadPage,
  { hasRecords, hasLinksLeft }: { readonly hasRecords: boolean; readonly hasLinksLeft: boolean },
): Promise<Schedule> {
  const { state: before, plan, task } = visit;
  const wasForLinks = before !== null && isForLinks(before);
  if (hasRecords || (before !== null && !wasForLinks && declaresData(visit.site))) {
    const { state, changed } = await scheduleOfData(services, visit, read);
    return { state: hasLinksLeft ? stateWithLinksLeft(state, plan) : state, changed };
  }
  const now = services.clock.now();
  if (hasLinksLeft && (before === null || wasForLinks))
    return { state: stateForLinks(task, before, now, plan), changed: null };
  return { state: wasForLinks ? stateWithLinksTaken(before, now) : null, changed: null };
}

const scheduleOfData = async (services: OfflineCrawl, visit: ReadVisit, { page, extracted }: ReadPage) =>
  await scheduleOf(services, visit, page, {
    now: services.clock.now(),
    simhash: visit.state?.simhash ?? noText,
    data: dataHash(visit.site, extracted.reading.ownData),
    ...validatorsOf(page),
    publishedAt: null,
  });

const recordCount = (records: Ending['records']): Pick<Visit, 'records'> =>
  records === null || records.records.length === 0 ? {} : { records: records.records.length };

const joined = (...details: readonly string[]): string => details.filter((detail) => detail !== '').join('; ');

/** Two copies of a text that is too long are cut at the same place. */
function withStorableTexts(page: ExtractedPage): { readonly storable: ExtractedPage; readonly cut: string | null } {
  if (page.reading.draft === null) return { storable: page, cut: null };
  const { draft, cut } = storableTexts(page.reading.draft);
  return { storable: cut === null ? page : { ...page, reading: { ...page.reading, draft } }, cut };
}

/** A re-visit comes from no source: the article keeps its weight. */
async function weightOf({ store }: OfflinePorts, { task }: ReadVisit, { snapshot }: ExtractedPage): Promise<number> {
  if (task.sourceId !== null) return (await store.sources.get(task.sourceId))?.weight ?? 1;
  return (await store.articles.get(articleId(snapshot.finalUrl)))?.weight ?? 1;
}

/** For conditional requests of later visits. A rendered page has none: its first response may be an empty shell that never changes. */
const validatorsOf = ({ via, headers }: Page): Pick<PageState, 'etag' | 'lastModified'> =>
  via === 'static'
    ? { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null }
    : { etag: null, lastModified: null };
