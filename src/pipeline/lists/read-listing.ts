import { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { OwnRuleFinding } from '../../model/crawl/own-rule.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { FetchWay, Page } from '../../model/page/page.ts';
import type { StepTaken } from '../../model/page/page-step.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import { listingLinks } from '../../stages/discover/source-links.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import {
  browserErrors,
  type ComparisonVerdict,
  compareLinks,
  listShortfall,
  type NoReading,
  toleratedErrors,
} from '../../stages/schedule/same-article.ts';
import { snapshotOf } from '../../stages/snapshot/freeze.ts';
import type { CrawlPorts } from '../ports.ts';
import { type OpenedPage, type OpenPorts, openPage } from '../visit/fetch/open-page.ts';
import { describeSteps } from '../visit/fetch/site-steps.ts';
import type { Choice } from '../visit/fetch/way-chooser.ts';
import { findingOfLinks, findingsOfSteps } from '../visit/own-rules.ts';
import type { TaskVisit } from '../visit/page-visit.ts';
import type { RunServices } from '../visit/run-services.ts';
import { sourceId } from './targets.ts';
import { conditionsOf, isUnchanged, refuseErrorPage } from './validators.ts';

/** A page of links in one of its ways. */
interface ListPage {
  readonly page: Page;
  readonly links: readonly Link[];
  readonly reading: Pick<Reading, 'feeds' | 'pageType'>;
  readonly steps: readonly StepTaken[];
}

/** The server answered that the page has not changed since it was read. */
interface UnchangedPage extends Pick<ListPage, 'page'> {
  readonly isUnchanged: true;
}

export interface UnchangedListing extends UnchangedPage {
  readonly renderReason: string;
}

/** A listing, and what its fetches say of its format. */
export interface Listing extends Pick<ListPage, 'page' | 'links' | 'reading'> {
  readonly renderReason: string;
  readonly ownRules: readonly OwnRuleFinding[];
  readonly choice: Choice;
  readonly finding: FetchFinding;
  /** Whether it was read in one static fetch: then an answer that it is unchanged says all. */
  readonly isWhole: boolean;
}

export type ListingPorts = OpenPorts & Pick<CrawlPorts, 'reader'> & Pick<RunServices, 'wayChooser' | 'stepNotes'>;

/** Reads a page of links in the way that is known to give them all; in both ways while nothing is known of this source. @throws NewshawkError when it can't be read */
export async function readListing(
  ports: ListingPorts,
  visit: TaskVisit,
  source: Source,
): Promise<Listing | UnchangedListing> {
  const { task, site } = visit;
  const choice = await ports.wayChooser.choose({ task, site, visit: source.lastPolledAt?.getTime() ?? 0 });
  const isPlain = choice.ways === 'static' || choice.ways === 'static-first';
  const headers = isPlain ? conditionsOf(source, ports.clock.now()) : {};
  const fetched = await readAsChosen(ports, visit, choice.ways, headers);
  if ('isUnchanged' in fetched) return { ...fetched, renderReason: choice.reason };
  const { list, outcome, ...finding } = fetched;
  const { page, links, reading, steps } = list;
  const reasons = [choice.reason, outcome, describeSteps(steps)];
  const selector = site.sources.find(({ url }) => sourceId(canonicalUrl(url)) === source.id)?.linkSelector ?? null;
  return {
    page,
    links,
    reading,
    renderReason: reasons.filter((reason) => reason !== '').join('; '),
    ownRules: [...findingsOfSteps('source', steps), ...findingOfLinks(selector, links)],
    choice,
    finding,
    isWhole: isPlain && page.via === 'static',
  };
}

interface ListFetch extends FetchFinding {
  readonly list: ListPage;
  /** For the visit's `renderReason`; may be empty. */
  readonly outcome: string;
}

/** A fetch that says nothing of the format. */
const noFinding = { staticGave: null, comparison: null, outcome: '' } as const;

/** @param headers of a conditional request, for a static fetch */
async function readAsChosen(
  ports: ListingPorts,
  visit: TaskVisit,
  ways: Choice['ways'],
  headers: Readonly<Record<string, string>>,
): Promise<ListFetch | UnchangedPage> {
  if (ways === 'browser') return { ...noFinding, list: await readOneWay(ports, visit, ways) };
  const startedAt = ports.clock.now();
  const plain = await failureOf(readPlain(ports, visit, headers), ways === 'static' ? [] : ['blocked']);
  if ('isUnchanged' in plain) return plain;
  if (ways === 'static' && !('failure' in plain)) return { ...noFinding, list: plain };
  const lack = listShortfall('failure' in plain ? plain : plain.links);
  if ('failure' in plain || lack !== null) {
    const rendered = await readOneWay(ports, visit, 'browser');
    const compared = compareLinks('failure' in plain ? plain : plain.links, rendered.links);
    const finding = findingOf(visit, startedAt, compared);
    return { list: rendered, ...finding, outcome: `fell back to the browser: ${lack}` };
  }
  if (ways === 'static-first') return { ...noFinding, list: plain, staticGave: true };
  const rendered = await failureOf(readOneWay(ports, visit, 'browser'), [...toleratedErrors, ...browserErrors]);
  if ('failure' in rendered && browserErrors.includes(rendered.kind))
    return { ...noFinding, list: plain, outcome: `not compared: ${rendered.failure}` };
  const compared = compareLinks(plain.links, 'failure' in rendered ? rendered : rendered.links);
  const list = compared?.result === 'differs' && !('failure' in rendered) ? rendered : plain;
  const finding = findingOf(visit, startedAt, compared);
  return { list, ...finding, outcome: `compared: ${compared?.detail || 'the same'}` };
}

async function readOneWay(ports: ListingPorts, { task, site, identity }: TaskVisit, way: FetchWay): Promise<ListPage> {
  await using opened = await openPage(ports, way, { task, site, identity, headers: {} });
  return await listPageOf(ports, task, opened);
}

async function readPlain(
  ports: ListingPorts,
  { task, site, identity }: TaskVisit,
  headers: Readonly<Record<string, string>>,
): Promise<ListPage | UnchangedPage> {
  await using opened = await openPage(ports, 'static', { task, site, identity, headers });
  const { page } = opened;
  return isUnchanged(page, headers) ? { page, isUnchanged: true } : await listPageOf(ports, task, opened);
}

async function listPageOf(ports: ListingPorts, task: Task, { page, live }: OpenedPage): Promise<ListPage> {
  const steps = live?.steps ?? [];
  ports.stepNotes.logMisses(task, steps);
  refuseErrorPage(page);
  const snapshot = snapshotOf({ page, media: [], noMedia: 'not-video-page' });
  const { links, feeds, pageType } = await ports.reader.read(snapshot);
  return { page, links: listingLinks(links), reading: { feeds, pageType }, steps };
}

/** A source that gives too little in both ways says nothing of its format. */
const findingOf = ({ task }: TaskVisit, at: Date, compared: ComparisonVerdict | null): FetchFinding =>
  compared === null
    ? { staticGave: null, comparison: null }
    : { staticGave: compared.result !== 'static-lacks', comparison: { at, url: task.url, ...compared } };

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
