import { NewshawkError } from '../../errors.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { Comparison } from '../../model/page/format-evidence.ts';
import type { FetchWay } from '../../model/page/page.ts';
import type { IdentityRoute } from '../../ports.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import {
  type Compared,
  compareReadings,
  dispensable,
  lackOf,
  type NoReading,
  saysNothing,
} from '../../stages/schedule/same-article.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import type { ReadPage } from '../crawl.ts';
import { droppedByTitle } from './known-by-title.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { concludeReading, endedUnread } from './page-endings.ts';
import type { Closed, Finish, PageVisit, Visiting } from './visiting.ts';
import type { Choice } from './way-chooser.ts';

/** A page that was fetched and read. */
interface Seen {
  readonly opened: OpenedPage;
  readonly read: ReadPage;
}

/** What fetching led to, and what it says of the format. */
interface Visited extends FetchFinding {
  readonly closed: Closed;
  /** In words, beside the reason of the choice. */
  readonly outcome: string;
  /** What came over the network for a page that was not kept. */
  readonly otherBytes: number;
}

/**
 * Visits one page in the way that is known to give its article; where nothing is known yet, in both, which are compared. At most two fetches a visit.
 * @throws NewshawkError for what should be tried again or needs a person
 */
export async function visitPage(visiting: Visiting, task: Task, identity: IdentityRoute): Promise<Finish> {
  const { io, chooser } = visiting;
  const site = io.siteOf(task.site);
  const begun = performance.now();
  const state = await io.store.pages.get(task.url);
  const known = await droppedByTitle(visiting, task, { state, begun });
  if (known !== null) return known;
  const read = visiting.toReading({
    site,
    identity,
    plays: site.render !== 'static',
    isAllowed: (url) => isOfSite(new URL(url).hostname, site.host) || new URL(url).host === task.host,
  });
  let stepsText = '';
  const afterSteps: PageVisit['afterSteps'] = (steps) => {
    stepsText = visiting.stepNotes.of(task, steps);
  };
  const visit = { ...visiting, afterSteps, task, site, identity, state, read, startedAt: io.clock.now(), begun };
  const choice = await chooser.choose({ task, site, visit: state?.visits ?? 0 });
  const visited = await fetchAsChosen(visit, choice);
  const finish = await visited.closed();
  return async () => {
    const ending = await finish();
    const { bytes } = ending.visit;
    const renderReason = [choice.reason, visited.outcome, stepsText].filter((text) => text !== '').join('; ');
    return {
      ...ending,
      visit: { ...ending.visit, renderReason, bytes: bytes + visited.otherBytes },
      format: await choice.learn(visited),
    };
  };
}

const untold = { staticGave: null, comparison: null, outcome: '', otherBytes: 0 } as const;

async function fetchAsChosen(visit: PageVisit, { ways }: Choice): Promise<Visited> {
  if (ways === 'static' || ways === 'browser') return { ...untold, closed: await fetchOnly(visit, ways) };
  const plain = await tryStatic(visit);
  if (typeof plain === 'function') return { ...untold, closed: plain };
  const lack = 'failure' in plain ? plain.failure : lackOf(plain.read);
  if ('failure' in plain || lack !== null) return await fallBack(visit, plain, lack ?? '');
  if (ways === 'both') return await compareWithBrowser(visit, plain);
  return { ...untold, staticGave: true, closed: await concludeReading(visit, plain.opened, plain.read) };
}

async function fetchOnly(visit: PageVisit, way: FetchWay): Promise<Closed> {
  await using opened = await open(visit, way);
  return endedUnread(visit, opened) ?? (await concludeReading(visit, opened, await readOf(visit, opened)));
}

/** A browser passes where a plain client is turned away; other troubles are the same for both. */
async function tryStatic(visit: PageVisit): Promise<Closed | Seen | NoReading> {
  try {
    await using opened = await open(visit, 'static');
    return endedUnread(visit, opened) ?? { opened, read: await readOf(visit, opened) };
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind !== 'blocked') throw error;
    return { failure: `turned away: ${error.message}` };
  }
}

