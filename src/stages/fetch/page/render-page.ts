import type { Response } from 'playwright-core';
import type { LivePage, PlayerPlan, RenderPlan } from '../../../browser-port.ts';
import { NewshawkError } from '../../../errors.ts';
import { type StepTaken, stepName } from '../../../model/page/page-step.ts';
import { canonicalUrl, tryCanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Turns } from '../../../ports.ts';
import { isMisdecoded } from '../../../text/garbled.ts';
import type { PageLease } from '../browser/context-pool.ts';
import { type Deadline, sleep, withTimeout } from '../deadline.ts';
import { type Authority, normalizeHost } from '../guard/authority.ts';
import { EgressError, egressErrorIn } from '../guard/egress-error.ts';
import { fromEgressError, isProxyFailure, parseWebUrl } from '../http/fetch-errors.ts';
import { serializeExpression } from '../in-page/page-script.ts';
import { serializeLimits } from '../in-page/serializer.ts';
import { expandOpenPage } from './expand-list.ts';
import { isMainDocument, NetworkLog } from './network-log.ts';
import { AnswerKeeper, answerBuffers, noAnswers } from './page-answers.ts';
import type { PageFrames } from './page-frames.ts';
import { type UnloadedPage, withRemains } from './page-remains.ts';
import { PageSession, type SessionOptions } from './page-session.ts';
import { maxConsoleEvents, recordConsole, takeSteps } from './page-steps.ts';
import { invalidRedirect, isNoDocument, isOvertaken, isPageGone, renderError } from './render-errors.ts';
import { RequestLog } from './request-log.ts';
import { type SettledPage, type SettleInput, settleAgain, settleAndSerialize } from './settle.ts';

export interface RenderInput {
  readonly lease: PageLease;
  readonly plan: RenderPlan;
  readonly deadline: Deadline;
  readonly options: SessionOptions;
  /** The guard's last error with a server. */
  readonly lastError: (target: Authority) => EgressError | null;
  /** Null: the page draws continuously. */
  readonly frames: PageFrames | null;
  readonly close: () => Promise<void>;
}

/** A renderer that hangs does not answer at all. Chosen by hand, not measured. */
const screenshotTimeoutMs = 5_000;
const rectanglesTimeoutMs = 5_000;
/** A longer page is cut: its picture would take more CPU than its visit. */
const maxPictureHeightPx = 5_000;
/** Milliseconds between two checks whether the load ended without DOMContentLoaded. */
const stoppedPollMs = 1_000;
/** A renderer's crash is reported this long after its load was aborted. */
const crashReportMs = 300;
/** Milliseconds between frames while steps run, and while a page is open for its media. */
const stepsEveryMs = 50;
const openEveryMs = 200;

/**
 * Renders a page: block URLs, navigate, wait until it settles, take steps, serialize.
 * @throws NewshawkError, with what there was of the page; or Playwright's errors, which the pool converts
 */
export async function renderPage(input: RenderInput): Promise<LivePage> {
  const { lease, plan, frames } = input;
  const startedAt = performance.now();
  const fatal = Promise.withResolvers<never>();
  const requests = new RequestLog(lease.page, () => performance.now() - startedAt);
  const console = recordConsole(lease.page, () =>
    fatal.reject(
      new NewshawkError('too-large', `the page writes more than ${maxConsoleEvents} lines to its console: ${plan.url}`),
    ),
  );
  const watched: UnloadedPage = { requests, console, session: null };
  try {
    return await renderWatched(input, { watched, lines: console, fatal, startedAt });
  } catch (error) {
    throw await withRemains(isPageGone(error) ? error : renderError(error, plan, null), watched, frames);
  }
}

interface Watching {
  readonly watched: UnloadedPage;
  /** The page's console; steps that find nothing are added. */
  readonly lines: string[];
  readonly fatal: PromiseWithResolvers<never>;
  readonly startedAt: number;
}

