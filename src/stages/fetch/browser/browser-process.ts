import { tmpdir } from 'node:os';
import { type Browser, chromium } from 'playwright-core';
import { CommandError, exitCodes, NewshawkError } from '../../../errors.ts';
import type { BrowserHealth } from '../../../model/crawl/browser-health.ts';
import type { Log, Random } from '../../../ports.ts';
import { withTimeout } from '../deadline.ts';
import { BrowserLedger } from './browser-ledger.ts';
import type { Chromium } from './chromium.ts';
import { FrameControl, frameControlFlags } from './frame-control.ts';
import { LaunchBackoff, type LaunchPauses } from './launch-backoff.ts';
import { type LaunchFailure, launchFailure } from './launch-failure.ts';
import { type BrowserLimits, RunningBrowser } from './running-browser.ts';

export interface LaunchOptions {
  readonly chromium: Chromium;
  /** `auto`: on, except for root, where Chromium refuses it. */
  readonly sandbox: 'auto' | 'on' | 'off';
  readonly browsers: {
    /** Whether pages load images and remote fonts. Without them a page costs a third less CPU. */
    readonly images: boolean;
    /** `on-demand`: pages draw only on request, if the browser supports it (docs/adr/0008). */
    readonly frames: 'on-demand' | 'continuous';
    readonly limits: BrowserLimits;
  };
  readonly log: Log;
  /** Randomizes the pauses between starts. Default: full pauses. */
  readonly random?: Random;
  /** Finds the browser again when its executable is missing; a packaged one is unpacked again. */
  readonly locate?: () => Promise<Chromium>;
  /** Queues starts, so that browsers start one after the other. Default: no queue. */
  readonly queueStart?: <T>(start: () => Promise<T>) => Promise<T>;
  /** Pauses between failed starts; tests shorten them. */
  readonly pauses?: LaunchPauses;
  readonly launchTimeoutMs?: number;
}

/** From the start of the process to the browser's first answer. */
const defaultLaunchTimeoutMs = 30_000;
const closeTimeoutMs = 5_000;
/** A closed port (RFC 863): a request that bypasses its context's proxy fails. */
const deadProxy = 'http://127.0.0.1:9';

/**
 * One browser process, started at first use, after a crash, and when the running one is worn. A failing start is retried for ever, with pauses; meanwhile
 * requests fail at once. The first start removes what a killed newshawk left behind.
 */
export class BrowserProcess implements AsyncDisposable {
  readonly #options: LaunchOptions;
  readonly #afterEnd: () => void;
  readonly #ledger: BrowserLedger;
  readonly #backoff: LaunchBackoff;
  /** The running browser, and retired ones that still have pages. */
  readonly #living = new Set<Browser>();
  #chromium: Chromium;
  /** The running browser, or its start. */
  #running: Promise<RunningBrowser> | null = null;
  #current: RunningBrowser | null = null;
  #pendingRetry: Promise<void> = Promise.resolve();
  #isClosed = false;
  #launches = 0;
  #drawsOnDemand: boolean;

