import type { Draft, Fingerprint, TermWeights } from '../../model/draft.ts';
import { hammingDistance, neighbourDistance, titleKey } from '../../model/neighbour-keys.ts';
import type { DuplicateEvidence, Story } from '../../model/story.ts';
import { type ComparedText, comparedText, compareTexts } from './verify.ts';

/** A stored article that may be a copy: what the index of fingerprints gives. */
export interface KnownText {
  readonly id: string;
  readonly cluster: string;
  readonly title: string;
  readonly body: string;
  readonly fingerprint: Fingerprint;
}

/**
 * Verifies the neighbours that the index gave, and ties the draft to the clusters of those that tell its story. The result does not depend on the
 * neighbours' order; both lists of it are sorted.
 */
export function dedupe(
  draft: Draft,
  fingerprint: Fingerprint,
  terms: TermWeights,
  neighbours: readonly KnownText[],
): Story {
  // most stories stand alone: nothing to cut into shingles
  if (neighbours.length === 0) return { draft, fingerprint, terms, joins: [], evidence: [] };
  const own = comparedText(draft);
  const joins = new Set<string>();
  const evidence: DuplicateEvidence[] = [];
  for (const neighbour of neighbours) {
    const found = evidenceFor(own, fingerprint, neighbour);
    if (found === null) continue;
    evidence.push(found);
    joins.add(neighbour.cluster);
  }
  evidence.sort((a, b) => (a.of < b.of ? -1 : a.of > b.of ? 1 : 0));
  return { draft, fingerprint, terms, joins: [...joins].sort(), evidence };
}

/** Names the way in which the neighbour was found; null where it tells another story. */
function evidenceFor(own: ComparedText, fingerprint: Fingerprint, neighbour: KnownText): DuplicateEvidence | null {
  const { isSameStory, containment } = compareTexts(own, comparedText(neighbour));
  if (!isSameStory) return null;
  const isExact = fingerprint.bodyHash === neighbour.fingerprint.bodyHash;
  const isNear = hammingDistance(fingerprint.simhash, neighbour.fingerprint.simhash) <= neighbourDistance;
  const key = titleKey(fingerprint.titleKeywords);
  const isNamesake = key !== null && key === titleKey(neighbour.fingerprint.titleKeywords);
  const byWords = isNamesake ? 'keyword-rank' : 'sketch+containment';
  const method = isExact ? 'exact' : isNear ? 'simhash+containment' : byWords;
  return { method, of: neighbour.id, similarity: containment };
}
