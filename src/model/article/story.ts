import { z } from 'zod';
import { record } from '../schema.ts';
import type { Draft, Fingerprint, TermWeights } from './draft.ts';

export const relationSchema = z.enum(['same', 'syndicated', 'truncated', 'update']);
export type Relation = z.infer<typeof relationSchema>;

/** Why two texts count as one story. */
export const duplicateEvidenceSchema = record({
  method: z.enum(['url', 'exact', 'keyword-rank', 'simhash+containment', 'sketch+containment']),
  /** Id of the similar article. */
  of: z.string(),
  similarity: z.number(),
});
export type DuplicateEvidence = z.infer<typeof duplicateEvidenceSchema>;

/** A draft with the clusters of its copies. */
export interface Story {
  readonly draft: Draft;
  readonly fingerprint: Fingerprint;
  readonly terms: TermWeights;
  /** Clusters of the neighbours that it joins; empty: it starts a new one. */
  readonly joins: readonly string[];
  readonly evidence: readonly DuplicateEvidence[];
}
