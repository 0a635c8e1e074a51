import type { FrontierEntry } from '../../../src/storage/crawl/frontier-port.ts';

/** A queue of addresses, filled and emptied in batches. */
export interface PeerQueue extends AsyncDisposable {
  insert(entries: readonly FrontierEntry[]): Promise<void>;
  /** Takes at most `limit` entries for work. @returns how many; 0: none is left */
  claim(limit: number): Promise<number>;
  /** Ends all that was claimed. */
  end(): Promise<void>;
}

/** CPU is of this process and its children, servers included. */
export interface PhaseTime {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export interface PeerTimes {
  readonly entries: number;
  readonly insert: PhaseTime;
  /** The same entries once more. */
  readonly again: PhaseTime;
  readonly claim: PhaseTime;
  /** Null: a claim has no end. */
  readonly end: PhaseTime | null;
  /** Entries that were claimed: twice those that were put, where doubles are kept. */
  readonly claimed: number;
}
