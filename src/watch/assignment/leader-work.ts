import type { CrawlPorts } from '../../services.ts';
import { Dispatcher } from './dispatcher.ts';
import { Leadership } from './leadership.ts';

export interface LeaderWork {
  /** Called once a second. */
  readonly onTick: () => Promise<void>;
  /** Lets another process lead. */
  readonly end: () => Promise<void>;
}

/** What one `watch` of a store does for all: `work` once a second, and giving hosts to workers where there is a queue. */
export function leaderWork(io: CrawlPorts, owner: string, work: () => Promise<void>): LeaderWork {
  const { store, clock, log, queue = null } = io;
  const leadership = new Leadership({ leases: store.leases, clock, log, owner });
  const dispatcher = queue === null ? null : new Dispatcher({ store, queue, clock, log, owner });
  return {
    onTick: async () => {
      if (!(await leadership.isOurs())) return;
      await work();
      await dispatcher?.pass();
    },
    end: () => leadership.end(),
  };
}