async function renderWatched(input: RenderInput, { watched, lines, fatal, startedAt }: Watching): Promise<LivePage> {
  const { lease, plan, frames, deadline, options } = input;
  const { page } = lease;
  const network = new NetworkLog(page);
  fatal.promise.catch(() => {}); // raced below; after the page was read it does not matter
  page.once('crash', () =>
    fatal.reject(new NewshawkError('browser-crashed', `the page's renderer crashed: ${plan.url}`)),
  );
  onDocumentCutOff(page, network, (why) =>
    fatal.reject(new NewshawkError('unreachable', `the document was cut off (${why}): ${plan.url}`)),
  );
  const raceFatal = <T>(work: Promise<T>, step: string): Promise<T> =>
    deadline.race(Promise.race([work, fatal.promise]), step);

  const answers = plan.keepAnswers ? new AnswerKeeper(lease) : null;
  const sessionOptions = plan.keepAnswers ? { ...options, buffers: answerBuffers } : options;
  const session = await raceFatal(PageSession.open(lease, sessionOptions, fatal.reject), 'the tab was prepared');
  watched.session = session;
  if (plan.turns !== undefined) {
    await Promise.race([deadline.excluding(plan.turns.take(plan.url)), fatal.promise]);
    trackDocumentRequests(page, plan.turns);
  }
  const hasDocument = await raceFatal(navigate(input, network, session), 'the page was loaded');
  checkFromServer(network.main, plan);
  const first = hasDocument
    ? await raceFatal(settle(input, session, network, lines), 'the page settled')
    : { by: 'quiet' as const, html: '', steps: [] };
  const settled = isMisdecoded(first.html)
    ? await raceFatal(loadByBytes(input, session, network, lines), 'the page was loaded again')
    : first;
  const main = checkFromServer(network.main, plan); // a script, or a refresh, may have led elsewhere
  const address = finalUrl(hasDocument ? page.url() : (main?.url() ?? plan.url), plan);
  const drawing = frames?.keepRunning(openEveryMs);
  return {
    finalUrl: address,
    status: main?.status() ?? 0,
    headers: main?.headers() ?? {},
    html: settled.html,
    settledBy: settled.by,
    steps: settled.steps,
    elapsedMs: performance.now() - startedAt,
    answers: async () => (await answers?.all()) ?? noAnswers,
    network: () => network.entries(),
    requests: () => watched.requests.records(),
    console: () => [...lines],
    bytes: () => session.bytes,
    evaluate: (expression, timeoutMs) => evaluate(session, expression, timeoutMs, plan.url),
    expandList: (expandPlan) =>
      expandOpenPage({ lease, session, network, frames, maxBytes: options.maxBytes }, expandPlan),
    htmlWithRectangles: () => htmlWithRectangles(session),
    showAll: async () => {
      await withTimeout(session.showAll(maxPictureHeightPx), rectanglesTimeoutMs, () => new Error('no answer')).catch(
        () => {}, // the picture then shows what is visible
      );
      await frames?.draw(2);
    },
    screenshot: () =>
      withTimeout((frames ?? session).screenshot(), screenshotTimeoutMs, () => new Error('no answer')).catch(
        () => null,
      ),
    [Symbol.asyncDispose]: () => {
      drawing?.[Symbol.dispose]();
      frames?.end();
      return input.close();
    },
  };
}

/** Null: the failure bundle then has no regions. */
const htmlWithRectangles = (session: PageSession): Promise<string | null> =>
  withTimeout(
    session.evaluateIsolated<string | null>(serializeExpression({ ...serializeLimits, rectangles: true })),
    rectanglesTimeoutMs,
    () => new Error('no answer'),
  ).catch(() => null);

/** Reports document responses to the host's turns, and requests that did not wait for one: redirects, and navigations by scripts. */
export function trackDocumentRequests(page: PageLease['page'], turns: Turns): void {
  let isFirst = true;
  page.on('request', (request) => {
    if (!isMainDocument(request, page) || !/^https?:/.test(request.url())) return;
    if (!isFirst) turns.note(request.url());
    isFirst = false;
  });
  page.on('response', (response) => {
    if (isMainDocument(response.request(), page)) turns.answered(response.url());
  });
}

/** Watches for a broken connection of the document: the page would stay "loading" for ever. An aborted request was replaced by another navigation. */
function onDocumentCutOff(page: PageLease['page'], network: NetworkLog, onCut: (why: string) => void): void {
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed';
    if (network.main?.request() === request && why !== 'net::ERR_ABORTED') onCut(why);
  });
}

