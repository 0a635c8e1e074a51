import type { ErrorKind } from './model/crawl/visit.ts';
import type { Page } from './model/page/page.ts';

/** What is done about an unexpected ending. */
export interface Policy {
  readonly retry: boolean;
  /** False: the try is not counted against the page. */
  readonly costsAttempt: boolean;
  readonly rotateProxy: boolean;
  /** A person should hear of it. */
  readonly alert: boolean;
}

/** One row a kind: the only place where it is decided what an error means. */
export const policies = {
  unreachable: { retry: true, costsAttempt: true, rotateProxy: false, alert: false },
  blocked: { retry: true, costsAttempt: true, rotateProxy: true, alert: false },
  throttled: { retry: true, costsAttempt: false, rotateProxy: false, alert: false },
  'timed-out': { retry: true, costsAttempt: true, rotateProxy: false, alert: false },
  'too-large': { retry: false, costsAttempt: true, rotateProxy: false, alert: false },
  proxy: { retry: true, costsAttempt: false, rotateProxy: true, alert: false },
  'browser-crashed': { retry: true, costsAttempt: false, rotateProxy: false, alert: false },
  'no-browser': { retry: true, costsAttempt: false, rotateProxy: false, alert: true },
  'layout-changed': { retry: false, costsAttempt: true, rotateProxy: false, alert: true },
  misconfigured: { retry: false, costsAttempt: true, rotateProxy: false, alert: true },
  store: { retry: true, costsAttempt: false, rotateProxy: false, alert: true },
  bug: { retry: false, costsAttempt: true, rotateProxy: false, alert: true },
} as const satisfies Record<ErrorKind, Policy>;

/** What was there when it went wrong: kept for the person who looks into it. */
export interface FailureEvidence {
  readonly page: Page;
  /** JPEG; null where no browser was asked. */
  readonly screenshot: Uint8Array | null;
}

/** Whose trouble an error is, where that shows: the host's (there is no connection), or the page's own (it redirects in a circle). */
export type Fault = 'host' | 'page';

/** An unexpected ending. `message` says what happened and, where somebody can do something, what. */
export class NewshawkError extends Error {
  readonly kind: ErrorKind;
  /** For `throttled`: not before then. */
  readonly retryAfterMs: number | null;
  /** Null where no page came. */
  readonly evidence: FailureEvidence | null;
  /** Null: it does not show. */
  readonly fault: Fault | null;
  /** The address that failed; null: the one that was asked for. */
  readonly at: string | null;

  constructor(
    kind: ErrorKind,
    message: string,
    options: {
      cause?: unknown;
      retryAfterMs?: number | null;
      evidence?: FailureEvidence | null;
      fault?: Fault | null;
      at?: string | null;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'NewshawkError';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.evidence = options.evidence ?? null;
    this.fault = options.fault ?? null;
    this.at = options.at ?? null;
  }
}

/** The run ends: what waits for a host's turn is given back, at no cost. */
export class TurnsEnded extends Error {
  override readonly name = 'TurnsEnded';
}

/** The kind of any thrown value: what is not ours is a bug. */
export const kindOf = (error: unknown): ErrorKind => (error instanceof NewshawkError ? error.kind : 'bug');

/** Exit codes of the command line: one a kind of trouble (docs: operations). */
export const exitCodes = {
  ok: 0,
  bug: 1,
  usage: 2,
  /** stdout or the file of -o took only a part. A reader that went away is no failure: 0. */
  output: 3,
  configuration: 4,
  store: 8,
  browser: 10,
  /** Stopped before it was done, and saved. A `watch` that is stopped ends with 0: it is never done. */
  interrupted: 11,
  failureLimit: 12,
  timeLimit: 15,
  /** It ended by itself, and something is left or failed. */
  incomplete: 16,
  /** `store check` found what must not be. */
  defects: 17,
  proxies: 21,
  nothingFound: 31,
  testsFailed: 32,
  refused: 33,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A user's mistake or a broken surrounding: said in words, no stack trace. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
