import { HostGate } from '../../stages/schedule/politeness.ts';
import type { CrawlPorts } from '../ports.ts';
import { HostTurns } from '../run/host-turns.ts';
import { type DiscoverPorts, discoverSources, type SourceProposals } from './discover-sources.ts';

type ReadPorts = Omit<DiscoverPorts, 'turns' | 'gate' | 'store' | 'robots' | 'log'> & Pick<CrawlPorts, 'config'>;

interface CallPorts extends Pick<DiscoverPorts, 'log'> {
  readonly store: () => Promise<DiscoverPorts['store']>;
  readonly robots: () => Promise<DiscoverPorts['robots']>;
}

/** The calls of the app that read a site to propose sources, with the pauses of a crawl between the requests. */
export const sourceCalls = (open: () => Promise<ReadPorts>, { store, robots, log }: CallPorts) => ({
  discoverSources: async (target: string, signal: AbortSignal): Promise<SourceProposals> => {
    const io = { ...(await open()), store: await store(), robots: await robots(), log };
    const { config, clock, siteOf } = io;
    const gate = new HostGate({
      concurrency: config.hostConcurrency,
      gapMs: config.hostGapMs,
      politenessOf: (host) => siteOf(host).politeness,
    });
    return await discoverSources({ ...io, gate, turns: new HostTurns({ gate, clock, signal }) }, target);
  },
});