  /** @param afterEnd called when the browser has ended, for any reason, or takes no further pages */
  constructor(options: LaunchOptions, afterEnd: () => void) {
    const { chromium: executable, browsers, log, random = () => 1, pauses } = options;
    this.#options = options;
    this.#afterEnd = afterEnd;
    this.#chromium = executable;
    this.#drawsOnDemand = browsers.frames === 'on-demand';
    this.#ledger = new BrowserLedger({ temporary: tmpdir(), log });
    this.#backoff = new LaunchBackoff({ log, random, pauses }, () => {
      this.#pendingRetry = this.#retryStart();
    });
  }

  get launches(): number {
    return this.#launches;
  }

  get health(): BrowserHealth {
    return this.#backoff.absence ?? { state: this.#current === null ? 'idle' : 'ready' };
  }

  /** @throws NewshawkError no-browser, at once while failed starts are retried; CommandError (browser) when the pool is closed */
  async running(): Promise<RunningBrowser> {
    if (this.#isClosed) throw new CommandError(exitCodes.browser, 'The browser pool is closed.');
    if (this.#current?.isWorn) this.#retire(this.#current);
    if (this.#backoff.failure !== null) throw noBrowser(this.#backoff.failure);
    this.#running ??= this.#startForPage();
    return await this.#running;
  }

  #retire(worn: RunningBrowser): void {
    this.#running = null;
    this.#current = null;
    if (worn.hasServed) this.#backoff.pageServed();
    this.#afterEnd();
    worn.retireAfterPages();
  }

  /** Starts the browser while a page waits. A first failure may be an accident, such as a signal during the fork or a lack of memory, so it is tried twice. */
  async #startForPage(): Promise<RunningBrowser> {
    try {
      return await this.#start().catch((cause: unknown) => {
        if (this.#isClosed || isTimeout(cause)) throw cause;
        return this.#start();
      });
    } catch (cause) {
      this.#running = null;
      const failure = this.#failureOf(cause);
      if (!this.#isClosed) this.#backoff.failed(failure);
      throw noBrowser(failure);
    }
  }

  /** Starts the browser after a pause; no page waits for it. */
  async #retryStart(): Promise<void> {
    if (this.#isClosed) return;
    try {
      if (this.#backoff.failure?.isMissing) this.#chromium = (await this.#options.locate?.()) ?? this.#chromium;
      this.#running = Promise.resolve(await this.#start());
    } catch (cause) {
      if (!this.#isClosed) this.#backoff.failed(this.#failureOf(cause));
    }
  }

  #failureOf(cause: unknown): LaunchFailure {
    return launchFailure(cause, this.#chromium.executablePath, usesSandbox(this.#options.sandbox));
  }

  async #start(): Promise<RunningBrowser> {
    const { queueStart = (start) => start() } = this.#options;
    const running = await queueStart(() => this.#launch());
    const { browser } = running;
    // no await from here on, so that the browser's end is not missed
    if (!browser.isConnected()) throw startEndedError();
    if (this.#isClosed) throw new Error('the pool was closed meanwhile');
    this.#current = running;
    this.#backoff.started();
    browser.once('disconnected', () => {
      if (this.#current === running) this.#ended(running);
    });
    return running;
  }

  #ended({ hasServed }: RunningBrowser): void {
    this.#running = null;
    this.#current = null;
    this.#afterEnd();
    if (hasServed) this.#backoff.pageServed();
    else if (!this.#isClosed) this.#backoff.endedUnused(this.#failureOf(startEndedError()));
  }

  async #launch(): Promise<RunningBrowser> {
    this.#launches++;
    const { browsers, log } = this.#options;
    if (this.#launches === 1) await this.#ledger.reap();
    const artifactsDir = await this.#ledger.artifactsFolder();
    const { browser, frames } = await this.#open(artifactsDir);
    return await this.#closeOnFailure(browser, async () => {
      const pid = await pidOf(browser);
      const removeRecord = await this.#ledger.record(pid);
      const afterDisconnect = (): void =>
        void removeRecord().catch((error: unknown) => log.warn('browser.ledger', { why: String(error) }));
      browser.once('disconnected', afterDisconnect);
      if (!browser.isConnected()) afterDisconnect();
      return new RunningBrowser({ browser, pid, frames }, browsers.limits, log);
    });
  }

  async #open(
    artifactsDir: string | null,
  ): Promise<{ readonly browser: Browser; readonly frames: FrameControl | null }> {
    const drawsOnDemand = this.#drawsOnDemand;
    const settings = launchSettings({ ...this.#options, chromium: this.#chromium }, drawsOnDemand);
    const browser = await chromium.launch({ ...settings, ...(artifactsDir === null ? {} : { artifactsDir }) });
    this.#living.add(browser);
    browser.once('disconnected', () => this.#living.delete(browser));
    const frames = drawsOnDemand ? await this.#closeOnFailure(browser, () => FrameControl.open(browser)) : null;
    if (frames !== null || !drawsOnDemand) return { browser, frames };
    this.#options.log.info('browser.frames', {
      why: 'this browser cannot draw on demand: its pages draw continuously',
    });
    this.#drawsOnDemand = false;
    await browser.close();
    return await this.#open(artifactsDir);
  }

  /** Runs a step of a start. Closes the browser when the step fails, times out, or the browser ends. */
  async #closeOnFailure<T>(browser: Browser, step: () => Promise<T>): Promise<T> {
    const { launchTimeoutMs = defaultLaunchTimeoutMs } = this.#options;
    const timeoutError = (): Error => new Error(`it does not answer in ${launchTimeoutMs / 1_000} s`);
    try {
      return await withTimeout(whileConnected(browser, step(), startEndedError), launchTimeoutMs, timeoutError);
    } catch (cause) {
      await closeQuietly(browser);
      throw cause;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#backoff.stop();
    // failures have reached their callers; a start that hangs ends with this process
    const starts = Promise.allSettled([this.#running, this.#pendingRetry]);
    await withTimeout(starts, closeTimeoutMs, () => new Error('it hangs')).catch(() => {});
    await Promise.all([...this.#living].map((browser) => browser.close()));
  }
}

const noBrowser = ({ message, cause }: LaunchFailure): NewshawkError =>
  new NewshawkError('no-browser', message, { cause });

/** A start that timed out is not repeated while a page waits: the next one may hang too. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /Timeout \d+ms exceeded|does not answer in/.test(error.message);

const startEndedError = (): Error => new Error('it ended right after its start');

/** Closes a browser. Ignores failures and stops waiting for one that hangs. */
async function closeQuietly(browser: Browser): Promise<void> {
  await withTimeout(browser.close(), closeTimeoutMs, () => new Error('it hangs')).catch(() => {});
}

/** The system's number of the browser's first process. */
async function pidOf(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const first = processInfo.find(({ type }) => type === 'browser');
  if (first === undefined) throw new Error('the browser does not name its process');
  return first.id;
}

/** Whether the browser's sandbox is on with this setting. */
export const usesSandbox = (sandbox: LaunchOptions['sandbox']): boolean =>
  sandbox === 'on' || (sandbox === 'auto' && process.getuid?.() !== 0);

function launchSettings(
  {
    chromium: { executablePath, env },
    sandbox,
    browsers: { images, limits },
    launchTimeoutMs = defaultLaunchTimeoutMs,
  }: LaunchOptions,
  drawsOnDemand: boolean,
): Parameters<typeof chromium.launch>[0] {
  return {
    executablePath,
    env: { ...env },
    headless: true,
    chromiumSandbox: usesSandbox(sandbox),
    timeout: launchTimeoutMs,
    proxy: { server: deadProxy, bypass: '<-loopback>' },
    // Playwright's handlers would end the process before the crawl has saved
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Playwright disables this protection for its tests; it limits how often a page may change its history
    ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
    args: [
      // only the guard and the proxies resolve names: a dns-prefetch would show our resolver the hosts of pages behind a proxy
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
      // the first limit against scripts that fill the memory; MemoryWatch enforces the others
      `--js-flags=--max-old-space-size=${limits.pageMemoryMb}`,
      ...(drawsOnDemand ? frameControlFlags : []),
      ...(images ? [] : ['--blink-settings=imagesEnabled=false', '--disable-remote-fonts']),
    ],
  };
}

/** The work's result, or `endError()` as soon as the browser ends: some of Playwright's calls never settle then. */
export async function whileConnected<T>(browser: Browser, work: Promise<T>, endError: () => Error): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const onEnd = (): void => ended.reject(endError());
  browser.once('disconnected', onEnd);
  if (!browser.isConnected()) onEnd();
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    browser.off('disconnected', onEnd);
  }
}
