import type { Log, Robots } from '../../ports.ts';
import { HostTurns } from '../../run/host-turns.ts';
import type { PagePorts } from '../../services.ts';
import { HostGate } from '../../stages/schedule/politeness.ts';
import type { Store } from '../../storage/port.ts';
import type { DiscoverPorts } from './discover-sources.ts';

interface PoliteNeeds {
  readonly store: Store;
  readonly robots: Robots;
  readonly log: Log;
  /** Ends the waits for a host, and asks for no further page. */
  readonly signal: AbortSignal;
}

/** Ports whose requests keep the pauses of a crawl. */
export function politePorts(ports: PagePorts, { store, robots, log, signal }: PoliteNeeds): DiscoverPorts {
  const { config, clock, siteOf } = ports;
  const gate = new HostGate({
    concurrency: config.hostConcurrency,
    gapMs: config.hostGapMs,
    politenessOf: (host) => siteOf(host).politeness,
  });
  return { ...ports, store, robots, log, gate, signal, turns: new HostTurns({ gate, clock, signal }) };
}
