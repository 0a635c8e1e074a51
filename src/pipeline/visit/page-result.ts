import { NewshawkError } from '../../errors.ts';
import type { NoDraftReason } from '../../model/article/draft.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Page } from '../../model/page/page.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { unsupportedType } from '../../model/web/content-type.ts';
import { listKindOf } from '../../stages/discover/sitemap.ts';
import { stateAfterGone, stateAfterUnchanged } from '../../stages/schedule/revisits/revisit.ts';
import type { Ending } from '../../storage/port.ts';
import type { Crawl } from '../crawl/crawl.ts';
import type { ExtractedPage } from '../crawl.ts';
import type { OfflinePorts } from '../ports.ts';
import { makeEnding } from './ending.ts';
import { failureBundle } from './failure/failure-bundle.ts';
import { ruleVersions } from './failure/rule-versions.ts';
import { chosenRegions } from './fetch/chosen-regions.ts';
import { type OpenedPage, requestsOf } from './fetch/open-page.ts';
import { goneSighting, lackingRecords } from './own-data.ts';
import { driftingRules, driftText, findingsOnPage, type OwnRuleCheck } from './own-rules.ts';
import { admitAddress } from './page-addresses.ts';
import { endingFacts, type PageVisit } from './page-visit.ts';

// What is decided while the page is open: whether its status, address or layout ends the visit, and the pictures of a failure.

export type PageResult = EndedResult | ReadResult;

/** The visit has its ending. */
export interface EndedResult {
  readonly kind: 'ended';
  readonly ending: Ending;
  /** The address is a feed or sitemap: its links are followed. */
  readonly list?: LinkedList;
}

/** A feed or sitemap that a person named as a page, or that a page links to. */
export interface LinkedList {
  readonly kind: 'feed' | 'sitemap';
  readonly text: string;
  /** After redirects. */
  readonly url: CanonicalUrl;
}

/** An article, a listing or another page that was extracted: its ending comes from `endingOfPage`. */
export interface ReadResult {
  readonly kind: 'read';
  readonly page: Page;
  readonly extracted: ExtractedPage;
  /** Of a page that should give an article and does not; of a video page without media, or records without a required field: then the rest is stored, and a person should look. */
  readonly failure: Failure | null;
  /** Why the page failed; null: it did not. Its links are followed anyway: they do not depend on its text. */
  readonly failedAs: ReadingFailure | null;
  readonly ownRules: OwnRuleCheck;
}

/** A page, fetched and extracted in one way. */
export interface PageExtraction {
  readonly opened: OpenedPage;
  readonly extracted: ExtractedPage;
}

/**
 * The result of a page that is not extracted, because of its status, content type or address; null: extract it.
 * @throws NewshawkError unreachable
 */
export function resultUnread(io: OfflinePorts, visit: PageVisit, { page }: OpenedPage): EndedResult | null {
  const ending = endingUnread(io, visit, page);
  if (ending !== null) return { kind: 'ended', ending };
  const kind = listKindOf(page.html);
  if (kind === null) return null;
  const listed = makeEnding(endingFacts(io, visit, page), { visit: { outcome: 'listed', reason: null, detail: '' } });
  return { kind: 'ended', ending: listed, list: { kind, text: page.html, url: page.finalUrl } };
}

function endingUnread(io: OfflinePorts, visit: PageVisit, page: Page): Ending | null {
  if (page.status === 304) return unchanged(io, visit, page);
  if (page.status === 404 || page.status === 410) return gone(io, visit, page);
  if (page.status >= 400) throw new NewshawkError('unreachable', `the site answered ${page.status}`, { fault: 'page' });
  const type = unsupportedType(page.headers);
  if (type !== null)
    return makeEnding(endingFacts(io, visit, page), {
      visit: { outcome: 'dropped', reason: 'not-an-article', detail: `unsupported type ${type}` },
    });
  return leadsElsewhere(io, visit, page);
}

/** The server says that nothing is new: no render, no extraction. */
function unchanged(io: OfflinePorts, visit: PageVisit, page: Page): Ending {
  const { state, plan } = visit;
  return makeEnding(endingFacts(io, visit, page), {
    visit: { outcome: 'dropped', reason: 'unchanged', detail: 'the site answered 304', changed: false },
    pageState: state === null ? null : stateAfterUnchanged(state, io.clock.now(), plan),
  });
}

