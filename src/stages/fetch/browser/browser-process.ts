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
import { type BrowserLimits, type LaunchedBrowser, RunningBrowser } from './running-browser.ts';
import { whileConnected } from './while-connected.ts';

export interface LaunchOptions {
  readonly chromium: Chromium;
  /** `auto`: on, except as root, for whom Chromium refuses it. */
  readonly sandbox: 'auto' | 'on' | 'off';
  /** Off: no images, no remote fonts: a third of a page's CPU. */
  readonly images: boolean;
  /** Whether pages draw only when they are asked to, where the browser can do that. */
  readonly frames: 'on-demand' | 'continuous';
  readonly limits: BrowserLimits;
  readonly log: Log;
  /** Spreads the pauses between starts; default: they are whole. */
  readonly random?: Random;
  /** Looks for the browser again where its executable is gone: a packaged one is unpacked anew. */
  readonly locate?: () => Promise<Chromium>;
  /** Browsers of one machine are started one after the other; default: at once. */
  readonly queueStart?: <T>(start: () => Promise<T>) => Promise<T>;
  /** A test's are shorter. */
  readonly pauses?: LaunchPauses;
  readonly launchTimeoutMs?: number;
}

/** From the start of the process to a browser that answers. */
const defaultLaunchTimeoutMs = 30_000;
const closeTimeoutMs = 5_000;
/** Nobody listens there (RFC 863's port, closed): what would go past a context's own proxy goes nowhere. */
const deadProxy = 'http://127.0.0.1:9';

/**
 * One browser process, started at first use, again after it ended, and anew when it is worn. One that does not come up is tried again for ever, with pauses;
 * meanwhile nobody waits for it. What a killed newshawk left behind is cleared before.
 */
export class BrowserProcess implements AsyncDisposable {
  readonly #options: LaunchOptions;
  readonly #onGone: () => void;
  readonly #ledger: BrowserLedger;
  readonly #backoff: LaunchBackoff;
  /** Retired ones that still have pages, and the running one. */
  readonly #living = new Set<Browser>();
  #chromium: Chromium;
  /** Also while it is being started. */
  #running: Promise<RunningBrowser> | null = null;
  #current: RunningBrowser | null = null;
  #retry: Promise<void> = Promise.resolve();
  #isClosed = false;
  #launches = 0;
  #asksForFrames: boolean;

