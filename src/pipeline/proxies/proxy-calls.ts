import type { App } from '../../app.ts';
import type { Identities } from '../../ports.ts';
import { drawProxies, startRound } from './proxy-keeper.ts';
import type { ProxyPorts } from './proxy-ports.ts';

/** The app's calls for proxies of lists. @param parts of the network, and the app's own */
export function proxyCalls(
  network: () => Promise<Pick<ProxyPorts, 'lists' | 'openClient' | 'refuses' | 'ownWays'>>,
  app: Pick<App, 'store' | 'reader'> & Pick<ProxyPorts, 'clock' | 'log' | 'random'>,
) {
  const { clock, log, random } = app;
  const proxyPorts = async (): Promise<ProxyPorts> => ({
    ...(await network()),
    store: await app.store(),
    reader: await app.reader(),
    clock,
    log,
    random,
  });
  const calls: Pick<App, 'collectProxies' | 'checkListedProxies'> = {
    collectProxies: async () => {
      const { collectProxies } = await import('./collect-proxies.ts');
      return collectProxies(await proxyPorts());
    },
    checkListedProxies: async (signal) => {
      const { checkProxies } = await import('./check-proxies.ts');
      return checkProxies(await proxyPorts(), signal);
    },
  };
  return {
    proxyPorts,
    calls,
    /** The identities with some listed proxies, for commands that read a single page; a run chooses its own. */
    withListed: async (identities: Identities): Promise<Identities> => {
      const { lists } = await network();
      if (lists.urls.length === 0) return identities; // most commands for one page open no store
      const ports = await proxyPorts();
      await startRound({ ...ports, identities }, await drawProxies(ports));
      return identities;
    },
  };
}
