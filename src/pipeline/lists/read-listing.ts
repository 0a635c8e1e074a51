import { NewshawkError } from '../../errors.ts';
import { isOfData, type OwnRuleFinding } from '../../model/crawl/own-rule.ts';
import type { Source } from '../../model/crawl/source.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import { listKindOf } from '../../stages/discover/sitemap.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import {
  browserErrors,
  type ComparisonVerdict,
  compareLinks,
  listShortfall,
  type NoReading,
  ownDataDifference,
  toleratedErrors,
} from '../../stages/schedule/same-article.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { type OpenedPage, openPage } from '../visit/fetch/open-page.ts';
import { describeSteps } from '../visit/fetch/site-steps.ts';
import type { Choice } from '../visit/fetch/way-chooser.ts';
import { findingOfLinks, findingsOfSteps } from '../visit/own-rules.ts';
import type { TaskVisit } from '../visit/page-visit.ts';
import { readByApi } from './api/read-by-api.ts';
import { sampleList } from './api/sample-list.ts';
import { type ListFetch, type ListPage, listPageOf, noFinding, type OneWayRequest, readOneWay } from './list-page.ts';
import { sourceId } from './targets.ts';
import { conditionsOf, isUnchanged } from './validators.ts';

/** The server answered that the page has not changed since it was read. */
interface UnchangedPage extends Pick<ListPage, 'page'> {
  readonly isUnchanged: true;
}

export interface UnchangedListing extends UnchangedPage {
  readonly renderReason: string;
}

/** A listing, and what its fetches say of its format. */
export interface Listing extends Pick<ListPage, 'page' | 'links' | 'reading' | 'expansion'> {
  readonly renderReason: string;
  readonly ownRules: readonly OwnRuleFinding[];
  readonly choice: Choice;
  readonly finding: FetchFinding;
  /** Whether it was read in one static fetch: then an answer that it is unchanged says all. */
  readonly isWhole: boolean;
}

/** Reads a page of links in the way that is known to give them all; in both ways while nothing is known of this source. @throws NewshawkError when it can't be read */
export async function readListing(ports: Crawl, visit: TaskVisit, source: Source): Promise<Listing | UnchangedListing> {
  const { task, site } = visit;
  const choice = await ports.wayChooser.choose({ task, site, visit: source.lastPolledAt?.getTime() ?? 0 });
  const isPlain = choice.ways === 'static' || choice.ways === 'static-first';
  const headers = isPlain ? conditionsOf(source, ports.clock.now()) : {};
  const selector = site.sources.find(({ url }) => sourceId(canonicalUrl(url)) === source.id)?.linkSelector ?? null;
  // where a scraper says which links count, those of an expansion could not be told apart
  const wasRead = selector === null ? source.lastPolledAt !== null : undefined;
  const fetched = await readAsChosen(ports, { visit, choice, headers, wasRead });
  if ('isUnchanged' in fetched) return { ...fetched, renderReason: choice.reason };
  const { fetched: list, outcome, ...finding } = fetched;
  const { page, links, reading, steps, expansion } = list;
  const reasons = [choice.reason, outcome, describeSteps(steps)];
  return {
    page,
    links,
    reading,
    expansion,
    renderReason: reasons.filter((reason) => reason !== '').join('; '),
    // the site's selectors and steps are for its pages
    ownRules:
      page.via === 'api'
        ? []
        : [
            ...findingsOfSteps('source', steps),
            ...findingOfLinks(selector, links),
            ...reading.ownRules.filter(isOfData),
          ],
    choice,
    finding,
    isWhole: isPlain && page.via === 'static',
  };
}

type WasRead = OneWayRequest<unknown>['wasRead'];

interface ChosenRead {
  readonly visit: TaskVisit;
  readonly choice: Choice;
  /** Of a conditional request, for a static fetch. */
  readonly headers: Readonly<Record<string, string>>;
  /** As in `OneWayRequest`. */
  readonly wasRead: WasRead;
}

