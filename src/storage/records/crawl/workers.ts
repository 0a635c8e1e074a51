import type { WorkerBeat } from '../../../model/crawl/worker-beat.ts';
import type { Stored } from '../stored.ts';

export const workerBeatOf = (stored: Stored<WorkerBeat>): WorkerBeat => ({
  ...stored,
  at: new Date(stored.at),
  startedAt: new Date(stored.startedAt),
  // absent in beats of older versions
  queueAwaySince: stored.queueAwaySince ? new Date(stored.queueAwaySince) : null,
});
