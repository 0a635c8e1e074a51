import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { ListKnowledge } from './list-api.ts';
import type { ApiKnowledge } from './page-api.ts';
import type { PlayerEvidence } from './player-evidence.ts';

/**
 * Result of fetching one page in both ways. `same`: static fetch and browser gave the same; `differs`: they gave different content; `static-lacks`: only the browser
 * gave content; `browser-lacks`: only the static fetch did.
 */
export type ComparisonResult = 'same' | 'differs' | 'static-lacks' | 'browser-lacks';

export interface Comparison {
  readonly at: Date;
  readonly url: CanonicalUrl;
  readonly result: ComparisonResult;
  /** The page is a list. Absent: it has an article, or the record is of an older version. */
  readonly isList?: true;
  /** What was missing, or how much the two differed. */
  readonly detail: string;
}

/** Evidence whether static fetches suffice for the pages of one host and address format. */
export interface FormatEvidence {
  readonly host: string;
  /** Made by `urlFormats` or `sourceFormat`. */
  readonly format: string;
  /** Number of comparisons so far. */
  readonly compared: number;
  /** Number of them with the result `same` or `browser-lacks`: the static fetch was enough. */
  readonly enough: number;
  /** The newest comparisons, newest last. */
  readonly comparisons: readonly Comparison[];
  /** Whether each of the newest static fetches gave enough, newest last; empty while all did. */
  readonly staticGave: readonly boolean[];
  /** The API behind the pages; null, or absent in records of older versions: nothing was tried. */
  readonly api?: ApiKnowledge | null;
  /** Of a source: the API behind its list; null, or absent in records of older versions: nothing was tried. */
  readonly list?: ListKnowledge | null;
  /** What came of playing its pages whose source shows no media; absent: none was played. */
  readonly players?: PlayerEvidence;
  readonly updatedAt: Date;
}
