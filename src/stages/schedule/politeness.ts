/** Defaults for all hosts; a site's own settings come first. */
interface PolitenessOptions {
  /** Tasks at once per host. */
  readonly concurrency: number;
  /** Pause between two document requests to one host, ms. */
  readonly gapMs: number;
  readonly politenessOf?: (host: string) => { readonly gapMs: number | null; readonly concurrency: number | null };
  /** Called when a host begins a rest that a Retry-After asks for. @param restMs its length */
  readonly onRest?: (host: string, restMs: number) => void;
}

/** What a host's next worker has to know. */
export interface HostPace {
  /** Factor on the gap. */
  readonly slowness: number;
  /** Of robots.txt, ms; 0: none. */
  readonly crawlDelayMs: number;
}

interface HostState {
  running: number;
  /** Requests that wait for their turn. */
  queued: number;
  /** When the last task began that may not have sent its first request yet. All times: monotonic clock, ms. */
  begunAt: number;
  /** When the last request left. */
  sentAt: number;
  /** No request before this time. */
  restsUntil: number;
  /** Crawl-delay of robots.txt. */
  crawlDelayMs: number;
  /** Factor on the gap; 1 is full speed. */
  slowness: number;
  /** Endings since the last slow-down. */
  calm: number;
}

/** Smallest gap that a slow-down multiplies, ms. */
const minSlowGapMs = 1_000;
const maxSlowness = 64;
/** Endings without another slow-down that halve the slowness. */
const endingsToRecover = 8;
/** The longest Crawl-delay that is kept, ms. */
export const maxCrawlDelayMs = 5 * 60_000;
const maxRestMs = 24 * 3_600_000;
/**
 * The server receives a request between sending and answer. If the answer comes within this share of the gap, the gap counts from the answer: then it holds at
 * the server too. With slower answers it counts from the sending: a slow server must not make the crawl slower still.
 */
const quickAnswerShare = 0.5;

/**
 * Limits the requests per host: a number of tasks at once, and a minimum gap (or robots.txt's Crawl-delay, if longer) between two document requests, measured
 * at sending. `waitMs` and `sent` pace the requests; `restingHosts` holds back tasks that would only wait for their turn. An answer 429 or 503 doubles the gap,
 * allows one task at a time, and rests the host until its Retry-After; endings without one restore the speed. Every call passes the monotonic time (a calendar
 * clock that is set back must not rest all hosts). Idle hosts at full speed are forgotten.
 */
export class HostGate {
  readonly #options: PolitenessOptions;
  readonly #hosts = new Map<string, HostState>();

  constructor(options: PolitenessOptions) {
    this.#options = options;
  }

  /** Sets the Crawl-delay of a host's robots.txt, ms; null: it has none. */
  setCrawlDelay(host: string, delayMs: number | null): void {
    this.#state(host).crawlDelayMs = Math.min(delayMs ?? 0, maxCrawlDelayMs);
  }

