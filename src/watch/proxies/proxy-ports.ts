import type { Clock, Log, Random, Reader } from '../../ports.ts';
import type { ProxyListSettings } from '../../settings/proxy-lists.ts';
import type { ListedProxyCheck } from '../../stages/fetch/guard/listed-proxy.ts';
import type { ProxyClient } from '../../stages/fetch/proxy-client.ts';
import type { Store } from '../../storage/port.ts';

/** What collecting and checking proxies uses. */
export interface ProxyPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly reader: Reader;
  readonly lists: ProxyListSettings;
  /** Opens a client for one proxy; null: direct. */
  readonly openClient: (proxyUrl: string | null) => Promise<ProxyClient>;
  readonly refuses: ListedProxyCheck;
  /** The ways by which lists and reference pages may be fetched: configured proxies where direct connections are not allowed; null: direct. */
  readonly ownWays: readonly (string | null)[];
}

/** Opens a client for one of our own ways, drawn at random: if it is a proxy that fails, the next time may take another. */
export const openOwnClient = ({ openClient, ownWays, random }: ProxyPorts): Promise<ProxyClient> =>
  openClient(ownWays[Math.floor(random() * ownWays.length)] ?? null);
