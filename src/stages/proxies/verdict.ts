import { hammingDistance } from '../../model/article/neighbour-keys.ts';
import type { ProxyCheck, ProxyFault } from '../../model/crawl/proxy.ts';
import { type ActivePart, addsActiveContent } from './active-content.ts';

/** What a page looked like. */
export interface PageCopy {
  readonly status: number;
  /** Of its main text, 16 hex digits. */
  readonly simhash: string;
  readonly active: readonly ActivePart[];
}

/** Two copies of one page that came one after the other, without the proxy. */
export type OwnCopies = readonly [PageCopy, PageCopy];

/** Why a page did not arrive through a proxy. `tls`: the certificate is not the site's. `timed-out`: the proxy accepts connections, but no page came in time. */
export type TryFailure = 'tls' | 'timed-out' | 'refused' | 'no-connection';

/** One fetch through a proxy, beside our own copies of the same page. */
export interface ProxyTry {
  readonly url: string;
  readonly own: OwnCopies;
  readonly through: PageCopy | TryFailure;
  readonly elapsedMs: number;
  /** The message of the failure. */
  readonly detail?: string;
}

export type ProxyVerdict = Omit<ProxyCheck, 'at'>;

export interface ProxyLimits {
  /** Lowest share of right pages: 0 to 1. */
  readonly minSuccessRate: number;
  readonly maxLatencyMs: number;
}

/** Bits in which two copies of one page may differ: a counter or a clock in the text. The re-visit policy calls more a change (scheduling). */
const maxTextBits = 5;

/**
 * Judges a proxy by its tries. A changed text or certificate, or an added script, throws it out at the first try: such a proxy chooses when it cheats. Failures may
 * be chance, so they are counted.
 */
export function judgeProxy(tries: readonly ProxyTry[], { minSuccessRate, maxLatencyMs }: ProxyLimits): ProxyVerdict {
  const right = tries.filter(isRight);
  const successRate = tries.length === 0 ? 0 : right.length / tries.length;
  const latencyMs = medianOf(right.map(({ elapsedMs }) => elapsedMs));
  const [fault, why] = faultOf(tries, right.length) ?? limitFault() ?? [null, null];
  return { fault, ...(why !== null && { why }), tries: tries.length, successRate, latencyMs };

  function limitFault(): Fault | null {
    const wrong = tries.filter((each) => !isRight(each));
    if (successRate < minSuccessRate)
      return wrong.every(isTimeout)
        ? ['slow', timeoutReason(wrong, tries.length)]
        : ['unreliable', `${right.length} of ${tries.length} pages were right: fewer than minSuccessRate allows`];
    return latencyMs !== null && latencyMs > maxLatencyMs
      ? ['slow', `half of its pages took longer than ${Math.round(latencyMs)} ms: maxLatencyMs is ${maxLatencyMs}`]
      : null;
  }
}

type Fault = readonly [ProxyFault, why: string];

function faultOf(tries: readonly ProxyTry[], right: number): Fault | null {
  if (tries.length === 0) return ['not-tested', 'its name leads into a private network, or has no address'];
  const forged = tries.find(({ through }) => through === 'tls');
  if (forged !== undefined) return ['breaks-tls', `the certificate for ${forged.url} was not the site's`];
  const rewritten = tries.find(isRewritten);
  if (rewritten !== undefined)
    return ['rewrites-pages', `${rewritten.url} had another text, or more active content, than our own copy`];
  if (right > 0) return null;
  const refused = tries.find(({ through }) => through === 'refused');
  if (refused !== undefined) return ['refuses-us', refused.detail ?? 'it does not accept our credentials'];
  const unconnected = tries.find(({ through }) => through === 'no-connection');
  const late = tries.filter(isTimeout);
  if (unconnected === undefined && late.length > 0) return ['slow', timeoutReason(late, tries.length)];
  return ['dead', unconnected?.detail ?? 'no page was the one that the site sends'];
}

const isTimeout = ({ through }: ProxyTry): boolean => through === 'timed-out';

const timeoutReason = ([first, ...others]: readonly ProxyTry[], tries: number): string =>
  `${others.length + 1} of ${tries} pages did not come in time${first?.detail === undefined ? '' : ` (${first.detail})`}`;

const isRight = ({ own, through }: ProxyTry): boolean => typeof through === 'object' && isUnchangedCopy(through, own);

/** The same status with another text, or with more that acts. Another status is the site's or the proxy's refusal, which counts as a failure. */
const isRewritten = ({ own, through }: ProxyTry): boolean =>
  typeof through === 'object' && through.status === own[1].status && !isUnchangedCopy(through, own);

/** Whether a copy through a proxy has the status and text of our own, and adds nothing that acts. */
export const isUnchangedCopy = (through: PageCopy, [first, second]: OwnCopies): boolean =>
  isSteady(second, through) && !addsActiveContent(through.active, [first.active, second.active]);

/** Whether two copies of a page have the same status and text: only a page whose own copies do can show what a proxy changes. */
export const isSteady = (first: PageCopy, second: PageCopy): boolean =>
  first.status === second.status && hammingDistance(first.simhash, second.simhash) <= maxTextBits;

function medianOf(numbers: readonly number[]): number | null {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? null;
}
