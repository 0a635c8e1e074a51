import type { WorkerBeat } from '../../../model/crawl/worker-beat.ts';

/** A crawling process as GET /v1/workers has it. */
export interface WorkerRow extends Omit<WorkerBeat, 'log' | 'version'> {
  /** Host and process id. */
  readonly name: string;
  /** Null: an older version wrote the heartbeat. */
  readonly version: string | null;
  /** Without a heartbeat for `silentAfterMs`: it died or hangs. */
  readonly isSilent: boolean;
  /** Roles that of several processes one has: `watch`, `alerts`. */
  readonly leads: readonly string[];
  /** Hosts whose work it holds now. */
  readonly hosts: number;
}

export interface WorkersAnswer {
  /** The server's time. */
  readonly at: Date;
  readonly silentAfterMs: number;
  readonly items: readonly WorkerRow[];
}
