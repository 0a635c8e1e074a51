import type { Random } from '../../ports.ts';

/** `connection`: there was none (refused, no name, TLS), which is no page's fault. `answer`: a 5xx, a time-out, a cut answer, which may be the page's own. */
export type HostTrouble = 'connection' | 'answer';

/** A way to a host: behind which proxy it is asked; null: directly. */
export interface HostRoute {
  readonly host: string;
  readonly proxy: string | null;
}

/** A host that is down, on all ways. */
export interface HostOutage {
  readonly host: string;
  /** ms since its first failure. */
  readonly lastsMs: number;
  /** ms until it is asked again; 0: now. */
  readonly probeInMs: number;
  /** The last trouble, in words. */
  readonly detail: string;
}

interface WayState {
  /** In a row. */
  troubles: number;
  /** The first page with trouble, and whether another one had some too. */
  readonly firstPage: string;
  isOfSeveral: boolean;
  /** Times by the monotonic clock, ms. */
  since: number;
  isOpen: boolean;
  probeAt: number;
  detail: string;
}

export interface HostHealthOptions {
  /** All proxies by which hosts are asked; null: the direct way. */
  readonly proxies: readonly (string | null)[];
  readonly random: Random;
}

/** Answers that may be a page's own are the host's after this number in a row, of at least two pages. */
const troublesToOpen = 3;
/** The time between two probes is a share of the outage so far: back within an eighth of it. */
const probeShare = 1 / 8;
const minProbeMs = 2_000;
/** An outage of a day has a probe a minute; only one of many days has fewer (below). */
const maxProbeMs = 60_000;
/** An address that is dead for good: at ten days a probe in ten minutes. */
const longProbeShare = 1 / 1_440;
/** Ways that are kept, those with the oldest trouble forgotten first. */
const maxHosts = 10_000;

/**
 * Which hosts are down: a circuit breaker per way, so that trouble with one proxy is none of another's. A way opens at the first connection that fails, or after
 * several answers in a row that fail, of several pages: one page that answers 500 beside others that answer 200 says nothing of its host. While all ways of a
 * host are open it rests: its pages wait, and one of them at a time is the probe. Any answer closes the way. The time between two probes grows with the outage: 2 s
 * in the first quarter of a minute, 11 s after 90 s, 60 s from eight minutes to a day. So an outage of 90 s costs some 25 requests, one of a day some 1,700.
 * Pure: time and chance are arguments.
 */
export class HostHealth {
  readonly #options: HostHealthOptions;
  /** By host, then by proxy. */
  readonly #hosts = new Map<string, Map<string | null, WayState>>();
  readonly #running = new Map<string, number>();

  constructor(options: HostHealthOptions) {
    this.#options = options;
  }

  /** A task of the host begins, or has ended: a host that is down has one at a time. */
  started(host: string): void {
    this.#running.set(host, (this.#running.get(host) ?? 0) + 1);
  }