  /** Hosts for which no task may begin now. */
  restingHosts(nowMs: number): ReadonlySet<string> {
    const resting = new Set<string>();
    for (const [host, state] of this.#hosts) {
      const isFull = state.running >= this.#concurrency(host, state);
      const gapMs = this.#gapMs(host, state);
      const isTaken = gapMs > 0 && (state.queued > 0 || state.begunAt + gapMs > nowMs);
      if (isFull || isTaken || this.#freeAt(host, state) > nowMs) resting.add(host);
      else if (state.running + state.queued === 0 && state.slowness === 1) this.#hosts.delete(host);
    }
    return resting;
  }

  /** A task of `host` begins; its first request takes the next turn. */
  started(host: string, nowMs: number): void {
    const state = this.#state(host);
    state.running += 1;
    state.begunAt = nowMs;
  }

  /** A task ended. For a slowed-down host the gap counts from here: it gets its pause even if it answers slowly. */
  ended(host: string, nowMs: number): void {
    const state = this.#state(host);
    state.running = Math.max(0, state.running - 1);
    if (state.running === 0) state.begunAt = Number.NEGATIVE_INFINITY; // a task that sent no request costs no gap
    if (state.slowness === 1) return;
    this.#rest(state, nowMs + this.#gapMs(host, state));
    state.calm += 1;
    if (state.calm < endingsToRecover) return;
    state.calm = 0;
    state.slowness = Math.max(1, state.slowness / 2);
  }

  /** How long a request to `host` has to wait, ms. */
  waitMs(host: string, nowMs: number): number {
    const state = this.#hosts.get(host);
    return state === undefined ? 0 : Math.max(0, this.#freeAt(host, state) - nowMs);
  }

  /** A request starts (+1) or stops (-1) waiting for its turn. */
  queue(host: string, change: 1 | -1): void {
    this.#state(host).queued += change;
  }

  /** A request is sent. */
  sent(host: string, nowMs: number): void {
    this.#state(host).sentAt = nowMs;
  }

  /** The answer to the last request begins to arrive. */
  answered(host: string, nowMs: number): void {
    const state = this.#state(host);
    if (nowMs - state.sentAt < this.#gapMs(host, state) * quickAnswerShare) state.sentAt = nowMs;
  }

  /** The host answered 429 or 503. @param retryAfterMs its Retry-After, or null */
  slowDown(host: string, nowMs: number, retryAfterMs: number | null): void {
    const state = this.#state(host);
    state.slowness = Math.min(maxSlowness, state.slowness * 2);
    state.calm = 0;
    const restMs = Math.min(retryAfterMs ?? 0, maxRestMs);
    this.#rest(state, nowMs + Math.max(this.#gapMs(host, state), restMs));
    if (restMs > 0) this.#options.onRest?.(host, restMs);
  }

  /** A rest that an earlier process was asked for goes on. */
  restFor(host: string, nowMs: number, restMs: number): void {
    this.#rest(this.#state(host), nowMs + restMs);
  }

  /** The next request waits as if one had been sent at `nowMs`: another process may have sent one. */
  pauseFrom(host: string, nowMs: number): void {
    const state = this.#state(host);
    this.#rest(state, nowMs + this.#gapMs(host, state));
  }

  /** Whether a task of the host runs, or a request waits for its turn. */
  isInUse(host: string): boolean {
    const state = this.#hosts.get(host);
    return state !== undefined && state.running + state.queued > 0;
  }

  /** The pace of a host, for its next worker; null: full speed. */
  pace(host: string): HostPace | null {
    const state = this.#hosts.get(host);
    if (state === undefined || (state.slowness === 1 && state.crawlDelayMs === 0)) return null;
    return { slowness: state.slowness, crawlDelayMs: state.crawlDelayMs };
  }

  /** Goes on at the pace of the host's last worker, where that is slower. */
  goOnAt(host: string, { slowness, crawlDelayMs }: HostPace): void {
    const state = this.#state(host);
    state.slowness = Math.min(maxSlowness, Math.max(state.slowness, slowness));
    state.crawlDelayMs = Math.min(maxCrawlDelayMs, Math.max(state.crawlDelayMs, crawlDelayMs));
  }

  /** Hosts that get no request before `untilMs`. */
  hostsRestingBeyond(untilMs: number): ReadonlySet<string> {
    const resting = [...this.#hosts].filter(([host, state]) => this.#freeAt(host, state) > untilMs);
    return new Set(resting.map(([host]) => host));
  }

  #state(host: string): HostState {
    const before = this.#hosts.get(host);
    if (before !== undefined) return before;
    const never = Number.NEGATIVE_INFINITY;
    const fresh = {
      running: 0,
      queued: 0,
      begunAt: never,
      sentAt: never,
      restsUntil: never,
      crawlDelayMs: 0,
      slowness: 1,
      calm: 0,
    };
    this.#hosts.set(host, fresh);
    return fresh;
  }

  #rest(state: HostState, untilMs: number): void {
    state.restsUntil = Math.max(state.restsUntil, untilMs);
  }

  #freeAt(host: string, state: HostState): number {
    return Math.max(state.restsUntil, state.sentAt + this.#gapMs(host, state));
  }

  #gapMs(host: string, { slowness, crawlDelayMs }: HostState): number {
    const wanted = this.#options.politenessOf?.(host).gapMs ?? this.#options.gapMs;
    const usual = Math.max(wanted, crawlDelayMs);
    return slowness === 1 ? usual : Math.max(usual, minSlowGapMs) * slowness;
  }

  #concurrency(host: string, { slowness }: HostState): number {
    return slowness > 1 ? 1 : (this.#options.politenessOf?.(host).concurrency ?? this.#options.concurrency);
  }
}