/** The static fetch gave too little: the browser's page stands, whatever it is. */
async function fallBack(visit: PageVisit, plain: Seen | NoReading, lack: string): Promise<Visited> {
  await using opened = await open(visit, 'browser');
  const outcome = `fell back to the browser: ${lack}`;
  const otherBytes = 'failure' in plain ? 0 : plain.opened.page.bytes;
  const unread = endedUnread(visit, opened);
  if (unread !== null) return { ...untold, outcome, otherBytes, closed: unread };
  const read = await readOf(visit, opened);
  const compared = compareReadings('failure' in plain ? plain : plain.read, read);
  return {
    closed: await concludeReading(visit, opened, read),
    // a page that is no article either way says nothing
    staticGave: compared === null ? null : false,
    comparison: compared === null ? null : comparisonOf(visit, compared),
    outcome,
    otherBytes,
  };
}

/** The static fetch gave something: is it what the browser gives? The static page stands where it is, or where the browser gives less. */
async function compareWithBrowser(visit: PageVisit, plain: Seen): Promise<Visited> {
  try {
    await using opened = await open(visit, 'browser');
    if (endedUnread(visit, opened) !== null)
      return await keepStatic(visit, plain, browserLacks(`its page answered ${opened.page.status}`), opened.page.bytes);
    const read = await readOf(visit, opened);
    const compared = compareReadings(plain.read, read) ?? browserLacks('nothing');
    if (compared.result !== 'differs') return await keepStatic(visit, plain, compared, opened.page.bytes);
    return {
      closed: await concludeReading(visit, opened, read),
      staticGave: true,
      comparison: comparisonOf(visit, compared),
      outcome: `compared: ${compared.detail}; the browser's is kept`,
      otherBytes: plain.opened.page.bytes,
    };
  } catch (error) {
    if (!(error instanceof NewshawkError)) throw error;
    if (saysNothing.includes(error.kind))
      return {
        ...untold,
        closed: await concludeReading(visit, plain.opened, plain.read),
        outcome: `not compared: ${error.message}`.slice(0, 200),
      };
    if (!dispensable.includes(error.kind)) throw error;
    return await keepStatic(visit, plain, browserLacks(`${error.kind}: ${error.message}`), 0);
  }
}

const browserLacks = (detail: string): Compared => ({ result: 'browser-lacks', detail });

async function keepStatic(
  visit: PageVisit,
  { opened, read }: Seen,
  compared: Compared,
  otherBytes: number,
): Promise<Visited> {
  return {
    closed: await concludeReading(visit, opened, read),
    staticGave: true,
    comparison: comparisonOf(visit, compared),
    outcome: compared.result === 'same' ? 'compared: the same' : `compared: the browser gave less (${compared.detail})`,
    otherBytes,
  };
}

const comparisonOf = ({ io, task }: PageVisit, compared: Compared): Comparison => ({
  at: io.clock.now(),
  url: task.url,
  ...compared,
  detail: compared.detail.slice(0, 200),
});

async function open(visit: PageVisit, way: FetchWay): Promise<OpenedPage> {
  const opened = await openPage(visit.io, way, { ...visit, headers: conditionalHeaders(visit) });
  visit.afterSteps(opened.live?.steps ?? []);
  return opened;
}

async function readOf(visit: PageVisit, opened: OpenedPage): Promise<ReadPage> {
  const outcome = await visit.read(opened);
  if (outcome.kind !== 'kept') throw new NewshawkError('bug', `reading ended as ${outcome.kind}`);
  return outcome.value;
}

function conditionalHeaders({ state, task }: PageVisit): Record<string, string> {
  if (!task.revisit || state === null) return {};
  return {
    ...(state.etag === null ? {} : { 'if-none-match': state.etag }),
    ...(state.lastModified === null ? {} : { 'if-modified-since': state.lastModified }),
  };
}
