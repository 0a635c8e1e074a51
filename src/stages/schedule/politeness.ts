/** How hosts are asked; a site's own wishes go before the defaults. */
export interface PolitenessOptions {
  /** Requests at once to one host. */
  readonly concurrency: number;
  /** Pause between the starts of two requests to one host, ms. */
  readonly gapMs: number;
  readonly politenessOf?: (host: string) => { readonly gapMs: number | null; readonly concurrency: number | null };
}

interface HostState {
  running: number;
  /** By the monotonic clock, ms; the host may not be asked before. */
  freeAt: number;
  /** The pause is so many times its usual length: 1 is full speed. */
  slowness: number;
  /** Endings since the last slow-down. */
  calm: number;
}

/** With no gap configured, this is what a slow-down starts from, ms. */
const smallestSlowGapMs = 1_000;
const slowestFactor = 64;
/** So many endings without another slow-down halve the slowness. */
const calmToRecover = 8;
/** A robots.txt or Retry-After that asks for more has this much, ms: the rest is a matter for the site's owner and ours. */
const longestCrawlDelayMs = 5 * 60_000;
const longestRestMs = 24 * 3_600_000;

/**
 * Which hosts may be asked now: per host at most c requests at once and a minimum gap (or robots.txt's Crawl-delay, if longer); 429/503 double the gap, let one
 * request at a time through and rest the host until its Retry-After; quiet endings take that back. Keeps no clock: every call brings the time, of the monotonic clock (a clock that is set back must not rest all hosts). Hosts at rest in
 * their normal state are forgotten, so memory follows the hosts in use.
 */
export class HostGate {
  readonly #options: PolitenessOptions;
  readonly #hosts = new Map<string, HostState>();
  readonly #crawlDelaysMs = new Map<string, number>();

  constructor(options: PolitenessOptions) {
    this.#options = options;
  }

  /** What robots.txt asks of us for a host, ms. */
  crawlDelay(host: string, delayMs: number): void {
    this.#crawlDelaysMs.set(host, Math.min(delayMs, longestCrawlDelayMs));
  }

  /** Hosts that may not be asked now. */
  restingHosts(nowMs: number): ReadonlySet<string> {
    const resting = new Set<string>();
    for (const [host, state] of this.#hosts) {
      if (state.freeAt > nowMs || state.running >= this.#concurrency(host, state)) resting.add(host);
      else if (state.running === 0 && state.slowness === 1) this.#hosts.delete(host);
    }
    return resting;
  }

  /** A request to `host` starts. */
  started(host: string, nowMs: number): void {
    const state = this.#state(host);
    state.running += 1;
    state.freeAt = Math.max(state.freeAt, nowMs + this.#gapMs(host, state));
  }

  /** A request ended, in whatever way. A slow host's gap counts from there: it gets its pause even if it answers slowly. */
  ended(host: string, nowMs: number): void {
    const state = this.#state(host);
    state.running = Math.max(0, state.running - 1);
    if (state.slowness === 1) return;
    state.freeAt = Math.max(state.freeAt, nowMs + this.#gapMs(host, state));
    state.calm += 1;
    if (state.calm < calmToRecover) return;
    state.calm = 0;
    state.slowness = Math.max(1, state.slowness / 2);
  }

  /** The host said 429 or 503. @param retryAfterMs what it asked for, or null */
  slowDown(host: string, nowMs: number, retryAfterMs: number | null): void {
    const state = this.#state(host);
    state.slowness = Math.min(slowestFactor, state.slowness * 2);
    state.calm = 0;
    const restMs = Math.max(this.#gapMs(host, state), Math.min(retryAfterMs ?? 0, longestRestMs));
    state.freeAt = Math.max(state.freeAt, nowMs + restMs);
  }

  /** Hosts that may not be asked before `until`. */
  hostsRestingBeyond(untilMs: number): ReadonlySet<string> {
    const resting = [...this.#hosts].filter(([, { freeAt }]) => freeAt > untilMs);
    return new Set(resting.map(([host]) => host));
  }

  #state(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const fresh = { running: 0, freeAt: Number.NEGATIVE_INFINITY, slowness: 1, calm: 0 };
    this.#hosts.set(host, fresh);
    return fresh;
  }

  #gapMs(host: string, { slowness }: HostState): number {
    const wanted = this.#options.politenessOf?.(host).gapMs ?? this.#options.gapMs;
    const usual = Math.max(wanted, this.#crawlDelaysMs.get(host) ?? 0);
    return slowness === 1 ? usual : Math.max(usual, smallestSlowGapMs) * slowness;
  }

  #concurrency(host: string, { slowness }: HostState): number {
    return slowness > 1 ? 1 : (this.#options.politenessOf?.(host).concurrency ?? this.#options.concurrency);
  }
}
