import { likelyScore } from './certainty.ts';
import { sureScore } from './watched-page.ts';

// How long the play of a page waits for what, ms, and how often it tries.

/** Limits of playing one page. */
export interface PlayBudget {
  readonly totalMs: number;
  /** Time to wait for the end of an advertisement, from its start. */
  readonly adMs: number;
}

export const playBudget: PlayBudget = { totalMs: 20_000, adMs: 8_000 };

/** Between two looks at a playing page. Chosen by hand, not measured. */
export const pollMs = 120;
/** Delay before the first gesture: most pages start by themselves. */
export const settleMs = 350;
/** Scores that end the play once they stay the same for this time: a certain one, and a likely one. */
export const sure = { score: sureScore, forMs: 600 };
export const likely = { score: likelyScore, forMs: 1_500 };
/** A certain medium was requested, and the content plays: nothing better is to come. */
export const completeForMs = 200;
/** A gesture has had its effect when the page has been idle for this time, with no pending request and no timer that ends soon. */
export const quietMs = 350;
/** Time after which a medium without an address is accepted. */
export const captureAfterMs = 5_000;
/** The same where one socket or one answer brings it: the stream is known, and only what comes after an advertisement may be better. */
export const streamAfterMs = 2_000;
/** Delay after a gesture, until its effect shows. */
export const afterGestureMs = 900;
/** Delay after a step without a visible effect. */
export const afterNothingMs = 60;
/** Delay between two looks at a page that waits. */
export const waitMs = 300;
/** Time after which a spinner is no reason any more to leave what can be clicked, ms. */
export const patienceMs = 3_000;
/** Time after the end of a short clip in which the film follows, if there is one. */
export const afterClipMs = 700;
/** Tries to end a clip that may be an advertisement. */
export const maxHurries = 3;
/** Checks, before the play ends, whether the page offers another medium. */
export const maxChecks = 5;
