import type { Draft, Fingerprint, TermWeights } from './draft.ts';

export type Relation = 'same' | 'syndicated' | 'truncated' | 'update';

/** Why two texts are held to be one story. */
export interface DuplicateEvidence {
  readonly method: 'url' | 'exact' | 'keyword-rank' | 'simhash+containment' | 'sketch+containment';
  /** Id of the article that it is like. */
  readonly of: string;
  readonly similarity: number;
}

/** A draft with its place among the others. */
export interface Story {
  readonly draft: Draft;
  readonly fingerprint: Fingerprint;
  readonly terms: TermWeights;
  /** Clusters of the neighbours that it joins; empty: it founds one. */
  readonly joins: readonly string[];
  readonly evidence: readonly DuplicateEvidence[];
}
