import type { LivePage } from '../../browser-port.ts';
import { NewshawkError } from '../../errors.ts';
import type { NoDraftReason } from '../../model/article/draft.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Crawl } from './crawl.ts';
import { chosenRegions } from './failure/chosen-regions.ts';
import { failureBundle, ruleVersions } from './failure/failure-bundle.ts';
import { requestsOf } from './fetch/open-page.ts';
import { lackingRecords } from './site/own-data.ts';
import { driftingRules, driftText, findingsOnPage } from './site/own-rules.ts';
import type { PageVisit } from './visit-result.ts';
import type { OwnRuleCheck, ReadingFailure, VisitedPage } from './visited-page.ts';

/**
 * Whether a page that was read should have given more: its failure with pictures, and the own rules of its site. The page is still open.
 * @param live null: a static page
 * @throws NewshawkError blocked
 */
export async function checkReading(
  crawl: Crawl,
  visit: PageVisit,
  read: VisitedPage,
  live: LivePage | null,
): Promise<VisitedPage> {
  const { reason, detail } = read.reading;
  if (reason === 'blocked') {
    const screenshot = (await live?.screenshot()) ?? null;
    const requests = requestsOf({ page: read.page, live });
    throw new NewshawkError('blocked', detail, { evidence: { page: read.page, screenshot, requests } });
  }
  const failedAs = isReadingFailure(reason) ? reason : null;
  const lacking = isSilentVideo(read) ? noMediaIn(read) : lackingRecords(read.reading.ownData);
  const bundle =
    failedAs !== null
      ? await bundleOf(crawl, visit, read, live, { reason: failedAs, detail })
      : lacking === ''
        ? null
        : await bundleOf(crawl, visit, read, live, asChange(lacking));
  return { ...read, bundle, failedAs, ownRules: await checkOwnRules(crawl, visit, read, live) };
}

const isReadingFailure = (reason: NoDraftReason | null): reason is ReadingFailure =>
  reason === 'layout-changed' || reason === 'low-confidence' || reason === 'too-short';

const asChange = (detail: string) => ({ reason: 'layout-changed', detail }) as const;

/** A page about a video that was played and gave no media. */
const isSilentVideo = ({ reading, mediaSearch }: VisitedPage): boolean =>
  reading.pageType === 'video' && mediaSearch.noMedia === 'no-media' && mediaSearch.trace !== null;

const noMediaIn = ({ mediaSearch }: VisitedPage): string =>
  `a video page without media (ended by: ${mediaSearch.trace?.endedBy ?? ''})`;

async function checkOwnRules(
  crawl: Crawl,
  visit: PageVisit,
  read: VisitedPage,
  live: LivePage | null,
): Promise<OwnRuleCheck> {
  const findings = findingsOnPage(visit.site, read, live);
  const drifting = await driftingRules(crawl.store, visit.site, findings);
  const driftFailure =
    drifting.length === 0 ? null : await bundleOf(crawl, visit, read, live, asChange(driftText(drifting)));
  return { findings, driftFailure };
}

async function bundleOf(
  crawl: Crawl,
  { task, site }: PageVisit,
  read: VisitedPage,
  live: LivePage | null,
  { reason, detail }: { readonly reason: ReadingFailure; readonly detail: string },
): Promise<Failure> {
  const { page, reading, snapshot, mediaSearch } = read;
  const { run, clock, store, log } = crawl;
  await live?.showAll();
  const facts = {
    task,
    run: run.runId,
    at: clock.now(),
    reason,
    detail,
    snapshot: snapshot.hash,
    trace: reading.trace,
    versions: await ruleVersions(store, site, task.site),
    logs: { requests: requestsOf({ page, live }), console: live?.console() ?? page.console },
    extractor: site.file === null ? 'generic' : site.host,
    live,
    regions: await chosenRegions(live, snapshot, crawl),
    mediaSearch,
  } as const;
  return await failureBundle(facts, store.blobs, log);
}
