/** How hosts are asked; a site's own wishes go before the defaults. */
export interface PolitenessOptions {
  /** Tasks at once of one host. */
  readonly concurrency: number;
  /** Pause between two document requests to one host, ms. */
  readonly gapMs: number;
  readonly politenessOf?: (host: string) => { readonly gapMs: number | null; readonly concurrency: number | null };
}

interface HostState {
  running: number;
  /** Requests that wait for their turn. */
  queued: number;
  /** Times by the monotonic clock, ms. When the last task began that may still have its first request before it. */
  begunAt: number;
  /** When the last request left. */
  sentAt: number;
  /** No request before then, whatever the gap. */
  restsUntil: number;
  /** robots.txt asks for it. */
  crawlDelayMs: number;
  /** Factor of the pause: 1 is full speed. */
  slowness: number;
  /** Endings since the last slow-down. */
  calm: number;
}

/** With no gap configured, this is what a slow-down starts from, ms. */
const minSlowGapMs = 1_000;
const maxSlowness = 64;
/** This number of endings without another slow-down halves the slowness. */
const endingsToRecover = 8;
/** The longest pause that a robots.txt gets, ms: a longer one is a matter for the site's owner and ours. */
export const maxCrawlDelayMs = 5 * 60_000;
const maxRestMs = 24 * 3_600_000;
/**
 * A request arrives somewhere between its leaving and its answer. Where the answer comes within this share of the gap, the pause counts from there: then it
 * holds at the server too, whatever a new connection or a busy browser took. A slower server is not made slower still.
 */
const quickAnswerShare = 0.5;

/**
 * Which hosts may be asked now. Per host at most c tasks at once, and a minimum gap (or robots.txt's Crawl-delay, if longer) between two document requests,
 * measured where they leave: `waitMs` and `sent` pace the requests, `restingHosts` keeps tasks back that would only wait for their turn. 429/503 double the
 * gap, let one task at a time through and rest the host until its Retry-After; quiet endings take that back. Keeps no clock: every call brings the time, of the
 * monotonic clock (a clock that is set back must not rest all hosts). Hosts at rest in their normal state are forgotten, so memory follows the hosts in use.
 */
export class HostGate {
  readonly #options: PolitenessOptions;
  readonly #hosts = new Map<string, HostState>();

  constructor(options: PolitenessOptions) {
    this.#options = options;
  }

  /** What robots.txt asks of us for a host, ms; null: nothing. */
  setCrawlDelay(host: string, delayMs: number | null): void {
    this.#state(host).crawlDelayMs = Math.min(delayMs ?? 0, maxCrawlDelayMs);
  }

  /** Hosts of which no task may begin now. */
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

  /** A task of `host` begins: its first request has the next turn. */
  started(host: string, nowMs: number): void {
    const state = this.#state(host);
    state.running += 1;
    state.begunAt = nowMs;
  }

  /** A task ended, in whatever way. A slow host's gap counts from there: it gets its pause even if it answers slowly. */
  ended(host: string, nowMs: number): void {
    const state = this.#state(host);
    state.running = Math.max(0, state.running - 1);
    if (state.running === 0) state.begunAt = Number.NEGATIVE_INFINITY; // a task that sent nothing costs no pause
    if (state.slowness === 1) return;
    this.#rest(state, nowMs + this.#gapMs(host, state));
    state.calm += 1;
    if (state.calm < endingsToRecover) return;
    state.calm = 0;
    state.slowness = Math.max(1, state.slowness / 2);
  }

  /** How long a request has to wait now, ms. */
  waitMs(host: string, nowMs: number): number {
    const state = this.#hosts.get(host);
    return state === undefined ? 0 : Math.max(0, this.#freeAt(host, state) - nowMs);
  }

  /** A request waits for its turn (+1), or does not any more (-1). */
  queue(host: string, change: 1 | -1): void {
    this.#state(host).queued += change;
  }

  /** A request leaves. */
  sent(host: string, nowMs: number): void {
    this.#state(host).sentAt = nowMs;
  }

  /** The answer to the last request begins. */
  answered(host: string, nowMs: number): void {
    const state = this.#state(host);
    if (nowMs - state.sentAt < this.#gapMs(host, state) * quickAnswerShare) state.sentAt = nowMs;
  }

  /** The host said 429 or 503. @param retryAfterMs what it asked for, or null */
  slowDown(host: string, nowMs: number, retryAfterMs: number | null): void {
    const state = this.#state(host);
    state.slowness = Math.min(maxSlowness, state.slowness * 2);
    state.calm = 0;
    this.#rest(state, nowMs + Math.max(this.#gapMs(host, state), Math.min(retryAfterMs ?? 0, maxRestMs)));
  }

  /** Hosts that may not be asked before `until`. */
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
