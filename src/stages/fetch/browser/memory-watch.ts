import type { Log } from '../../../ports.ts';
import { sleep } from '../deadline.ts';
import type { BrowserMemory, ProcessMemory } from './browser-memory.ts';

export interface MemoryLimits {
  /** Of one renderer, MB (10^6 bytes). */
  readonly pageMemoryMb: number;
  /** Of all processes of the browser, MB. */
  readonly browserMemoryMb: number;
}

export interface MemoryWatchOptions {
  readonly limits: MemoryLimits;
  readonly memory: Pick<BrowserMemory, 'read'>;
  readonly log: Log;
  /** Ends a process at once. */
  readonly kill: (pid: number) => void;
  /** The browser itself has grown beyond its limit: it must go, and its pages are tried again. */
  readonly onBrowserTooLarge: (why: string) => void;
}

/** A bomb fills 2 to 3 GB a second: by then it is 300 MB above its limit. */
const sampleMs = 100;
/** With many pages at once the limit of all rises: a page that is read takes 50 to 68 MB (design: fetching), and a heavy one twice that. */
const perOpenPageMb = 150;
/** V8 ends a page whose heap is full before the watch sees it at its limit. */
const nearlyFullShare = 0.7;
/** A page hears of its renderer's end within this time of it, on a machine with ten times too much to do. */
const deathKeptMs = 5_000;
/** So long a crashed page waits for others that lived in the same renderer. */
const claimWindowMs = 250;

/** A renderer that ended for its memory, and that no page has named as its own. */
interface RendererDeath {
  readonly at: number;
  readonly why: string;
}

/** A page that crashed, and waits to hear why. */
interface CrashClaim {
  isAmbiguous: boolean;
}

/**
 * Watches what a browser takes and ends what takes too much: the renderer that outgrew its limit, else the whole browser. Which page lived in a renderer the
 * browser does not tell; the page whose renderer ends at that moment was it.
 */
export class MemoryWatch implements Disposable {
  readonly #options: MemoryWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #openPages = 0;
  #members: readonly ProcessMemory[] = [];
  #killed = new Set<number>();
  #deaths: RendererDeath[] = [];
  readonly #claims = new Set<CrashClaim>();
  #peakBytes = 0;

  constructor(options: MemoryWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      if (this.#openPages > 0 || this.#members.length > 0) this.sample(performance.now());
    }, sampleMs);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** Highest sum over all processes so far, bytes. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  get totalBytes(): number {
    return totalOf(this.#members);
  }

  pageOpened(): void {
    this.#openPages++;
  }

  pageClosed(): void {
    this.#openPages--;
    if (this.#openPages === 0) this.sample(performance.now());
  }

  /** One look at all processes; the timer does this. */
  sample(nowMs: number): void {
    const members = this.#options.memory.read(nowMs);
    this.#noteVanished(members, nowMs);
    this.#members = members;
    this.#peakBytes = Math.max(this.#peakBytes, totalOf(members));
    const { pageMemoryMb, browserMemoryMb } = this.#options.limits;
    for (const { pid, isRenderer, ownBytes } of members)
      if (isRenderer && ownBytes > pageMemoryMb * 1e6)
        this.#end(pid, nowMs, describeExcess(ownBytes, pageMemoryMb, 'pageMemoryMb'));
    this.#limitAll(Math.max(browserMemoryMb, this.#openPages * perOpenPageMb), nowMs);
  }

  /** The fattest renderer goes where it is to blame; a browser that is fat without one cannot be helped. */
  #limitAll(limitMb: number, nowMs: number): void {
    const living = this.#members.filter(({ pid }) => !this.#killed.has(pid));
    const total = totalOf(living);
    if (total <= limitMb * 1e6) return;
    const [fattest] = living.filter(({ isRenderer }) => isRenderer).sort((a, b) => b.ownBytes - a.ownBytes);
    const why = describeExcess(total, limitMb, 'browserMemoryMb');
    if (fattest !== undefined && fattest.ownBytes > total / 2) this.#end(fattest.pid, nowMs, `${why}, most of it here`);
    else this.#options.onBrowserTooLarge(why);
  }

  #end(pid: number, nowMs: number, why: string): void {
    if (this.#killed.has(pid)) return;
    this.#killed.add(pid);
    this.#deaths.push({ at: nowMs, why });
    this.#options.log.warn('browser.memory', { pid, why });
    this.#options.kill(pid);
  }

  #noteVanished(members: readonly ProcessMemory[], nowMs: number): void {
    const { pageMemoryMb } = this.#options.limits;
    const alive = new Set(members.map(({ pid }) => pid));
    for (const { pid, isRenderer, ownBytes } of this.#members) {
      if (alive.has(pid)) continue;
      if (!this.#killed.delete(pid) && isRenderer && ownBytes > pageMemoryMb * 1e6 * nearlyFullShare)
        this.#deaths.push({
          at: nowMs,
          why: `its scripts filled the memory of a page, ${pageMemoryMb} MB (limits.pageMemoryMb)`,
        });
    }
    this.#deaths = this.#deaths.filter(({ at }) => nowMs - at < deathKeptMs);
  }

  /**
   * Asked by a page whose renderer crashed: why, where memory was the reason and no other page lived there; null otherwise, and then the page is not to blame.
   */
  async whyCrashed(): Promise<string | null> {
    const claim: CrashClaim = { isAmbiguous: false };
    this.#claims.add(claim);
    await sleep(claimWindowMs);
    this.sample(performance.now());
    // more pages than renderers: some of them lived together, and which of these took the memory nobody knows
    if (this.#claims.size > this.#deaths.length) for (const other of this.#claims) other.isAmbiguous = true;
    this.#claims.delete(claim);
    const death = this.#deaths.shift();
    return claim.isAmbiguous ? null : (death?.why ?? null);
  }
}

const totalOf = (members: readonly ProcessMemory[]): number => members.reduce((sum, { ownBytes }) => sum + ownBytes, 0);
const describeExcess = (bytes: number, limitMb: number, name: string): string =>
  `it took ${Math.round(bytes / 1e6)} MB of memory, the limit is ${limitMb} MB (limits.${name} in browsers.config.ts)`;
