/** `refused`: by our own policy; `unreachable`: the target; `proxy`: the upstream proxy. */
export type TroubleKind = 'refused' | 'unreachable' | 'proxy';

/** Why nothing came through the guard. */
export class EgressTrouble extends Error {
  readonly kind: TroubleKind;

  constructor(kind: TroubleKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'EgressTrouble';
    this.kind = kind;
  }
}

/** Set by the guard only; the same names are taken out of what servers answer. */
const refusedHeader = 'x-newshawk-refused';
const failureHeader = 'x-newshawk-failure';
export const isGuardHeader = (name: string): boolean => name.toLowerCase().startsWith('x-newshawk-');

/** The guard's answer: 403 with `x-newshawk-refused`, or 502 with `x-newshawk-failure: <kind> <why>`. */
export function troubleAnswer(trouble: EgressTrouble): { status: number; name: string; value: string } {
  const why = trouble.message.replace(/[^\x20-\x7e]/g, '?');
  return trouble.kind === 'refused'
    ? { status: 403, name: refusedHeader, value: why }
    : { status: 502, name: failureHeader, value: `${trouble.kind} ${why}` };
}

/** Reads the guard's answer back; null for a server's own. */
export function troubleIn(headers: Readonly<Record<string, string | string[] | undefined>>): EgressTrouble | null {
  const refused = headers[refusedHeader];
  if (typeof refused === 'string') return new EgressTrouble('refused', refused);
  const failure = headers[failureHeader];
  if (typeof failure !== 'string') return null;
  const [kind, ...why] = failure.split(' ');
  return new EgressTrouble(kind === 'proxy' ? 'proxy' : 'unreachable', why.join(' '));
}

/** Any error of a socket as trouble of the given kind. */
export function asTrouble(error: unknown, kind: TroubleKind, what: string): EgressTrouble {
  if (error instanceof EgressTrouble) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new EgressTrouble(kind, `${what}: ${code ?? message}`, { cause: error });
}
