import type { Exchange } from '../../../model/web/exchange.ts';
import type { FramePromises } from '../in-page/promises.ts';

/** Longest wait where nothing on the page is a player, ms: scripts that mount a page's content take a few seconds at most. */
const withoutPlayerMs = 6_000;
/** Longest wait for an interval or an open socket, which may be a heartbeat, ms. */
const heartbeatMs = 8_000;
/** An empty player that nothing feeds is left after this time without any request, ms. */
const emptyPlayerMs = 1_200;

interface Waiting {
  readonly promises: readonly FramePromises[];
  readonly exchanges: readonly Exchange[];
  /** The page's source or its elements promise a medium. */
  readonly isVideoPage: boolean;
  readonly nowMs: number;
  /** Time without a new request, ms. */
  readonly quietMs: number;
  readonly leftMs: number;
  /** A moment ago something was shown: what it brings is about to come. */
  readonly isJustOver: boolean;
}

export interface ReasonToWait {
  readonly name: string;
  /** A person sees it, too. */
  readonly isShown: boolean;
}

export const justOver = 'what follows';
/** As `readPromises` names it. */
export const countdown = 'a countdown';

/** Returns what on the page still promises a medium; null: nothing, it can be left. */
export function reasonToWait(page: Waiting): ReasonToWait | null {
  const [shown] = page.promises.flatMap((frame) => frame.shown);
  const name = shown ?? (page.isJustOver ? justOver : hiddenReason(page));
  return name === null ? null : { name, isShown: shown !== undefined || page.isJustOver };
}

function hiddenReason({ promises, exchanges, isVideoPage, nowMs, quietMs, leftMs }: Waiting): string | null {
  const hasEmptyPlayer = promises.some((frame) => frame.hasEmptyPlayer);
  if (!hasEmptyPlayer && !isVideoPage && nowMs >= withoutPlayerMs) return null;
  if (promises.some(({ isLoading }) => isLoading)) return 'a document that loads';
  if (promises.some(({ timerMs }) => timerMs !== null && timerMs < leftMs)) return 'a timer';
  if (exchanges.some(isPending)) return 'a request';
  if (!hasEmptyPlayer) return null;
  const mayBeFed = nowMs < heartbeatMs && promises.some(({ hasInterval }) => hasInterval);
  return mayBeFed || quietMs < emptyPlayerMs ? 'a player without a source' : null;
}

/** Pictures, styles and beacons bring no player. */
export const isPending = ({ type, status, failure }: Exchange): boolean =>
  status === 0 && failure === null && /^(document|script|xhr|fetch|media|manifest)$/.test(type);
