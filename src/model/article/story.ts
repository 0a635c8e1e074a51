import type { Draft, Fingerprint, TermWeights } from './draft.ts';

export type Relation = 'same' | 'syndicated' | 'truncated' | 'update';

/** Why two texts count as one story. */
export interface DuplicateEvidence {
  readonly method: 'url' | 'exact' | 'keyword-rank' | 'simhash+containment' | 'sketch+containment';
  /** Id of the similar article. */
  readonly of: string;
  readonly similarity: number;
}

/** A draft with the clusters of its copies. */
export interface Story {
  readonly draft: Draft;
  readonly fingerprint: Fingerprint;
  readonly terms: TermWeights;
  /** Clusters of the neighbours that it joins; empty: it starts a new one. */
  readonly joins: readonly string[];
  readonly evidence: readonly DuplicateEvidence[];
}
