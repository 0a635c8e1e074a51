import type { Log } from '../../ports.ts';
import { HostGate } from '../../stages/schedule/politeness.ts';
import type { PagePorts } from '../ports.ts';
import { HostTurns } from '../run/host-turns.ts';
import type { DiscoverPorts } from './discover-sources.ts';

/** What a site is read with outside of a run; opened at its first use. */
export interface PoliteNeeds {
  readonly log: Log;
  readonly open: () => Promise<PagePorts>;
  readonly store: () => Promise<DiscoverPorts['store']>;
  readonly robots: () => Promise<DiscoverPorts['robots']>;
}

/** Ports whose requests keep the pauses of a crawl. @param signal ends the waits for a host, and asks for no further page */
export async function politePorts({ open, store, robots, log }: PoliteNeeds, signal: AbortSignal) {
  const io = { ...(await open()), store: await store(), robots: await robots(), log };
  const { config, clock, siteOf } = io;
  const gate = new HostGate({
    concurrency: config.hostConcurrency,
    gapMs: config.hostGapMs,
    politenessOf: (host) => siteOf(host).politeness,
  });
  return { ...io, gate, signal, turns: new HostTurns({ gate, clock, signal }) };
}
