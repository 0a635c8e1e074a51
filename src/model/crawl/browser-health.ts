/** How a process stands with its browser. */
export type BrowserHealth =
  /** None runs; the next page that needs one starts it. */
  { readonly state: 'idle' } | { readonly state: 'ready' } | BrowserAbsence;

/** The browser could not be started, or does not live until a page is read. It is tried again, by itself. */
export interface BrowserAbsence {
  readonly state: 'absent';
  /** Since it was missed first, ms. */
  readonly forMs: number;
  /** Until the next start is tried, ms; 0: that goes on now. */
  readonly nextTryMs: number;
  /** In a few words, without paths. */
  readonly why: string;
  /** The same with the browser's path and what to do. */
  readonly message: string;
  /** A browser ran earlier in this process: so it can run here. */
  readonly hasRun: boolean;
  /** Another try cannot help: somebody has to change the machine. */
  readonly isLasting: boolean;
}