  /** @param onGone called when the process ended, expected or not, or takes no further pages */
  constructor(options: LaunchOptions, onGone: () => void) {
    const { chromium: found, frames, log, random = () => 1, pauses } = options;
    this.#options = options;
    this.#onGone = onGone;
    this.#chromium = found;
    this.#asksForFrames = frames === 'on-demand';
    this.#ledger = new BrowserLedger({ temporary: tmpdir(), log });
    this.#backoff = new LaunchBackoff({ log, random, pauses }, () => {
      this.#retry = this.#startAgain();
    });
  }

  get launches(): number {
    return this.#launches;
  }

  get health(): BrowserHealth {
    return this.#backoff.absence ?? { state: this.#current === null ? 'idle' : 'ready' };
  }

  /** @throws NewshawkError no-browser: at once while a start is tried again and again; CommandError (browser) when it is closed */
  async running(): Promise<RunningBrowser> {
    if (this.#isClosed) throw new CommandError(exitCodes.browser, 'The browser pool is closed.');
    if (this.#current?.isWorn) this.#retire(this.#current);
    if (this.#backoff.failure !== null) throw noBrowser(this.#backoff.failure);
    this.#running ??= this.#startFirst();
    return await this.#running;
  }

  #retire(worn: RunningBrowser): void {
    this.#running = null;
    this.#current = null;
    if (worn.hasServed) this.#backoff.pageServed();
    this.#onGone();
    worn.retireAfterPages();
  }

  /** For a page that waits. A signal to the process group in the moment of the fork (Ctrl-C), a machine short of memory: the second start succeeds. */
  async #startFirst(): Promise<RunningBrowser> {
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

  /** After a pause, while nobody waits. */
  async #startAgain(): Promise<void> {
    if (this.#isClosed) return;
    try {
      if (this.#backoff.failure?.isMissing) this.#chromium = (await this.#options.locate?.()) ?? this.#chromium;
      this.#running = Promise.resolve(await this.#start());
    } catch (cause) {
      if (!this.#isClosed) this.#backoff.failed(this.#failureOf(cause));
    }
  }

  #failureOf(cause: unknown): LaunchFailure {
    return launchFailure(cause, { chromium: this.#chromium, hasSandbox: usesSandbox(this.#options.sandbox) });
  }

  async #start(): Promise<RunningBrowser> {
    const { queueStart = (start) => start() } = this.#options;
    const running = await queueStart(() => this.#launch());
    const { browser } = running;
    // nothing is awaited from here on: no end of it is missed
    if (!browser.isConnected()) throw startEndedError();
    if (this.#isClosed) throw new Error('nobody wants it any more');
    this.#current = running;
    this.#backoff.started();
    browser.once('disconnected', () => {
      if (this.#current === running) this.#ended(running);
    });
    return running;
  }

  /** By itself, or by somebody's hand. */
  #ended({ hasServed }: RunningBrowser): void {
    this.#running = null;
    this.#current = null;
    this.#onGone();
    if (hasServed) this.#backoff.pageServed();
    else if (!this.#isClosed) this.#backoff.endedUnused(this.#failureOf(startEndedError()));
  }

  async #launch(): Promise<RunningBrowser> {
    this.#launches++;
    const { limits, log } = this.#options;
    if (this.#launches === 1) await this.#ledger.reap();
    const artifactsDir = await this.#ledger.artifactsFolder();
    const { browser, frames } = await this.#open(artifactsDir);
    return await this.#orClose(browser, async () => {
      const pid = await pidOf(browser);
      const strikeOut = await this.#ledger.record(pid);
      const strike = (): void =>
        void strikeOut().catch((error: unknown) => log.warn('browser.ledger', { why: String(error) }));
      browser.once('disconnected', strike);
      if (!browser.isConnected()) strike();
      return new RunningBrowser({ browser, pid, frames }, limits, log);
    });
  }

  async #open(artifactsDir: string | null): Promise<Pick<LaunchedBrowser, 'browser' | 'frames'>> {
    const asksForFrames = this.#asksForFrames;
    const settings = launchSettings({ ...this.#options, chromium: this.#chromium }, asksForFrames);
    const browser = await chromium.launch({ ...settings, ...(artifactsDir === null ? {} : { artifactsDir }) });
    this.#living.add(browser);
    browser.once('disconnected', () => this.#living.delete(browser));
    const frames = asksForFrames ? await this.#orClose(browser, () => FrameControl.open(browser)) : null;
    if (frames !== null || !asksForFrames) return { browser, frames };
    this.#options.log.info('browser.frames', {
      why: 'this browser cannot draw on demand: its pages draw all the time',
    });
    this.#asksForFrames = false;
    await browser.close();
    return await this.#open(artifactsDir);
  }

  /** A step of a start, with an end: a browser that has gone, or does not answer, is given up. */
  async #orClose<T>(browser: Browser, step: () => Promise<T>): Promise<T> {
    const { launchTimeoutMs = defaultLaunchTimeoutMs } = this.#options;
    const late = (): Error => new Error(`it does not answer in ${launchTimeoutMs / 1_000} s`);
    try {
      return await withTimeout(whileConnected(browser, step(), startEndedError), launchTimeoutMs, late);
    } catch (cause) {
      await closeQuietly(browser);
      throw cause;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#backoff.stop();
    // what failed told its caller, and a start that hangs ends with this process
    const starts = Promise.allSettled([this.#running, this.#retry]);
    await withTimeout(starts, closeTimeoutMs, () => new Error('it hangs')).catch(() => {});
    await Promise.all([...this.#living].map((browser) => browser.close()));
  }
}

const noBrowser = ({ message, cause }: LaunchFailure): NewshawkError =>
  new NewshawkError('no-browser', message, { cause });

/** It hangs, and the next one may: no page is to wait for that. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /Timeout \d+ms exceeded|does not answer in/.test(error.message);

const startEndedError = (): Error => new Error('it ended right after its start');

/** One that hangs is left to itself. */
async function closeQuietly(browser: Browser): Promise<void> {
  await withTimeout(browser.close(), closeTimeoutMs, () => new Error('it hangs')).catch(() => {});
}

/** As the system counts; the browser names its own processes. */
async function pidOf(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const first = processInfo.find(({ type }) => type === 'browser');
  if (first === undefined) throw new Error('the browser does not name its process');
  return first.id;
}

/** Whether the browser's own sandbox is on under this setting. */
export const usesSandbox = (sandbox: LaunchOptions['sandbox']): boolean =>
  sandbox === 'on' || (sandbox === 'auto' && process.getuid?.() !== 0);

function launchSettings(
  { chromium: found, sandbox, images, limits, launchTimeoutMs = defaultLaunchTimeoutMs }: LaunchOptions,
  asksForFrames: boolean,
): Parameters<typeof chromium.launch>[0] {
  return {
    executablePath: found.executablePath,
    env: { ...found.env },
    headless: true,
    chromiumSandbox: usesSandbox(sandbox),
    timeout: launchTimeoutMs,
    proxy: { server: deadProxy, bypass: '<-loopback>' },
    // Playwright's own handlers would end the process before the crawl has saved
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Playwright switches off for its tests what keeps a page from thousands of history entries a second
    ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
    args: [
      // names are the guard's and the proxies' to resolve: a dns-prefetch would tell our own resolver what a page behind a proxy names
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
      // The first line against bombs of objects and strings; the memory watch sees the rest.
      `--js-flags=--max-old-space-size=${limits.pageMemoryMb}`,
      ...(asksForFrames ? frameControlFlags : []),
      ...(images ? [] : ['--blink-settings=imagesEnabled=false', '--disable-remote-fonts']),
    ],
  };
}
