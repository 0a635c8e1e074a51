import { dayOf, goodProxies, type ListedProxy, weighedMs } from '../../model/crawl/proxy.ts';
import type { Clock, Identities, Log } from '../../ports.ts';
import type { Store } from '../../storage/port.ts';
import type { ProxyPorts } from './proxy-ports.ts';

/** Between two looks, ms: what proxies did is stored, and a round that lacks proxies is filled up. */
const lookEveryMs = 60_000;

interface KeeperPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly identities: Identities;
  readonly proxyPorts: () => Promise<ProxyPorts>;
}

/**
 * Keeps the proxies of a run: in each round it takes some good ones of the day's list, drawn by their quality, and it stores what each proxy did for each site.
 * Returns a function to call often. @param owner the process, under whose name the counts are stored
 */
export function proxyKeeper(io: KeeperPorts, owner: string): () => Promise<void> {
  const { store, clock, log, identities } = io;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let round: { readonly atMs: number; readonly size: number } | null = null;
  return async () => {
    const nowMs = clock.monotonicMs();
    if (nowMs - lookedAt < lookEveryMs) return;
    lookedAt = nowMs;
    if (identities.proxies.some((proxy) => proxy !== null)) await store.proxies.saveUses(identities.uses(), owner);
    const ports = await io.proxyPorts();
    const { urls, perRound, roundMs } = ports.lists;
    if (urls.length === 0) return;
    if (round !== null && round.size >= perRound && nowMs - round.atMs < roundMs) return;
    const proxies = await drawProxies(ports);
    if (proxies.length === 0 && round?.size === 0) return;
    await startRound(ports, identities, proxies);
    if (round?.size === 0 || round === null) await store.frontier.wake('proxy', clock.now());
    round = { atMs: nowMs, size: proxies.length };
    log.info('proxies.round', { proxies: proxies.map(({ id }) => id) });
  };
}

/** Starts a round with these proxies. */
export async function startRound(
  { store, clock, random }: ProxyPorts,
  identities: Identities,
  proxies: readonly ListedProxy[],
): Promise<void> {
  const since = dayOf(new Date(clock.now().getTime() - weighedMs));
  await identities.useProxies({
    number: 1 + Math.floor(random() * 2 ** 31),
    proxies: proxies.map(({ url }) => url),
    uses: await store.proxies.usesSince(since),
  });
}

/**
 * Draws the proxies of a round: a weighted sample without replacement (Efraimidis and Spirakis 2006: the highest u^(1/weight)). The weight is the success rate per
 * second of latency: a fast reliable proxy is drawn more often, and no good one is never drawn.
 */
export async function drawProxies({ store, clock, random, lists, refuses }: ProxyPorts): Promise<ListedProxy[]> {
  const good = goodProxies(await store.proxies.list(), clock.now());
  const keyed = good.map((proxy) => ({ proxy, key: random() ** (1 / weightOf(proxy)) }));
  const drawn: ListedProxy[] = [];
  for (const { proxy } of keyed.sort((a, b) => b.key - a.key)) {
    if (drawn.length === lists.perRound) break;
    if ((await refuses(proxy.url)) === null) drawn.push(proxy);
  }
  return drawn;
}

const weightOf = ({ check }: ListedProxy): number =>
  Math.max(0.01, check?.successRate ?? 0) / (1 + (check?.latencyMs ?? 0) / 1_000);
