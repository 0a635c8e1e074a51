import { NewshawkError } from '../../../errors.ts';
import type { Comparison } from '../../../model/page/format-evidence.ts';
import type { FetchWay } from '../../../model/page/page.ts';
import type { StepTaken } from '../../../model/page/page-step.ts';
import type { FetchFinding } from '../../../stages/schedule/fetch-plan.ts';
import {
  browserErrors,
  type ComparisonVerdict,
  compareReadings,
  type NoReading,
  shortfallOf,
  toleratedErrors,
} from '../../../stages/schedule/same-article.ts';
import { isOfSite } from '../../../stages/schedule/scope.ts';
import { type ExtractedPage, type ExtractionPorts, extractPage } from '../../crawl.ts';
import {
  type EndedResult,
  type PageExtraction,
  type PageResult,
  type ResultServices,
  resultOfReading,
  resultUnread,
} from '../page-result.ts';
import type { PageVisit } from '../page-visit.ts';
import type { RunServices } from '../run-services.ts';
import { type OpenedPage, type OpenPorts, openPage } from './open-page.ts';
import type { Choice } from './way-chooser.ts';

/** The result of a page, and what its fetches say of its format. */
export interface FetchResult extends FetchFinding {
  readonly page: PageResult;
  /** What became of the chosen ways, for the visit's `renderReason`; may be empty. */
  readonly outcome: string;
  /** Bytes over the network for a page that was not kept. */
  readonly otherBytes: number;
  /** Steps on the page that was opened last. */
  readonly steps: readonly StepTaken[];
}

export type FetchServices = OpenPorts & ExtractionPorts & ResultServices & Pick<RunServices, 'stepNotes'>;

/** A result that says nothing of the page's format. */
const noFinding = { staticGave: null, comparison: null, outcome: '', otherBytes: 0, steps: [] } as const;

/** Fetches a page in the chosen ways, at most twice, and extracts it. The page is closed when this returns. @throws NewshawkError */
export async function fetchAndExtract(
  services: FetchServices,
  visit: PageVisit,
  ways: Choice['ways'],
): Promise<FetchResult> {
  if (ways === 'static' || ways === 'browser') return await fetchOneWay(services, visit, ways);
  const plain = await tryStatic(services, visit);
  if ('kind' in plain) return { ...noFinding, page: plain };
  const lack = 'failure' in plain ? plain.failure : shortfallOf(plain.extracted);
  if ('failure' in plain || lack !== null) return await fallBack(services, visit, plain, lack ?? '');
  if (ways === 'both') return await compareWithBrowser(services, visit, plain);
  const page = await resultOfReading(services, visit, plain);
  return { ...noFinding, staticGave: true, page };
}

async function fetchOneWay(services: FetchServices, visit: PageVisit, way: FetchWay): Promise<FetchResult> {
  await using opened = await open(services, visit, way);
  const steps = stepsOn(opened);
  const unread = resultUnread(services, visit, opened);
  if (unread !== null) return { ...noFinding, page: unread, steps };
  const extracted = await extract(services, visit, opened);
  return { ...noFinding, page: await resultOfReading(services, visit, { opened, extracted }), steps };
}

/** A browser may pass where a plain client is blocked; other errors are the same for both. */
async function tryStatic(services: FetchServices, visit: PageVisit): Promise<EndedResult | PageExtraction | NoReading> {
  try {
    await using opened = await open(services, visit, 'static');
    return resultUnread(services, visit, opened) ?? { opened, extracted: await extract(services, visit, opened) };
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind !== 'blocked') throw error;
    return { failure: `turned away: ${error.message}` };
  }
}

/** The static fetch gave too little: the browser's page is kept, whatever it is. */
async function fallBack(
  services: FetchServices,
  visit: PageVisit,
  plain: PageExtraction | NoReading,
  lack: string,
): Promise<FetchResult> {
  await using opened = await open(services, visit, 'browser');
  const fetch = {
    outcome: `fell back to the browser: ${lack}`,
    otherBytes: 'failure' in plain ? 0 : plain.opened.page.bytes,
    steps: stepsOn(opened),
  };
  const unread = resultUnread(services, visit, opened);
  if (unread !== null) return { ...noFinding, ...fetch, page: unread };
  const before = 'failure' in plain ? plain : plain.extracted;
  const extracted = await extract(services, visit, opened, 'failure' in plain ? null : plain.extracted);
  const compared = compareReadings(before, extracted);
  return {
    ...fetch,
    page: await resultOfReading(services, visit, { opened, extracted }),
    // a page that is no article in either way says nothing of the format
    staticGave: compared === null ? null : false,
    comparison: compared === null ? null : comparisonOf(services, visit, compared),
  };
}

