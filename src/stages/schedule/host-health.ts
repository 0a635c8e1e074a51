import type { Random } from '../../ports.ts';

/**
 * `connection`: no connection (refused, unknown name, TLS), which is never the page's fault. `answer`: a 5xx, a timeout or a truncated answer, which may be. `proxy`:
 * the way to the host failed, which says nothing about the host itself.
 */
export type HostTrouble = 'connection' | 'answer' | 'proxy';

/** A host with the proxy through which it is requested; null: directly. */
export interface HostRoute {
  readonly host: string;
  readonly proxy: string | null;
}

/** A host that is down on all routes. */
export interface HostOutage {
  readonly host: string;
  /** Time since its first failure, ms. */
  readonly lastsMs: number;
  /** Time until the next probe, ms; 0: now. */
  readonly probeInMs: number;
  /** What failed last; `proxy`: on all its routes. */
  readonly of: HostTrouble;
  /** Message of the last failure. */
  readonly detail: string;
}

interface WayState {
  /** Failures in a row. */
  troubles: number;
  /** The first page that failed, and whether another one failed too. */
  readonly firstPage: string;
  isOfSeveral: boolean;
  /** Times by the monotonic clock, ms. */
  since: number;
  isOpen: boolean;
  probeAt: number;
  of: HostTrouble;
  detail: string;
}

interface HostHealthOptions {
  /** All proxies in use; null: the direct route. */
  readonly proxies: readonly (string | null)[];
  readonly random: Random;
}

/** Failed answers in a row, of at least two pages, that open a route. */
const troublesToOpen = 3;
/** Time between two probes, as a share of the outage so far. */
const probeShare = 1 / 8;
const minProbeMs = 2_000;
/** Longest time between probes, unless `longProbeShare` gives more: an outage of a day has one probe per minute. */
const maxProbeMs = 60_000;
/** The same as a share of a very long outage: after ten days, one probe in ten minutes. */
const longProbeShare = 1 / 1_440;
/** Hosts that are remembered, at most; those with the oldest trouble are dropped first. */
const maxHosts = 10_000;

/**
 * Which hosts are down: a circuit breaker per host and proxy. A route opens at the first failed connection, or after several failed answers in a row of several
 * pages: one page that answers 500 says nothing about its host. While all routes of a host are open, the host rests: its pages wait, and one at a time is the
 * probe. Any answer closes the route. The time between two probes grows with the outage: 2 s in the first 15 s, 11 s after 90 s, 60 s from eight minutes to a day.
 * So an outage of 90 s costs about 25 requests, one of a day about 1,700. Pure: time and chance are arguments.
 */
export class HostHealth {
  readonly #options: HostHealthOptions;
  /** By host, then by proxy. */
  readonly #hosts = new Map<string, Map<string | null, WayState>>();
  readonly #running = new Map<string, number>();

  constructor(options: HostHealthOptions) {
    this.#options = options;
  }

  /** A task of the host begins. `ended` says when it is over: a host that is down gets one task at a time. */
  started(host: string): void {
    this.#running.set(host, (this.#running.get(host) ?? 0) + 1);
  }

  ended(host: string): void {
    const running = (this.#running.get(host) ?? 0) - 1;
    if (running > 0) this.#running.set(host, running);
    else this.#running.delete(host);
  }

  /** Hosts for which no task may begin now. */
  restingHosts(nowMs: number): ReadonlySet<string> {
    const down = [...this.#hosts.keys()].filter((host) => {
      const probeAt = this.#probeAt(host);
      return probeAt !== null && (probeAt > nowMs || this.#running.has(host));
    });
    return new Set(down);
  }

  /** Hosts that are down for at least `ms`. */
  hostsDownFor(ms: number, nowMs: number): ReadonlySet<string> {
    return new Set(
      this.outages(nowMs)
        .filter(({ lastsMs }) => lastsMs >= ms)
        .map(({ host }) => host),
    );
  }

  /** Whether the host gets no request on this route now. */
  isResting({ host, proxy }: HostRoute, nowMs: number): boolean {
    const state = this.#hosts.get(host)?.get(proxy);
    return state?.isOpen === true && state.probeAt > nowMs;
  }

  /** A task takes this route. If it is a probe, other tasks take another route or wait. */
  begin({ host, proxy }: HostRoute, nowMs: number): void {
    const state = this.#hosts.get(host)?.get(proxy);
    if (state?.isOpen && state.probeAt <= nowMs) state.probeAt = nowMs + this.#pauseMs(nowMs - state.since);
  }

  /** The host answered. @returns for how long it was down on this route, ms; null: it was not */
  answered({ host, proxy }: HostRoute, nowMs: number): number | null {
    const ways = this.#hosts.get(host);
    const state = ways?.get(proxy);
    if (ways === undefined || state === undefined) return null;
    ways.delete(proxy);
    if (ways.size === 0) this.#hosts.delete(host);
    return state.isOpen ? nowMs - state.since : null;
  }

  /** A request failed. @returns whether this opened the breaker: from now on, only probes take the route */
  failed(
    way: HostRoute,
    trouble: { readonly of: HostTrouble; readonly page: string; readonly detail: string },
    nowMs: number,
  ): boolean {
    const state = this.#state(way, trouble.page, nowMs);
    state.troubles += 1;
    state.of = trouble.of;
    state.detail = trouble.detail;
    state.isOfSeveral ||= trouble.page !== state.firstPage;
    const wasOpen = state.isOpen;
    if (!wasOpen) state.since = nowMs;
    state.isOpen ||= trouble.of !== 'answer' || (state.isOfSeveral && state.troubles >= troublesToOpen);
    if (state.isOpen) state.probeAt = nowMs + this.#pauseMs(nowMs - state.since);
    return state.isOpen && !wasOpen;
  }

  /** The outage of a host on this route; null: the route works. `probeInMs` is that of the host's first probe on any route. */
  outageOf({ host, proxy }: HostRoute, nowMs: number): HostOutage | null {
    const state = this.#hosts.get(host)?.get(proxy);
    if (state?.isOpen !== true) return null;
    const probeAt = this.#probeAt(host) ?? nowMs; // another route works: nobody has to wait
    const { of, detail } = state;
    return { host, lastsMs: nowMs - state.since, probeInMs: Math.max(0, probeAt - nowMs), of, detail };
  }

  /** Hosts that are down, longest outage first. */
  outages(nowMs: number): readonly HostOutage[] {
    const all = [...this.#hosts.keys()].flatMap((host): HostOutage[] => {
      if (this.#probeAt(host) === null) return [];
      const ways = this.#options.proxies.flatMap((proxy) => this.outageOf({ host, proxy }, nowMs) ?? []);
      const [last] = ways.toSorted((a, b) => a.lastsMs - b.lastsMs); // down since its last route failed
      if (last === undefined) return [];
      const { of, detail } = ways.find((way) => way.of !== 'proxy') ?? last;
      return [{ ...last, of, detail }];
    });
    return all.sort((a, b) => b.lastsMs - a.lastsMs);
  }

  /** Time of the first probe on any route; null while one route works. */
  #probeAt(host: string): number | null {
    const ways = this.#hosts.get(host);
    const states = this.#options.proxies.map((proxy) => ways?.get(proxy));
    return states.every((state) => state?.isOpen) ? Math.min(...states.map((state) => state?.probeAt ?? 0)) : null;
  }

  /** Up to a quarter shorter at random: the hosts of one server are not probed at the same time. */
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
      of: 'answer' as HostTrouble,
      detail: '',
    };
    ways.set(proxy, fresh);
    return fresh;
  }
}
