import { CommandError, exitCodes, kindOf, NewshawkError } from '../../errors.ts';
import { type ListedProxy, proxyIdOf } from '../../model/crawl/proxy.ts';
import { decodeHtml } from '../../stages/fetch/http/decode.ts';
import type { ProxyClient } from '../../stages/fetch/proxy-client.ts';
import { parseProxyList } from '../../stages/proxies/parse-proxy-list.ts';
import { openOwnClient, type ProxyPorts } from './proxy-ports.ts';

export interface CollectedList {
  /** Without credentials and query, which may hold a key. */
  readonly list: string;
  readonly proxies: number;
  /** Entries that name no usable proxy. */
  readonly unreadable: number;
  /** Proxies in our own network: refused. */
  readonly refused: number;
  /** Why the list could not be read; null: it was. */
  readonly error: string | null;
}

export interface CollectReport {
  readonly lists: readonly CollectedList[];
  /** Proxies that the store did not have. */
  readonly added: number;
  /** Proxies that no list has named for a week: removed. */
  readonly removed: number;
  readonly total: number;
}

/** A list is some hundred KB. */
const maxListBytes = 20_000_000;
const listTimeoutMs = 30_000;
/** Lists drop a proxy for some hours and name it again: it is removed after this time without a mention, ms. */
const keepUnlistedMs = 7 * 24 * 3_600_000;

/** Fetches the configured lists by our own way and stores their proxies; checks of proxies that are listed again stay. @throws CommandError (configuration) without a list */
export async function collectProxies(io: ProxyPorts): Promise<CollectReport> {
  const { store, lists, clock } = io;
  if (lists.urls.length === 0)
    throw new CommandError(
      exitCodes.configuration,
      "There is no proxy list: name some in browsers.config.ts, proxyLists: { urls: ['https://…'] }.",
    );
  const stored = new Map((await store.proxies.list()).map((proxy) => [proxy.id, proxy]));
  const listed = new Map<string, ListedProxy>();
  const reports: CollectedList[] = [];
  {
    await using client = await openOwnClient(io);
    for (const entry of lists.urls) {
      const { url, scheme } = typeof entry === 'string' ? { url: entry, scheme: 'http' } : entry;
      reports.push(await readList(io, client, { url, scheme, stored, listed }));
    }
  }
  await store.proxies.save([...listed.values()]);
  const oldest = clock.now().getTime() - keepUnlistedMs;
  const forgotten = [...stored.values()].filter(({ id, listedAt }) => !listed.has(id) && listedAt.getTime() < oldest);
  await store.proxies.remove(forgotten.map(({ id }) => id));
  const added = [...listed.keys()].filter((id) => !stored.has(id)).length;
  return { lists: reports, added, removed: forgotten.length, total: stored.size + added - forgotten.length };
}

interface ListRequest {
  readonly url: string;
  readonly scheme: string;
  readonly stored: ReadonlyMap<string, ListedProxy>;
  readonly listed: Map<string, ListedProxy>;
}

async function readList(
  { clock, log, refuses }: ProxyPorts,
  client: ProxyClient,
  { url, scheme, stored, listed }: ListRequest,
): Promise<CollectedList> {
  const { origin, pathname } = new URL(url);
  const list = origin + pathname;
  try {
    const { status, body, headers } = await client.fetch(url, { timeoutMs: listTimeoutMs, maxBytes: maxListBytes });
    if (status !== 200) throw new NewshawkError('unreachable', `it answers ${status}`);
    const { proxies, unreadable } = parseProxyList(decodeHtml(body, headers).html, scheme);
    const reasons = await Promise.all(proxies.map(refuses));
    const allowed = proxies.filter((_, at) => reasons[at] === null);
    for (const proxyUrl of allowed) {
      const id = proxyIdOf(proxyUrl);
      const check = stored.get(id)?.check ?? null;
      listed.set(id, { id, url: proxyUrl, list, listedAt: clock.now(), check });
    }
    const refused = proxies.length - allowed.length;
    log.info('proxies.listed', { list, proxies: allowed.length, unreadable, refused });
    return { list, proxies: allowed.length, unreadable, refused, error: null };
  } catch (error) {
    if (kindOf(error) === 'bug') throw error;
    const { message } = error as NewshawkError;
    log.warn('proxies.unlisted', { list, message });
    return { list, proxies: 0, unreadable: 0, refused: 0, error: message };
  }
}