/** Compares the static page with the browser's. The static page is kept if they are the same, or if the browser gives less. */
async function compareWithBrowser(
  services: FetchServices,
  visit: PageVisit,
  plain: PageExtraction,
): Promise<FetchResult> {
  let steps: readonly StepTaken[] = [];
  try {
    await using opened = await open(services, visit, 'browser');
    steps = stepsOn(opened);
    const { status, bytes } = opened.page;
    if (resultUnread(services, visit, opened) !== null) {
      const compared = browserLacks(`its page answered ${status}`);
      return await keepStatic(services, visit, plain, { compared, otherBytes: bytes, steps });
    }
    const extracted = await extract(services, visit, opened, plain.extracted);
    const compared = compareReadings(plain.extracted, extracted) ?? browserLacks('nothing');
    if (compared.result !== 'differs')
      return await keepStatic(services, visit, plain, { compared, otherBytes: bytes, steps });
    return {
      page: await resultOfReading(services, visit, { opened, extracted }),
      staticGave: true,
      comparison: comparisonOf(services, visit, compared),
      outcome: `compared: ${compared.detail}; the browser's is kept`,
      otherBytes: plain.opened.page.bytes,
      steps,
    };
  } catch (error) {
    if (!(error instanceof NewshawkError)) throw error;
    if (browserErrors.includes(error.kind)) {
      const page = await resultOfReading(services, visit, plain);
      return { ...noFinding, page, outcome: `not compared: ${error.message}`.slice(0, 200), steps };
    }
    if (!toleratedErrors.includes(error.kind)) throw error;
    const compared = browserLacks(`${error.kind}: ${error.message}`);
    return await keepStatic(services, visit, plain, { compared, otherBytes: 0, steps });
  }
}

const browserLacks = (detail: string): ComparisonVerdict => ({ result: 'browser-lacks', detail });

async function keepStatic(
  services: FetchServices,
  visit: PageVisit,
  plain: PageExtraction,
  { compared, otherBytes, steps }: Pick<FetchResult, 'otherBytes' | 'steps'> & { readonly compared: ComparisonVerdict },
): Promise<FetchResult> {
  return {
    page: await resultOfReading(services, visit, plain),
    staticGave: true,
    comparison: comparisonOf(services, visit, compared),
    outcome: compared.result === 'same' ? 'compared: the same' : `compared: the browser gave less (${compared.detail})`,
    otherBytes,
    steps,
  };
}

const comparisonOf = (
  { clock }: Pick<FetchServices, 'clock'>,
  { task }: PageVisit,
  compared: ComparisonVerdict,
): Comparison => ({
  at: clock.now(),
  url: task.url,
  ...compared,
  detail: compared.detail.slice(0, 200),
});

async function open(services: FetchServices, visit: PageVisit, way: FetchWay): Promise<OpenedPage> {
  const { task, site, identity } = visit;
  const opened = await openPage(services, way, { task, site, identity, headers: conditionalHeaders(visit) });
  services.stepNotes.logMisses(task, stepsOn(opened));
  return opened;
}

const stepsOn = ({ live }: OpenedPage): readonly StepTaken[] => live?.steps ?? [];

/** Only pages of the site or of the task's host are played. @param earlier the same page in the other way */
async function extract(
  services: FetchServices,
  { task, site, identity }: PageVisit,
  { page }: OpenedPage,
  earlier: ExtractedPage | null = null,
): Promise<ExtractedPage> {
  const isAllowed = (url: string) => isOfSite(new URL(url).hostname, site.host) || new URL(url).host === task.host;
  return await extractPage(services, page, { site, identity, plays: site.render !== 'static', isAllowed }, earlier);
}

function conditionalHeaders({ state, task }: PageVisit): Record<string, string> {
  if (!task.revisit || state === null) return {};
  return {
    ...(state.etag === null ? {} : { 'if-none-match': state.etag }),
    ...(state.lastModified === null ? {} : { 'if-modified-since': state.lastModified }),
  };
}
