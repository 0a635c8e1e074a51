import type { ErrorKind } from './model/crawl/visit.ts';
import type { Page, RequestRecord } from './model/page/page.ts';

/** How we react to an unexpected ending. */
export interface Policy {
  readonly retry: boolean;
  /** Whether the attempt counts towards the page's limit. */
  readonly costsAttempt: boolean;
}

/** One row per kind: the only place that decides how an error is handled. */
export const policies = {
  unreachable: { retry: true, costsAttempt: true },
  blocked: { retry: true, costsAttempt: true },
  throttled: { retry: true, costsAttempt: false },
  'timed-out': { retry: true, costsAttempt: true },
  'too-large': { retry: false, costsAttempt: true },
  proxy: { retry: true, costsAttempt: false },
  'browser-crashed': { retry: true, costsAttempt: false },
  'no-browser': { retry: true, costsAttempt: false },
  'no-proxy': { retry: true, costsAttempt: false },
  'layout-changed': { retry: false, costsAttempt: true },
  'low-confidence': { retry: false, costsAttempt: true },
  'too-short': { retry: false, costsAttempt: true },
  misconfigured: { retry: false, costsAttempt: true },
  store: { retry: true, costsAttempt: false },
  'process-died': { retry: true, costsAttempt: true },
  bug: { retry: false, costsAttempt: true },
} as const satisfies Record<ErrorKind, Policy>;

/** What there was at the moment of the failure, kept for the person who investigates. */
export interface FailureEvidence {
  /** Null: it was not received in full. */
  readonly page: Page | null;
  /** JPEG; null where no browser was involved. */
  readonly screenshot: Uint8Array | null;
  readonly requests?: readonly RequestRecord[];
  /** Default: that of `page`. */
  readonly console?: readonly string[];
}

/** What an error concerns: the whole host (no connection), or one page only (a redirect loop). */
export type Fault = 'host' | 'page';

/** An unexpected ending. `message` says what happened and, where a person can act, what to do. */
export class NewshawkError extends Error {
  readonly kind: ErrorKind;
  /** For `throttled`: the wait that the host asks for. */
  readonly retryAfterMs: number | null;
  /** Null where no page arrived. */
  readonly evidence: FailureEvidence | null;
  /** Null where it is unknown. */
  readonly fault: Fault | null;
  /** The address that failed; null: the requested one. */
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

/** The error with what is known of its page. An error that has evidence, or that is of no page, stays as it is. */
export function withEvidence(error: unknown, evidence: FailureEvidence): unknown {
  if (!(error instanceof NewshawkError) || error.constructor !== NewshawkError || error.evidence !== null) return error;
  const { kind, message, retryAfterMs, fault, at, cause, stack } = error;
  return Object.assign(new NewshawkError(kind, message, { cause, retryAfterMs, fault, at, evidence }), { stack });
}

/**
 * The store as a whole does not work: its server does not answer, or its disk is full. No page is at fault, and none is tried meanwhile: the run ends, or waits
 * where the store may come back by itself.
 */
export class StoreDown extends NewshawkError {
  /** True: the server does not answer. False: a person has to act. */
  readonly isAway: boolean;

  constructor(message: string, { isAway, cause }: { readonly isAway: boolean; readonly cause?: unknown }) {
    super('store', message, { cause });
    this.name = 'StoreDown';
    this.isAway = isAway;
  }
}

/** The files of the store are damaged or incomplete: only a backup helps. */
export class StoreDamaged extends StoreDown {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { isAway: false, ...options });
    this.name = 'StoreDamaged';
  }
}

/** A request is not sent although its turn came: no failure. It passes through all layers unchanged. */
export class TurnRefused extends Error {}

/** The run ends: tasks that wait for a host's turn are released, at no cost. */
export class TurnsEnded extends TurnRefused {
  override readonly name = 'TurnsEnded';
}

/** The kind of any thrown value; `bug` where it is not a NewshawkError. */
export const kindOf = (error: unknown): ErrorKind => (error instanceof NewshawkError ? error.kind : 'bug');

/** Exit codes of the command line: one per kind of trouble. */
export const exitCodes = {
  ok: 0,
  bug: 1,
  usage: 2,
  /** Only a part could be written to stdout or to the file of -o. A closed pipe is not a failure: exit code 0. */
  output: 3,
  configuration: 4,
  store: 8,
  /** The queue's server does not answer. */
  queue: 9,
  browser: 10,
  /** Stopped before the end; everything is saved. A stopped `watch` ends with 0, since it has no end. */
  interrupted: 11,
  failureLimit: 12,
  timeLimit: 15,
  /** Ended by itself, but pages failed or are left. */
  incomplete: 16,
  /** `store check` found inconsistent records, or a copy differs from its store. */
  defects: 17,
  proxies: 21,
  /** `--fail-on drift`: the layout of a site has changed. */
  drift: 30,
  nothingFound: 31,
  testsFailed: 32,
  refused: 33,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A user's mistake or a broken environment. The message is shown without a stack trace. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** The queue's server does not answer. */
export class QueueError extends CommandError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(exitCodes.queue, message, options);
    this.name = 'QueueError';
  }
}
