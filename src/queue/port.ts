/**
 * Works on a host for a while: claims its best due tasks from the store and runs them politely.
 * @returns when the host may be asked again, or null when nothing of it is left to do
 */
export type SliceHandler = (host: string) => Promise<Date | null>;

/**
 * Who works on which host, and when. The unit is a host slice and not an address, so that a host is with one worker at a time and politeness needs no lock.
 * The queue holds no state that matters: what is to be done is in the store's frontier, and a lost slice is enqueued again by whoever finds the host due.
 */
export interface HostQueue extends AsyncDisposable {
  /**
   * The host's slice is handled once, at `notBefore` or later. A host waits once only: of two times the earlier counts. A host that is being handled just then
   * is handled once more afterwards.
   */
  enqueue(host: string, notBefore: Date): Promise<void>;
  /**
   * Hands out slices as they come due, the longest due first; never one host twice at a time. A slice whose handler fails comes again after a pause, and the
   * failure is reported.
   * @throws Error at the second call: a queue has one consumer in a process
   */
  consume(handler: SliceHandler): void;
  /** Hands out nothing more and waits for the slices that are being handled. */
  [Symbol.asyncDispose](): Promise<void>;
}
