import type { Log } from '../../../ports.ts';
import { sleep } from '../deadline.ts';
import type { ProcessMemory } from './browser-memory.ts';

export interface MemoryLimits {
  /** Limit of one renderer, MB (10^6 bytes). */
  readonly pageMemoryMb: number;
  /** Limit of all processes of the browser, MB. */
  readonly browserMemoryMb: number;
}

interface MemoryWatchOptions {
  readonly limits: MemoryLimits;
  readonly memory: { read(nowMs: number): readonly ProcessMemory[] };
  readonly log: Log;
  /** Kills a process. */
  readonly kill: (pid: number) => void;
  /** Called when the browser must be killed because of its total memory. Its pages are retried. */
  readonly onBrowserTooLarge: (why: string) => void;
}

/** Milliseconds between two samples. A memory bomb grows by 2 to 3 GB/s: at most 300 MB per sample. */
const sampleMs = 100;
/** The browser's limit is at least this per open page, MB. A page takes 50 to 68 MB (measured), a heavy one twice that. */
const perOpenPageMb = 150;
/** A renderer that vanished above this share of its limit ended for lack of memory: V8 ends it before it reaches the limit. */
const nearlyFullShare = 0.7;
/** A page learns of its renderer's end within this time, even on a machine with ten times its load. */
const deathKeptMs = 5_000;
/** A crashed page waits this long for others of the same renderer. */
const claimWindowMs = 250;

/** The end of a renderer for lack of memory, not yet matched to a page. */
interface RendererDeath {
  readonly at: number;
  readonly why: string;
}

/** A crashed page that waits for the reason. */
interface CrashClaim {
  isAmbiguous: boolean;
}

/**
 * Watches a browser's memory and kills what exceeds its limit: a renderer, or else the whole browser. The browser does not report which page runs in which
 * renderer, so a death is matched to the page that crashes at that moment.
 */
export class MemoryWatch implements Disposable {
  readonly #options: MemoryWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #openPages = 0;
  #members: readonly ProcessMemory[] = [];
  #killed = new Set<number>();
  #deaths: RendererDeath[] = [];
  readonly #claims = new Set<CrashClaim>();

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

  /** Reads the memory and enforces the limits. The timer calls this. */
  sample(nowMs: number): void {
    const members = this.#options.memory.read(nowMs);
    this.#noteVanished(members, nowMs);
    this.#members = members;

    const { pageMemoryMb, browserMemoryMb } = this.#options.limits;
    for (const { pid, isRenderer, ownBytes } of members)
      if (isRenderer && ownBytes > pageMemoryMb * 1e6)
        this.#end(pid, nowMs, describeExcess(ownBytes, pageMemoryMb, 'pageMemoryMb'));
    this.#limitTotal(Math.max(browserMemoryMb, this.#openPages * perOpenPageMb), nowMs);
  }

  /** Kills the largest renderer if it has more than half of the memory, otherwise the browser. */
  #limitTotal(limitMb: number, nowMs: number): void {
    const living = this.#members.filter(({ pid }) => !this.#killed.has(pid));
    const total = totalOf(living);
    if (total <= limitMb * 1e6) return;
    const [largest] = living.filter(({ isRenderer }) => isRenderer).sort((a, b) => b.ownBytes - a.ownBytes);
    const why = describeExcess(total, limitMb, 'browserMemoryMb');
    if (largest !== undefined && largest.ownBytes > total / 2)
      this.#end(largest.pid, nowMs, `${why}, most of it in this page`);
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
   * Called for a page whose renderer crashed.
   * @returns why, if memory was the reason and the renderer had no other page; null: the page is not to blame
   */
  async whyCrashed(): Promise<string | null> {
    const claim: CrashClaim = { isAmbiguous: false };
    this.#claims.add(claim);
    await sleep(claimWindowMs);
    this.sample(performance.now());
    // more pages than dead renderers: some pages shared one, and which of them took the memory is unknown
    if (this.#claims.size > this.#deaths.length) for (const other of this.#claims) other.isAmbiguous = true;
    this.#claims.delete(claim);
    const death = this.#deaths.shift();
    return claim.isAmbiguous ? null : (death?.why ?? null);
  }
}

const totalOf = (members: readonly ProcessMemory[]): number => members.reduce((sum, { ownBytes }) => sum + ownBytes, 0);
const describeExcess = (bytes: number, limitMb: number, name: string): string =>
  `it took ${Math.round(bytes / 1e6)} MB of memory, the limit is ${limitMb} MB (limits.${name} in browsers.config.ts)`;
