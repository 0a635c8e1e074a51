/** The work on a host, given to a worker. */
export interface HostSlice {
  readonly host: string;
  readonly worker: string;
}

/** How the work on a host ended: nothing of it is due any more, or it comes again after this time, ms, at the same worker. */
export type SliceEnd = { readonly kind: 'done' } | { readonly kind: 'later'; readonly inMs: number };

export interface SliceWork {
  /** Slices at once. */
  readonly concurrency: number;
  /** Works on the host until its slice ends. A slice whose work throws is taken from the queue: its pages are still due, so it is given again. */
  readonly run: (host: string) => Promise<SliceEnd>;
}

/**
 * Carries hosts to workers on several machines. The store keeps all state: what a queue loses is given again. Methods throw QueueError where the server
 * does not answer within some seconds; work that runs goes on, and connections are made again.
 */
export interface HostQueue extends AsyncDisposable {
  /** Without credentials. */
  readonly location: string;
  /** Since when the server has not answered; null: it answers. */
  readonly awaySince: Date | null;
  /** All slices: in work, waiting, or for later. */
  slices(): Promise<HostSlice[]>;
  /** Adds slices. A host that its worker has already stays as it is. It is not asked back any more. */
  give(slices: readonly HostSlice[]): Promise<void>;
  /** Asks for these hosts back: where a worker would go on with one after its slice, the slice is done instead, and may be given to another worker. */
  recall(hosts: readonly string[]): Promise<void>;
  /** Hosts that were asked for and are not back yet: their workers end the slices early. */
  recalled(): Promise<string[]>;
  /** Workers that have a queue, by name: also those that died. */
  workers(): Promise<string[]>;
  /** Removes a worker's queue with its slices. */
  removeWorker(worker: string): Promise<void>;
  /** Takes the slices of this worker, until it is disposed of: then slices that run may end, and the others are given back. */
  work(worker: string, work: SliceWork): Promise<AsyncDisposable>;
}