  ended(host: string): void {
    const running = (this.#running.get(host) ?? 0) - 1;
    if (running > 0) this.#running.set(host, running);
    else this.#running.delete(host);
  }

  /** Hosts of which no task may begin now. */
  restingHosts(nowMs: number): ReadonlySet<string> {
    const down = [...this.#hosts.keys()].filter((host) => {
      const probeAt = this.#probeAt(host);
      return probeAt !== null && (probeAt > nowMs || this.#running.has(host));
    });
    return new Set(down);
  }

  /** Hosts that are down for at least this long: nobody waits for them any more. */
  hostsDownFor(ms: number, nowMs: number): ReadonlySet<string> {
    return new Set(
      this.outages(nowMs)
        .filter(({ lastsMs }) => lastsMs >= ms)
        .map(({ host }) => host),
    );
  }

  /** Whether the host is not to be asked in this way now. */
  isResting({ host, proxy }: HostRoute, nowMs: number): boolean {
    const state = this.#hosts.get(host)?.get(proxy);
    return state?.isOpen === true && state.probeAt > nowMs;
  }

  /** A task takes this way. Where that is a probe, others take another way, or wait. */
  begin({ host, proxy }: HostRoute, nowMs: number): void {
    const state = this.#hosts.get(host)?.get(proxy);
    if (state?.isOpen && state.probeAt <= nowMs) state.probeAt = nowMs + this.#pauseMs(nowMs - state.since);
  }

  /** @returns for how long the host was down on this way, ms; null: it was not */
  answered({ host, proxy }: HostRoute, nowMs: number): number | null {
    const ways = this.#hosts.get(host);
    const state = ways?.get(proxy);
    if (ways === undefined || state === undefined) return null;
    ways.delete(proxy);
    if (ways.size === 0) this.#hosts.delete(host);
    return state.isOpen ? nowMs - state.since : null;
  }

  /** @returns whether the way is closed to all but probes since now */
  failed(
    way: HostRoute,
    trouble: { readonly of: HostTrouble; readonly page: string; readonly detail: string },
    nowMs: number,
  ): boolean {
    const state = this.#state(way, trouble.page, nowMs);
    state.troubles += 1;
    state.detail = trouble.detail;
    state.isOfSeveral ||= trouble.page !== state.firstPage;
    const wasOpen = state.isOpen;
    if (!wasOpen) state.since = nowMs;
    state.isOpen ||= trouble.of === 'connection' || (state.isOfSeveral && state.troubles >= troublesToOpen);
    if (state.isOpen) state.probeAt = nowMs + this.#pauseMs(nowMs - state.since);
    return state.isOpen && !wasOpen;
  }

  /** The outage of which a failure on this way is a part; null: the host is well there. `probeInMs` is that of its first way. */
  outageOf({ host, proxy }: HostRoute, nowMs: number): HostOutage | null {
    const state = this.#hosts.get(host)?.get(proxy);
    if (state?.isOpen !== true) return null;
    const probeAt = this.#probeAt(host) ?? nowMs; // another way is open: nobody has to wait
    return { host, lastsMs: nowMs - state.since, probeInMs: Math.max(0, probeAt - nowMs), detail: state.detail };
  }

  /** Hosts that are down, the longest first. */
  outages(nowMs: number): readonly HostOutage[] {
    const all = [...this.#hosts.keys()].flatMap((host): HostOutage[] => {
      if (this.#probeAt(host) === null) return [];
      const ways = this.#options.proxies.flatMap((proxy) => this.outageOf({ host, proxy }, nowMs) ?? []);
      return ways.sort((a, b) => a.lastsMs - b.lastsMs).slice(0, 1); // down since its last way went
    });
    return all.sort((a, b) => b.lastsMs - a.lastsMs);
  }

  /** When the first of its ways has its next probe; null while one of them is well. */
  #probeAt(host: string): number | null {
    const ways = this.#hosts.get(host);
    const states = this.#options.proxies.map((proxy) => ways?.get(proxy));
    return states.every((state) => state?.isOpen) ? Math.min(...states.map((state) => state?.probeAt ?? 0)) : null;
  }

  /** By chance up to a quarter shorter: the hosts of one server are not all asked at once. */
  #pauseMs(outageMs: number): number {
    const longest = Math.max(maxProbeMs, outageMs * longProbeShare);
    const pauseMs = Math.min(longest, Math.max(minProbeMs, outageMs * probeShare));
    return Math.round(pauseMs * (1 - this.#options.random() / 4));
  }

  #state({ host, proxy }: HostRoute, page: string, nowMs: number): WayState {
    const ways = this.#hosts.get(host) ?? new Map<string | null, WayState>();
    this.#hosts.set(host, ways);
    const [oldest] = this.#hosts.keys();
    if (this.#hosts.size > maxHosts && oldest !== undefined) this.#hosts.delete(oldest);
    const before = ways.get(proxy);
    if (before !== undefined) return before;
    const fresh = {
      troubles: 0,
      firstPage: page,
      isOfSeveral: false,
      since: nowMs,
      isOpen: false,
      probeAt: nowMs,
      detail: '',
    };
    ways.set(proxy, fresh);
    return fresh;
  }
}
