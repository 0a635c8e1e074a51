/** State of a process' browser. */
export type BrowserHealth =
  /** `idle`: no browser runs; the next page that needs one starts it. */
  { readonly state: 'idle' } | { readonly state: 'ready' } | BrowserAbsence;

/** The browser does not start, or crashes before it reads a page. Starts are retried automatically. */
export interface BrowserAbsence {
  readonly state: 'absent';
  /** Time since it was first missing, ms. */
  readonly forMs: number;
  /** Time until the next start, ms; 0: it is starting now. */
  readonly nextTryMs: number;
  /** The cause in a few words, without paths. */
  readonly why: string;
  /** The cause with the browser's path and what to do. */
  readonly message: string;
  /** A browser ran earlier in this process, so one can run on this machine. */
  readonly hasRun: boolean;
  /** A retry cannot help: a person has to change the machine. */
  readonly isLasting: boolean;
}
