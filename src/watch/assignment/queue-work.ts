import { QueueError } from '../../errors.ts';
import type { Run } from '../../model/crawl/run.ts';
import type { CrawlPorts } from '../../services.ts';
import type { HostHealth } from '../../stages/schedule/host-health.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import type { HostHolds } from './host-holds.ts';
import { HostSlices } from './host-slices.ts';

/** What the queue means for a run: which hosts it may claim tasks of. */
export interface QueueWork {
  /** Absent: all hosts. */
  readonly hosts?: () => ReadonlySet<string>;
  /** Whether a host without running tasks is still this worker's. */
  keeps(host: string): boolean;
  /** Called once a second. */
  look(): Promise<void>;
  /** Takes slices until `end`. */
  begin(): Promise<void>;
  /** Ends the slices when their tasks have ended. */
  end(): Promise<void>;
  /** Since when the queue has not answered; null: it answers, or there is none. */
  awaySince(): Date | null;
}

/** Slices that a worker works on at once: most hosts only wait for their pause. */
const slicesAtOnce = 64;

interface QueueWorkRequest {
  readonly io: CrawlPorts;
  readonly owner: string;
  readonly kind: Run['kind'];
  readonly hosts: { readonly gate: HostGate; readonly holds: HostHolds };
  readonly health: HostHealth;
  /** Aborted: no more tasks begin. */
  readonly signal: AbortSignal;
}

/** Without a queue a run claims tasks of all hosts; with one, a worker those of its slices, and `watch`, which only gives work, none. */
export function queueWork(request: QueueWorkRequest): QueueWork {
  const { io, owner, kind, hosts, health, signal } = request;
  const { queue = null, store, clock } = io;
  const awaySince = () => queue?.awaySince ?? null;
  const nothing = { keeps: () => false, look: async () => {}, begin: async () => {}, end: async () => {}, awaySince };
  if (queue === null || kind === 'crawl') return nothing;
  const none: ReadonlySet<string> = new Set();
  if (kind === 'watch') return { ...nothing, hosts: () => none };
  const slices = new HostSlices({ frontier: store.frontier, gate: hosts.gate, holds: hosts.holds, health, clock });
  signal.addEventListener('abort', () => slices.end(), { once: true });
  /** Not awaited: a queue that is away does not hold up the look. */
  const recall = () => queue.recalled().then((recalled) => slices.recall(recalled), ignoreAway);
  let work: AsyncDisposable | null = null;
  return {
    hosts: () => slices.open(),
    keeps: (host) => slices.has(host),
    look: () => {
      void recall();
      return slices.look();
    },
    begin: async () => {
      work = await queue.work(owner, { concurrency: slicesAtOnce, run: (host) => slices.run(host) });
    },
    end: async () => {
      slices.end();
      await slices.look();
      await work?.[Symbol.asyncDispose]();
    },
    awaySince,
  };
}

/** The queue has logged it; the next look asks again. */
function ignoreAway(error: unknown): void {
  if (!(error instanceof QueueError)) throw error;
}
