import type { LearnedWrapper } from './learned-wrapper.ts';

/** How well a wrapper reads pages, means over pages. */
export interface WrapperScores {
  /** F1 of the body's words on corrected pages; null: no page is corrected. */
  readonly corrected: number | null;
  /** On other pages: F1 with the generic extractor's body. */
  readonly agreement: number;
  /** On other pages: share of the text that the generic extractor is sure of. */
  readonly completeness: number;
  /** On other pages: words of the body beside those of the generic one, without lines that recur. */
  readonly length: number;
  /** On other pages: share of the body's words in lines that recur. */
  readonly boilerplate: number;
}

/** Whether a learned wrapper may go live, and why. */
export interface WrapperVerdict {
  readonly isAccepted: boolean;
  readonly reason: string;
  /** Number of pages that were held back; 0: too few pages, it is judged on those that it was learned from. */
  readonly judgedPages: number;
  readonly scores: WrapperScores;
  /** The generic extractor on the same pages. */
  readonly generic: WrapperScores;
  /** The wrapper that was live; null: there was none. */
  readonly live: WrapperScores | null;
}

/** A wrapper and whether it may go live. */
export interface JudgedWrapper {
  /** Without the fields that held-back pages do not confirm. */
  readonly wrapper: LearnedWrapper;
  readonly verdict: WrapperVerdict;
}