async function readAsChosen(
  ports: Crawl,
  { visit, choice, headers, wasRead }: ChosenRead,
): Promise<ListFetch | UnchangedPage> {
  const { ways } = choice;
  const isByApi = ways === 'api' || ways === 'api-compared';
  // the records are on the page
  const needsPage = visit.site.records.length > 0;
  if (isByApi && !needsPage) return await readByApi(ports, visit, choice);
  if (ways === 'browser' || isByApi) return { ...noFinding, ...(await render(ports, visit, choice, wasRead)) };
  const startedAt = ports.clock.now();
  const plain = await failureOf(
    readPlain(ports, visit, headers),
    ways === 'static' ? [] : ['blocked', 'layout-changed'],
  );
  if ('isUnchanged' in plain) return plain;
  const isWhole = !('failure' in plain) && (ways === 'static' || listKindOf(plain.page.html) !== null);
  if (isWhole) return { ...noFinding, fetched: plain };
  const lack = listShortfall('failure' in plain ? plain : plain.links);
  if ('failure' in plain || lack !== null) {
    const rendered = await render(ports, visit, choice, wasRead);
    const compared = compareLists(plain, rendered.fetched);
    const finding = findingOf(visit, startedAt, compared);
    return { ...rendered, ...finding, outcome: `fell back to the browser: ${lack}` };
  }
  const isCutShort = plain.reading.loadsMore && wasRead !== undefined;
  if (ways === 'static-first' && !isCutShort) return { ...noFinding, fetched: plain, staticGave: true };
  const rendered = await failureOf(readRendered(ports, visit, wasRead), [...toleratedErrors, ...browserErrors]);
  if ('failure' in rendered && browserErrors.includes(rendered.kind))
    return { ...noFinding, fetched: plain, outcome: `not compared: ${rendered.failure}` };
  const compared = compareLists(plain, rendered);
  const isMore =
    compared?.result === 'differs' || (!('failure' in rendered) && (rendered.expansion?.links.length ?? 0) > 0);
  const fetched = isMore && !('failure' in rendered) ? rendered : plain;
  const finding = findingOf(visit, startedAt, compared);
  return { fetched, ...finding, outcome: `compared: ${compared?.detail || 'the same'}` };
}

/** By their links, then by their records. */
function compareLists(plain: ListPage | NoReading, rendered: ListPage | NoReading): ComparisonVerdict | null {
  const [ofPlain, ofRendered] = [plain, rendered].map((list) => ('failure' in list ? list : list.links));
  const compared = ofPlain === undefined || ofRendered === undefined ? null : compareLinks(ofPlain, ofRendered);
  if (compared?.result !== 'same' || 'failure' in plain || 'failure' in rendered) return compared;
  const difference = ownDataDifference(plain.reading.ownData, rendered.reading.ownData);
  return difference === null ? compared : { result: 'differs', detail: difference };
}

const readRendered = async (ports: Crawl, visit: TaskVisit, wasRead: WasRead): Promise<ListPage> =>
  (await readOneWay(ports, visit, { way: 'browser', wasRead })).list;

/** In the browser. While the API behind the list is being learned, the page is sampled. */
async function render(
  ports: Crawl,
  visit: TaskVisit,
  { format, list: knowledge }: Choice,
  wasRead: WasRead,
): Promise<Pick<ListFetch, 'fetched' | 'list'>> {
  const isLearning = format !== null && (knowledge === null || knowledge.state === 'learning');
  if (!isLearning) return { fetched: await readRendered(ports, visit, wasRead) };
  const sample = (opened: OpenedPage, { links }: ListPage) => sampleList(ports, visit, opened, links);
  const { list: fetched, seen: finding } = await readOneWay(ports, visit, {
    way: 'browser',
    whileOpen: sample,
    wasRead,
  });
  return { fetched, list: finding };
}

async function readPlain(
  ports: Crawl,
  { task, site, identity }: TaskVisit,
  headers: Readonly<Record<string, string>>,
): Promise<ListPage | UnchangedPage> {
  await using opened = await openPage(ports, 'static', { task, site, identity, headers });
  const { page } = opened;
  return isUnchanged(page, headers) ? { page, isUnchanged: true } : await listPageOf(ports, task, opened);
}

/** A source that gives too little in both ways says nothing of its format. */
const findingOf = ({ task }: TaskVisit, at: Date, compared: ComparisonVerdict | null): FetchFinding =>
  compared === null
    ? { staticGave: null, comparison: null }
    : { staticGave: compared.result !== 'static-lacks', comparison: { at, url: task.url, isList: true, ...compared } };

/** The list; or the failure, if it is one of these kinds. */
async function failureOf<T extends ListPage | UnchangedPage>(
  reading: Promise<T>,
  kinds: readonly NewshawkError['kind'][],
): Promise<T | (NoReading & { readonly kind: NewshawkError['kind'] })> {
  return await reading.catch((error: unknown) => {
    if (error instanceof NewshawkError && kinds.includes(error.kind))
      return { kind: error.kind, failure: `${error.kind}: ${error.message}`.slice(0, 200) };
    throw error;
  });
}
