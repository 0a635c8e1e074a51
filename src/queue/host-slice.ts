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
