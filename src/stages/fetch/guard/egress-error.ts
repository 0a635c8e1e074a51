/** `refused`: our network policy forbids it; `unreachable`: the target failed; `malformed`: the target answers, but not in HTTP; `proxy`: the upstream proxy failed. */
export type EgressErrorKind = 'refused' | 'unreachable' | 'malformed' | 'proxy';

/** Why a request or a connection through the guard failed. */
export class EgressError extends Error {
  readonly kind: EgressErrorKind;

  constructor(kind: EgressErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'EgressError';
    this.kind = kind;
  }
}

/** Set by the guard only. It removes these headers from servers' responses. */
const refusedHeader = 'x-newshawk-refused';
const failureHeader = 'x-newshawk-failure';
export const isGuardHeader = (name: string): boolean => name.toLowerCase().startsWith('x-newshawk-');

/** The guard's response and its one header: 403 with `x-newshawk-refused`, or 502 with `x-newshawk-failure: <kind> <why>`. */
export function errorResponse({ kind, message }: EgressError): { status: number; name: string; value: string } {
  const why = message.replace(/[^\x20-\x7e]/g, '?');
  return kind === 'refused'
    ? { status: 403, name: refusedHeader, value: why }
    : { status: 502, name: failureHeader, value: `${kind} ${why}` };
}

/** Reads the error back from a response's headers; null for a server's own response. */
export function egressErrorIn(headers: Readonly<Record<string, string | string[] | undefined>>): EgressError | null {
  const refused = headers[refusedHeader];
  if (typeof refused === 'string') return new EgressError('refused', refused);
  const failure = headers[failureHeader];
  if (typeof failure !== 'string') return null;
  const [kind, ...why] = failure.split(' ');
  const known = kind === 'proxy' || kind === 'malformed' ? kind : 'unreachable';
  return new EgressError(known, why.join(' '));
}

/** Whether Node's or undici's parser refused an answer. Without HTTP there is no status, but there is a server. */
export const isMalformedAnswer = (error: unknown): boolean =>
  /^(HPE_|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$|ERR_HTTP_INVALID_|ERR_INVALID_CHAR$)/.test(
    String((error as NodeJS.ErrnoException).code ?? ''),
  );

/** Wraps a socket's error; an EgressError is returned as it is. */
export function asEgressError(error: unknown, kind: EgressErrorKind, subject: string): EgressError {
  if (error instanceof EgressError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const isAnswered = kind === 'unreachable' && isMalformedAnswer(error);
  return new EgressError(isAnswered ? 'malformed' : kind, `${subject}: ${code ?? message}`, { cause: error });
}