/** @returns false when the response was not a document (a download, 204) */
async function navigate(
  { lease, plan, deadline, lastError }: RenderInput,
  network: NetworkLog,
  session: PageSession,
): Promise<boolean> {
  const stopped = new AbortController();
  try {
    const loaded = lease.page.goto(plan.url, {
      waitUntil: 'domcontentloaded',
      timeout: Math.max(1, deadline.leftMs),
    });
    loaded.catch(() => {}); // raced below; it does not matter when the page stopped its load
    await Promise.race([loaded, loadStopped(session, stopped.signal)]);
    return true;
  } catch (error) {
    if (isOvertaken(error)) return true;
    const redirectError = invalidRedirect(network.main);
    if (redirectError !== null) throw redirectError;
    if (isNoDocument(error) && network.main !== null) return false;
    // a crashing renderer aborts its load first, and the crash is reported a moment later: the site is not to blame
    if (isNoDocument(error)) await sleep(crashReportMs);
    if (isPageGone(error)) throw error;
    const url = parseWebUrl(network.navigatingTo ?? plan.url);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    throw renderError(error, plan, lastError({ host: normalizeHost(url.hostname), port }), url.href);
  } finally {
    stopped.abort();
  }
}

/** Loads the page again, in the encoding of its bytes: what it declares does not fit them, and a browser obeys it. */
async function loadByBytes(
  input: RenderInput,
  session: PageSession,
  network: NetworkLog,
  lines: string[],
): ReturnType<typeof settle> {
  const { plan, deadline } = input;
  lines.push('newshawk: the page is loaded again: its declared encoding does not fit its bytes');
  await session.decodeByBytes();
  if (plan.turns !== undefined) await deadline.excluding(plan.turns.take(plan.url));
  await navigate(input, network, session);
  return await settle(input, session, network, lines);
}

/** Resolves when the load has ended without DOMContentLoaded: after `window.stop()`, or a navigation to `mailto:` during parsing. */
async function loadStopped(session: PageSession, signal: AbortSignal): Promise<void> {
  const hasStopped = "location.href !== 'about:blank' && document.readyState === 'complete'";
  for (;;) {
    await sleep(stoppedPollMs);
    // a page between two documents, or without an answer, is checked again
    if (signal.aborted || (await session.evaluateIsolated<boolean>(hasStopped).catch(() => false))) return;
  }
}

async function settle(
  { lease: { page }, plan, frames, deadline, options: { maxBytes } }: RenderInput,
  session: PageSession,
  network: NetworkLog,
  lines: string[],
): Promise<SettledPage & { readonly steps: readonly StepTaken[] }> {
  const input = { session, network, frames, deadline, waitFor: plan.waitFor };
  const first = await settleAndSerialize(input, true);
  if (plan.steps.length === 0) return { ...first, steps: [] };
  const steps = await runSteps(page, plan.steps, { input, frames, maxBytes });
  for (const { step, times, why } of steps)
    if (times === 0) lines.push(`newshawk: the step ${stepName(step)} found nothing: ${why}`);
  const { html } = await settleAndSerialize({ ...input, waitFor: null }, false);
  return { by: first.by, html, steps };
}

async function runSteps(
  page: PageLease['page'],
  steps: RenderPlan['steps'],
  { input, frames, maxBytes }: { input: SettleInput; frames: PageFrames | null; maxBytes: number },
): Promise<StepTaken[]> {
  // Playwright clicks on an element only after it did not move for two frames
  using _drawing = frames?.keepRunning(stepsEveryMs, true);
  return await takeSteps(steps, {
    page,
    maxBytes,
    deadline: input.deadline,
    bytes: () => input.session.bytes,
    evaluate: (expression) => input.session.evaluateIsolated(expression),
    isLoading: () => !input.network.isIdle,
    settle: (capMs) => settleAgain(input, capMs),
  });
}

/** @returns the response @throws NewshawkError when it comes from the guard or the proxy, not from the server */
export function checkFromServer(main: Response | null, { identity }: RenderPlan | PlayerPlan): Response | null {
  if (main === null) return null;
  const egressError = main.url().startsWith('http:') ? egressErrorIn(main.headers()) : null;
  if (egressError !== null) throw fromEgressError(egressError, main.url());
  if (isProxyFailure(main.status(), main.url(), identity.proxy))
    throw fromEgressError(new EgressError('proxy', `it answers ${main.status()}`), main.url());
  return main;
}

function finalUrl(url: string, plan: RenderPlan): LivePage['finalUrl'] {
  if (url.startsWith('chrome-error:'))
    throw new NewshawkError('unreachable', `the page ended on the browser's error page: ${plan.url}`);
  return tryCanonicalUrl(url) ?? canonicalUrl(plan.url); // about:blank and the like: a script has rewritten the document
}

async function evaluate<T>(session: PageSession, expression: string, timeoutMs: number, url: string): Promise<T> {
  const timeoutError = (): Error =>
    new NewshawkError('timed-out', `the page does not answer in ${timeoutMs} ms: ${url}`);
  return await withTimeout(session.evaluate<T>(expression), timeoutMs, timeoutError);
}
