import { tmpdir } from 'node:os';
import { type Browser, chromium } from 'playwright-core';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Log } from '../../ports.ts';
import { BrowserLedger } from './browser-ledger.ts';
import type { Chromium } from './chromium.ts';
import { FrameControl, frameControlFlags } from './frame-control.ts';
import { type BrowserLimits, type Launched, RunningBrowser } from './running-browser.ts';

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
}

const launchTimeoutMs = 30_000;
/** Nobody listens there (RFC 863's port, closed): what would go past a context's own proxy goes nowhere. */
const nowhere = 'http://127.0.0.1:9';

/** One browser process, started at first use, again after it crashed, and anew when it is worn. What a killed newshawk left behind is cleared before. */
export class BrowserProcess implements AsyncDisposable {
  readonly #options: LaunchOptions;
  readonly #onGone: () => void;
  readonly #ledger: BrowserLedger;
  /** Retired ones that still have pages, and the running one. */
  readonly #living = new Set<Browser>();
  #running: Promise<RunningBrowser> | null = null;
  #current: RunningBrowser | null = null;
  #isClosed = false;
  #launches = 0;
  #asksForFrames: boolean;

  /** @param onGone called when the process ended, expected or not, or takes no further pages */
  constructor(options: LaunchOptions, onGone: () => void) {
    this.#options = options;
    this.#onGone = onGone;
    this.#asksForFrames = options.frames === 'on-demand';
    this.#ledger = new BrowserLedger({ temporary: tmpdir(), log: options.log });
  }

  get launches(): number {
    return this.#launches;
  }

  /** @throws CommandError (browser) when it doesn't start */
  running(): Promise<RunningBrowser> {
    if (this.#isClosed) throw new CommandError(exitCodes.browser, 'The browser pool is closed.');
    if (this.#current?.isWorn) this.#retire(this.#current);
    this.#running ??= this.#launch();
    return this.#running;
  }

  #retire(worn: RunningBrowser): void {
    this.#running = null;
    this.#current = null;
    this.#onGone();
    worn.retire();
  }

  async #launch(): Promise<RunningBrowser> {
    this.#launches++;
    const { limits, log } = this.#options;
    try {
      if (this.#launches === 1) await this.#ledger.reap();
      const artifactsDir = await this.#ledger.artifacts();
      const { browser, frames } = await this.#start(artifactsDir);
      this.#living.add(browser);
      const pid = await pidOf(browser);
      const strikeOut = await this.#ledger.enter(pid);
      const running = new RunningBrowser({ browser, pid, frames }, limits, log);
      this.#current = running;
      browser.once('disconnected', () => {
        this.#living.delete(browser);
        strikeOut().catch((error: unknown) => log.warn('browser.ledger', { why: String(error) }));
        if (this.#current !== running) return;
        this.#running = null;
        this.#current = null;
        this.#onGone();
      });
      return running;
    } catch (cause) {
      this.#running = null;
      throw launchFailed(cause, this.#options);
    }
  }

  async #start(artifactsDir: string | null): Promise<Pick<Launched, 'browser' | 'frames'>> {
    const launch = (): Promise<Browser> => {
      const settings = launchSettings(this.#options, this.#asksForFrames);
      return chromium.launch({ ...settings, ...(artifactsDir === null ? {} : { artifactsDir }) });
    };
    // A signal to the process group in the moment of the fork (Ctrl-C), a machine short of memory: the second start succeeds.
    const browser = await launch().catch(launch);
    if (!this.#asksForFrames) return { browser, frames: null };
    const frames = await FrameControl.of(browser).catch(async (cause: unknown) => {
      await browser.close();
      throw cause;
    });
    if (frames !== null) return { browser, frames };
    this.#options.log.info('browser.frames', {
      why: 'this browser cannot draw on demand: its pages draw all the time',
    });
    this.#asksForFrames = false;
    await browser.close();
    return { browser: await launch(), frames: null };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#running?.catch(() => null); // a launch that failed told its caller
    await Promise.all([...this.#living].map((browser) => browser.close()));
  }
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

const withSandbox = (sandbox: LaunchOptions['sandbox']): boolean =>
  sandbox === 'on' || (sandbox === 'auto' && process.getuid?.() !== 0);

function launchSettings(
  { chromium: found, sandbox, images, limits }: LaunchOptions,
  asksForFrames: boolean,
): Parameters<typeof chromium.launch>[0] {
  return {
    executablePath: found.executablePath,
    env: { ...found.env },
    headless: true,
    chromiumSandbox: withSandbox(sandbox),
    timeout: launchTimeoutMs,
    proxy: { server: nowhere, bypass: '<-loopback>' },
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

function launchFailed(cause: unknown, { chromium: found, sandbox }: LaunchOptions): CommandError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new CommandError(
    exitCodes.browser,
    `The browser ${found.executablePath} does not start: ${reasonIn(message)}. ${adviceFor(message, sandbox)}`,
    { cause },
  );
}

function adviceFor(message: string, sandbox: LaunchOptions['sandbox']): string {
  if (!withSandbox(sandbox) || !/sandboxing failed|namespace|setuid/i.test(message))
    return '`newshawk doctor` says what is missing.';
  return process.getuid?.() === 0
    ? 'Chromium has no sandbox for root: start newshawk as another user, or set NEWSHAWK_SANDBOX=auto and know that pages then run unconfined.'
    : 'Its sandbox does not start here: allow unprivileged user namespaces (docs: Docker, seccomp), or set NEWSHAWK_SANDBOX=off and know that pages then run unconfined.';
}

/** Playwright's first line says that the browser is gone; why is in what the browser wrote. */
function reasonIn(message: string): string {
  const written = /\[err\] (?:\[[^\]]*\] ?)?(.+)/.exec(message)?.[1] ?? message.split('\n')[0] ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colours its log
  return written.replace(/\u001b\[\d+m/g, '').replace(/[.\s]+$/, '');
}