function gone(io: OfflinePorts, visit: PageVisit, page: Page): Ending {
  return makeEnding(endingFacts(io, visit, page), {
    visit: { outcome: 'dropped', reason: 'gone', detail: `the site answered ${page.status}` },
    records: goneSighting(visit.site, visit.task.site, page.finalUrl, page.fetchedAt),
    pageState: visit.state === null ? null : stateAfterGone(visit.state, io.clock.now(), visit.plan),
  });
}

/** A link that redirects out of the site, or to its login, is dropped. An address that a person named may lead anywhere. */
function leadsElsewhere(io: OfflinePorts, visit: PageVisit, page: Page): Ending | null {
  const { task } = visit;
  if (page.finalUrl === task.url || task.depth === 0) return null;
  const admitted = admitAddress(visit, page.finalUrl);
  if (admitted.kind !== 'dropped') return null;
  const { reason, detail } = admitted;
  return makeEnding(endingFacts(io, visit, page), {
    visit: { outcome: 'dropped', reason, detail: `redirects to ${page.finalUrl}: ${detail}` },
  });
}

/** The result of an extracted page. The page is still open: a failure takes its picture. @throws NewshawkError blocked */
export async function resultOfReading(io: Crawl, visit: PageVisit, extraction: PageExtraction): Promise<PageResult> {
  const { opened, extracted } = extraction;
  const { reason, detail } = extracted.reading;
  if (reason === 'blocked') {
    const screenshot = (await opened.live?.screenshot()) ?? null;
    throw new NewshawkError('blocked', detail, {
      evidence: { page: opened.page, screenshot, requests: requestsOf(opened) },
    });
  }
  const failedAs = isReadingFailure(reason) ? reason : null;
  const lacking = isSilentVideo(extracted) ? noMediaIn(extracted) : lackingRecords(extracted.reading.ownData);
  const failure =
    failedAs !== null
      ? await bundleOf(io, visit, extraction, { reason: failedAs, detail })
      : lacking === ''
        ? null
        : await bundleOf(io, visit, extraction, asChange(lacking));
  const ownRules = await checkOwnRules(io, visit, extraction);
  return { kind: 'read', page: opened.page, extracted, failure, failedAs, ownRules };
}

/** Reasons for which a page fails that should give an article. */
export type ReadingFailure = 'layout-changed' | 'low-confidence' | 'too-short';

const isReadingFailure = (reason: NoDraftReason | null): reason is ReadingFailure =>
  reason === 'layout-changed' || reason === 'low-confidence' || reason === 'too-short';

const asChange = (detail: string) => ({ reason: 'layout-changed', detail }) as const;

/** A page about a video that was played and gave no media. */
const isSilentVideo = ({ reading, mediaSearch }: ExtractedPage): boolean =>
  reading.pageType === 'video' && mediaSearch.noMedia === 'no-media' && mediaSearch.trace !== null;

const noMediaIn = ({ mediaSearch }: ExtractedPage): string =>
  `a video page without media (ended by: ${mediaSearch.trace?.endedBy ?? ''})`;

async function checkOwnRules(io: Crawl, visit: PageVisit, extraction: PageExtraction): Promise<OwnRuleCheck> {
  const { opened, extracted } = extraction;
  const findings = findingsOnPage(visit.site, opened, extracted);
  const drifting = await driftingRules(io.store, visit.site, findings);
  const driftFailure =
    drifting.length === 0 ? null : await bundleOf(io, visit, extraction, asChange(driftText(drifting)));
  return { findings, driftFailure };
}

async function bundleOf(
  io: Crawl,
  { run, task, site }: PageVisit,
  { opened, extracted }: PageExtraction,
  { reason, detail }: Pick<Failure, 'detail'> & { readonly reason: ReadingFailure },
): Promise<Failure> {
  const { live } = opened;
  await live?.showAll();
  const { reading, snapshot, mediaSearch } = extracted;
  const facts = {
    task,
    run: run.runId,
    at: io.clock.now(),
    reason,
    detail,
    snapshot: snapshot.hash,
    trace: reading.trace,
    versions: await ruleVersions(io.store, site, task.site),
    logs: { requests: requestsOf(opened), console: live?.console() ?? opened.page.console },
    extractor: site.file === null ? 'generic' : site.host,
    live,
    regions: await chosenRegions(live, snapshot, io),
    mediaSearch,
  } as const;
  return await failureBundle(facts, io.store.blobs, io.log);
}
