import type { BrowserContext, Frame, Response, Route, Worker } from 'playwright-core';
import type { ClickKind, InFrame, PlayerPage, PlayerPlan } from '../../../browser-port.ts';
import { NewshawkError } from '../../../errors.ts';
import type { Exchange, SocketTraffic } from '../../../model/web/exchange.ts';
import type { PageLease } from '../browser/context-pool.ts';
import { type Deadline, withTimeout } from '../deadline.ts';
import { type Authority, normalizeHost } from '../guard/authority.ts';
import type { EgressError } from '../guard/egress-error.ts';
import { parseWebUrl } from '../http/fetch-errors.ts';
import { playerConsentOptions } from '../in-page/consent.ts';
import { imageBoxesScript } from '../in-page/image-boxes.ts';
import { consentExpression } from '../in-page/page-script.ts';
import { cookieHeader, isSameSite } from './media-cookies.ts';
import { recordConsole } from './page-steps.ts';
import { PlayerTraffic } from './player-traffic.ts';
import { isNoDocument, isOvertaken, isPageGone, renderError } from './render-errors.ts';
import { checkFromServer, trackDocumentRequests } from './render-page.ts';
import { prefixWorkerScripts } from './worker-scripts.ts';

export interface PlayerInput {
  readonly lease: PageLease;
  readonly plan: PlayerPlan;
  readonly deadline: Deadline;
  /** Patterns of Network.setBlockedURLs. */
  readonly block: readonly string[];
  /** Whether images and fonts are loaded. */
  readonly images: boolean;
  readonly lastError: (target: Authority) => EgressError | null;
  readonly close: () => Promise<void>;
}

/** By their addresses: requests of a player are not stopped one by one, as it may be late with its first frame then. */
const fontPatterns = ['*.woff', '*.ttf', '*.otf'];
const screenshotTimeoutMs = 3_000;
const consentTimeoutMs = 1_500;
const backTimeoutMs = 3_000;
const cookiesTimeoutMs = 1_500;
/** A busy page needs a second; one that hangs never answers. */
const gestureTimeoutMs = 4_000;
/** Pages that want a button held ask for one to two seconds. */
const holdMs = 2_200;
/** Expressions are evaluated in at most this many frames: a page with more is an attack. */
const maxFrames = 40;
/** A document without DOMContentLoaded after this time is played as far as it has loaded. */
const longestLoadMs = 12_000;

/**
 * Opens a page for playing: installs the script, then loads the document up to DOMContentLoaded.
 * @throws NewshawkError, or Playwright's errors, which the pool converts
 */
export async function openPlayerPage(input: PlayerInput): Promise<PlayerPage> {
  const { lease, plan, deadline, images } = input;
  const opened = new OpenPlayerPage(input);
  // one script for both: each costs every frame an evaluation
  const script = images ? plan.script : `${imageBoxesScript}\n${plan.script}`;
  const prepared = Promise.all([
    lease.page.addInitScript(script),
    opened.prepare(plan.workerScript),
    plan.readsOnly === true ? readOnlyContext(lease.page.context()) : null,
  ]);
  await deadline.race(prepared, 'the tab was prepared');
  if (plan.turns !== undefined) {
    await deadline.excluding(plan.turns.take(plan.url));
    trackDocumentRequests(lease.page, plan.turns);
  }
  await deadline.race(navigate(input, opened), 'the page was loaded');
  if (opened.main === null) throw new NewshawkError('unreachable', `no answer: ${plan.url}`);
  checkFromServer(opened.main, plan);
  return opened;
}

class OpenPlayerPage implements PlayerPage {
  /** The last response to a navigation of the main frame. */
  main: Response | null = null;
  readonly #lease: PageLease;
  readonly #close: () => Promise<void>;
  readonly #traffic: PlayerTraffic;
  readonly #blocked: string[];
  /** The index is the frame's number. */
  readonly #frames: Frame[] = [];
  /** Likewise. */
  readonly #workers: Worker[] = [];
  /** Frames and workers that still owe an answer. */
  readonly #busy = new WeakSet<Evaluator>();

