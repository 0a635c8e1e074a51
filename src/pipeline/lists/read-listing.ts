import { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { OwnRuleFinding } from '../../model/crawl/own-rule.ts';
import type { Source } from '../../model/crawl/source.ts';
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
import { type OpenPorts, openPage } from '../visit/fetch/open-page.ts';
import { describeSteps } from '../visit/fetch/site-steps.ts';
import type { Choice } from '../visit/fetch/way-chooser.ts';
import { findingOfLinks, findingsOfSteps } from '../visit/own-rules.ts';
import type { TaskVisit } from '../visit/page-visit.ts';
import type { RunServices } from '../visit/run-services.ts';
import { sourceId } from './targets.ts';

/** A page of links in one of its ways. */
interface ListPage {
  readonly page: Page;
  readonly links: readonly Link[];
  readonly reading: Pick<Reading, 'feeds' | 'pageType'>;
  readonly steps: readonly StepTaken[];
}

/** A listing, and what its fetches say of its format. */
export interface Listing extends Pick<ListPage, 'page' | 'links' | 'reading'> {
  readonly renderReason: string;
  readonly ownRules: readonly OwnRuleFinding[];
  readonly choice: Choice;
  readonly finding: FetchFinding;
}

export type ListingPorts = OpenPorts & Pick<CrawlPorts, 'reader'> & Pick<RunServices, 'wayChooser' | 'stepNotes'>;

/** Reads a page of links in the way that is known to give them all; in both ways while nothing is known of this source. @throws NewshawkError when it can't be read */
export async function readListing(ports: ListingPorts, visit: TaskVisit, source: Source): Promise<Listing> {
  const { task, site } = visit;
  const choice = await ports.wayChooser.choose({ task, site, visit: source.lastPolledAt?.getTime() ?? 0 });
  const { list, outcome, ...finding } = await readAsChosen(ports, visit, choice.ways);
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
  };
}

interface ListFetch extends FetchFinding {
  readonly list: ListPage;
  /** For the visit's `renderReason`; may be empty. */
  readonly outcome: string;
}

/** A fetch that says nothing of the format. */
const noFinding = { staticGave: null, comparison: null, outcome: '' } as const;

async function readAsChosen(ports: ListingPorts, visit: TaskVisit, ways: Choice['ways']): Promise<ListFetch> {
  if (ways === 'static' || ways === 'browser') return { ...noFinding, list: await readOneWay(ports, visit, ways) };
  const startedAt = ports.clock.now();
  const plain = await failureOf(readOneWay(ports, visit, 'static'), ['blocked']);
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
  const { page, live } = opened;
  const steps = live?.steps ?? [];
  ports.stepNotes.logMisses(task, steps);
  if (page.status >= 400)
    throw new NewshawkError('unreachable', `the source answered ${page.status}`, { fault: 'page' });
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
async function failureOf(
  reading: Promise<ListPage>,
  kinds: readonly NewshawkError['kind'][],
): Promise<ListPage | (NoReading & { readonly kind: NewshawkError['kind'] })> {
  return await reading.catch((error: unknown) => {
    if (error instanceof NewshawkError && kinds.includes(error.kind))
      return { kind: error.kind, failure: `${error.kind}: ${error.message}`.slice(0, 200) };
    throw error;
  });
}
