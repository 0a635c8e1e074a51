import type { Article } from '../model/article/article.ts';
import { storableTexts } from '../model/article/long-text.ts';
import type { DropReason } from '../model/crawl/outcome.ts';
import type { Visit } from '../model/crawl/visit.ts';
import type { RecordSighting } from '../model/data/stored-record.ts';
import type { VisitResult } from '../storage/port.ts';
import type { OfflineCrawl } from './crawl.ts';
import { cutShortOf, describeExpansion } from './fetch/expand-listing.ts';
import type { Fetched } from './fetch/fetch-modes.ts';
import type { ModeChoice } from './fetch/format-evidence.ts';
import { describeSteps } from './fetch/site-steps.ts';
import type { FollowedLinks } from './links/follow-links.ts';
import { describeLeft, describeSkipped, leftCount } from './links/link-budgets.ts';
import { alsoVisited } from './page-addresses.ts';
import type { PageSchedule } from './page-schedule.ts';
import { describeOwnData } from './reading/own-data.ts';
import { joined, type PageVisit, visitResult } from './visit-result.ts';
import type { VisitedPage } from './visited-page.ts';

/** What was made of a page that was read. */
interface JudgedVisit {
  readonly read: VisitedPage;
  readonly article: Article | null;
  /** Why there is no article, where it is not for what the page is. */
  readonly refused: DropReason | null;
  readonly records: RecordSighting | null;
  readonly links: FollowedLinks;
  readonly schedule: PageSchedule;
}

/** The result of a page that was read: an article with its cluster and links, a listing's links, records, or nothing. */
export function resultOfPage(crawl: OfflineCrawl, visit: PageVisit, judged: JudgedVisit): VisitResult {
  const { read, article, links, schedule, records } = judged;
  const { left, skipped, ...followed } = links;
  const { page, reading, snapshot, bundle: failure, failedAs } = read;
  const shared = {
    snapshot: snapshot.hash,
    failureId: failure?.id ?? null,
    ...leftCount(left, skipped),
  };
  const details = [describeLeft(left), describeSkipped(skipped)];
  if (failedAs !== null) {
    // its text says nothing of its links
    const failed = { outcome: 'failed', reason: failedAs, detail: joined(reading.detail, ...details) } as const;
    return visitResult(
      crawl,
      { ...visit, page },
      { visit: { ...failed, ...shared }, failure, ...followed, next: { kind: 'failed' } },
    );
  }
  const media = article === null ? snapshot.media : article.media;
  const ofPage = article === null ? ofOtherPage(judged) : ofArticle(judged, article);
  return visitResult(
    crawl,
    { ...visit, page },
    {
      visit: {
        ...ofPage,
        detail: joined(ofPage.detail, describeOwnData(reading.ownData), ...details),
        ...shared,
        ...(records !== null && records.records.length > 0 && { records: records.records.length }),
        changed: schedule.changed,
        mediaItems: media.length,
      },
      failure,
      article,
      media,
      ...followed,
      records,
      alsoVisited: alsoVisited(crawl, visit, page, article),
      pageState: schedule.state,
    },
  );
}

type Outcome = Pick<Visit, 'outcome' | 'reason' | 'detail'> & { readonly articleId?: string };

function ofArticle({ read }: JudgedVisit, { id }: Article): Outcome {
  const { draft } = read.reading;
  const cut = draft === null ? null : storableTexts(draft).cut;
  return { outcome: 'stored', reason: null, detail: cut ?? '', articleId: id };
}

/** A list, or another page that is no article. Data and records are stored by themselves. */
function ofOtherPage({ read: { reading }, refused, records }: JudgedVisit): Outcome {
  const { detail, pageType } = reading;
  if (pageType === 'listing') return { outcome: 'listed', reason: null, detail };
  if (records !== null && records.records.length > 0) return { outcome: 'recorded', reason: null, detail };
  // a page for members lacks an account only
  const isForMembers = reading.reason === 'login-required';
  return { outcome: 'dropped', reason: refused ?? (isForMembers ? 'login-required' : 'not-an-article'), detail };
}

/** The result with how its page was fetched. */
export const withFetch = (
  result: VisitResult,
  { reason }: ModeChoice,
  { outcome, steps, expansion, otherBytes }: Fetched<unknown>,
): VisitResult => ({
  ...result,
  visit: {
    ...result.visit,
    detail: joined(result.visit.detail, describeExpansion(expansion)),
    ...cutShortOf(expansion),
    renderReason: joined(reason, outcome, describeSteps(steps)),
    bytes: result.visit.bytes + otherBytes,
  },
});