  constructor({ lease, block, images, close }: PlayerInput) {
    const { page } = lease;
    this.#lease = lease;
    this.#close = close;
    this.#blocked = [...block, ...(images ? [] : fontPatterns)];
    this.#traffic = new PlayerTraffic(page.context(), page);
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) this.main = response;
    });
    recordConsole(page, () => void page.close().catch(() => {})); // it may be closed already
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {})); // it may have closed with its page
  }

  async prepare(workerScript: string | undefined): Promise<void> {
    if (workerScript !== undefined) await prefixWorkerScripts(this.#lease.cdp, workerScript);
    await this.#lease.cdp.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
    await this.block([]);
  }

  get status(): number {
    return this.main?.status() ?? 0;
  }

  url(): string {
    return this.#lease.page.url();
  }

  exchanges(): readonly Exchange[] {
    return this.#traffic.exchanges();
  }

  sockets(): readonly SocketTraffic[] {
    return this.#traffic.sockets();
  }

  async cookieFor(url: string): Promise<string> {
    const stored = this.#lease.page.context().cookies([url]);
    const cookies = await withTimeout(stored, cookiesTimeoutMs, () => new Error('no answer')).catch(() => []);
    return cookieHeader(cookies, isSameSite(url, this.url()));
  }

  async inFrames<T>(expression: string, timeoutMs: number, number?: number): Promise<readonly InFrame<T>[]> {
    const all = this.#lease.page.frames().filter(hasDocument).slice(0, maxFrames);
    const frames = number === undefined ? all : all.filter((frame) => frame === this.#frames[number]);
    const results = await Promise.all(frames.map((frame) => this.#evaluateIn<T>(frame, expression, timeoutMs)));
    return frames.flatMap((frame, index): InFrame<T>[] => {
      const result = results[index] ?? null;
      return result === null ? [] : [{ frame: this.#numberOf(frame), url: frame.url(), value: result.value }];
    });
  }

  async inWorkers<T>(expression: string, timeoutMs: number): Promise<readonly InFrame<T>[]> {
    const workers = this.#lease.page.workers().slice(0, maxFrames);
    const results = await Promise.all(
      workers.map((worker) => this.#evaluateIn<T>(worker as Evaluator, expression, timeoutMs)),
    );
    return workers.flatMap((worker, index): InFrame<T>[] => {
      const result = results[index] ?? null;
      return result === null
        ? []
        : [{ frame: numberIn(this.#workers, worker), url: worker.url(), value: result.value }];
    });
  }

  /** Null where it does not answer in time, and until it has answered: more questions would only wait behind the first. */
  async #evaluateIn<T>(frame: Evaluator, expression: string, timeoutMs: number): Promise<{ readonly value: T } | null> {
    if (this.#busy.has(frame)) return null;
    const answer = frame.evaluate<T>(expression);
    const ready = (): unknown => this.#busy.delete(frame);
    return await withTimeout(answer, timeoutMs, () => new Error('no answer')).then(
      (value) => ({ value }),
      () => {
        this.#busy.add(frame);
        answer.then(ready, ready); // at once where the evaluation failed
        return null;
      },
    );
  }

  #numberOf(frame: Frame): number {
    return numberIn(this.#frames, frame);
  }

  async cornerOf(number: number): Promise<{ readonly x: number; readonly y: number } | null> {
    const frame = this.#frames[number];
    return frame === undefined ? null : await frameOffset(frame);
  }

  async click(number: number, x: number, y: number, how: ClickKind = 'once'): Promise<boolean> {
    const corner = await this.cornerOf(number);
    if (corner === null) return false;
    const options = { clickCount: how === 'twice' ? 2 : 1, delay: how === 'long' ? holdMs : 0 };
    return await waitBriefly(this.#lease.page.mouse.click(corner.x + x, corner.y + y, options));
  }

  async press(key: 'Space' | 'Enter'): Promise<void> {
    await waitBriefly(this.#lease.page.keyboard.press(key));
  }

  async wheel(deltaY: number): Promise<void> {
    await waitBriefly(this.#lease.page.mouse.wheel(0, deltaY));
  }

  async consent(): Promise<boolean> {
    const expression = consentExpression(playerConsentOptions);
    const answers = await this.inFrames<string | null>(expression, consentTimeoutMs);
    return answers.some(({ value }) => value !== null);
  }

  async back(): Promise<void> {
    await waitBriefly(this.#lease.page.goBack({ timeout: backTimeoutMs, waitUntil: 'domcontentloaded' })); // whatever it shows is played
  }

  async block(patterns: readonly string[]): Promise<void> {
    this.#blocked.push(...patterns);
    await waitBriefly(this.#lease.cdp.send('Network.setBlockedURLs', { urls: this.#blocked }));
  }

  async screenshot(): Promise<Uint8Array | null> {
    const shot = this.#lease.page.screenshot({ type: 'jpeg', quality: 60, timeout: screenshotTimeoutMs });
    return await withTimeout(shot, screenshotTimeoutMs, () => new Error('no answer')).catch(() => null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

/** The index of an entry, which is added if it is new. */
function numberIn<T>(entries: T[], entry: T): number {
  const index = entries.indexOf(entry);
  return index >= 0 ? index : entries.push(entry) - 1;
}

/** Waits for a command to the page: one whose script never ends does not answer. @returns false after the timeout or an error */
async function waitBriefly(work: Promise<unknown>): Promise<boolean> {
  return await withTimeout(work, gestureTimeoutMs, () => new Error('no answer')).then(
    () => true,
    () => false, // the timeout, or the page was closed
  );
}

/** A frame or a worker. */
type Evaluator = Pick<Frame, 'evaluate'>;

/** A lazy frame has no address before its document is requested: an evaluation in it would wait for that. */
const hasDocument = (frame: Frame): boolean => frame.parentFrame() === null || frame.url() !== '';

/** Position of a frame in the page's viewport; null when it does not answer in time. */
async function frameOffset(frame: Frame): Promise<{ readonly x: number; readonly y: number } | null> {
  if (frame.parentFrame() === null) return { x: 0, y: 0 };
  const box = async (): Promise<{ x: number; y: number } | null> => {
    const element = await frame.frameElement();
    return await element.boundingBox();
  };
  return await withTimeout(box(), consentTimeoutMs, () => new Error('no answer')).catch(() => null);
}

async function navigate({ lease, plan, deadline, lastError }: PlayerInput, opened: OpenPlayerPage): Promise<void> {
  try {
    const limit = Math.max(1, Math.min(longestLoadMs, deadline.leftMs));
    const referer = plan.referer === undefined ? {} : { referer: plan.referer };
    await lease.page.goto(plan.url, { waitUntil: 'domcontentloaded', timeout: limit, ...referer });
  } catch (error) {
    if (isOvertaken(error)) return;
    const hasResponse = opened.main !== null;
    if (hasResponse && (isNoDocument(error) || /Timeout \d+ms exceeded/.test(String(error)))) return;
    if (isPageGone(error)) throw error;
    const url = parseWebUrl(plan.url);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    throw renderError(error, plan, lastError({ host: normalizeHost(url.hostname), port }));
  }
}

/** Methods that ask for something and change nothing. */
const reads = /^(?:GET|HEAD|OPTIONS)$/;

/** What a page sends at its end passes by `route`: its scripts do not learn of the end. They are added later than this. */
const withoutEnd = `(() => {
  delete window.fetchLater;
  for (const end of ['pagehide', 'beforeunload', 'unload', 'visibilitychange', 'freeze'])
    addEventListener(end, (event) => event.stopImmediatePropagation(), true);
})();`;

/** From now on, requests of all pages and workers of a context that may have an effect fail as on a broken network, beacons too. @throws Error when the context is closed */
export async function readOnlyContext(context: BrowserContext): Promise<void> {
  await Promise.all([context.addInitScript(withoutEnd), context.route('**/*', decide)]);
}

/** The page may have been closed meanwhile. */
const decide = (route: Route): Promise<void> =>
  (reads.test(route.request().method()) ? route.continue() : route.abort('failed')).catch(() => {});
