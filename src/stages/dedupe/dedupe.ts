import type { Draft, Fingerprint, TermWeights } from '../../model/article/draft.ts';
import { hammingDistance, minSamePlaces, neighbourDistance, samePlaces } from '../../model/article/neighbour-keys.ts';
import type { DuplicateEvidence, Story } from '../../model/article/story.ts';
import { boilerplateIn } from './boilerplate.ts';
import { type ComparedText, comparedText } from './compared-text.ts';
import { compareTexts } from './verify.ts';

/** A text whose copies are looked for. */
interface MarkedText {
  readonly title: string;
  readonly body: string;
  readonly fingerprint: Fingerprint;
}

/** A stored article that may be a copy, as the index of fingerprints returns it. */
export interface StoredText extends MarkedText {
  readonly id: string;
  readonly cluster: string;
}

/** A canonical link is trusted from this containment on: sites name the home page or the previous article by mistake. */
const minNamedContainment = 0.3;

interface DedupeOptions {
  /** Id of the stored article that the page's canonical link names: it needs less shared text to count as a copy. */
  readonly namedId?: string;
  /** Prepares a stored text for comparison; callers may cache the result. */
  readonly prepare: (neighbour: StoredText) => ComparedText;
}

/**
 * Verifies the neighbours that the index returned, and joins the draft to the clusters of its copies. The result does not depend on the
 * neighbours' order: its lists are sorted.
 */
export function dedupe(
  draft: Draft,
  fingerprint: Fingerprint,
  terms: TermWeights,
  neighbours: readonly StoredText[],
  options: DedupeOptions = { prepare: comparedText },
): Story {
  return { draft, fingerprint, terms, ...findCopies({ ...draft, fingerprint }, neighbours, options) };
}

/** The copies of a text among its neighbours: the core of `dedupe`. */
export function findCopies(
  text: MarkedText,
  neighbours: readonly StoredText[],
  { prepare, namedId }: DedupeOptions = { prepare: comparedText },
) {
  // most stories have no neighbours: skip the shingles
  if (neighbours.length === 0) return { joins: [], evidence: [] };
  const own = comparedText(text);
  const compared = neighbours.map((neighbour) => ({ ...neighbour, text: prepare(neighbour) }));
  const boilerplate = boilerplateIn(own, compared);
  const joins = new Set<string>();
  const evidence: DuplicateEvidence[] = [];
  for (const neighbour of compared) {
    const { isSameStory, containment } = compareTexts(own, neighbour.text, boilerplate);
    const isNamed = neighbour.id === namedId && containment >= minNamedContainment;
    if (!isSameStory && !isNamed) continue;
    evidence.push({
      method: isNamed ? 'url' : methodOf(text.fingerprint, neighbour.fingerprint),
      of: neighbour.id,
      similarity: containment,
    });
    joins.add(neighbour.cluster);
  }
  evidence.sort((a, b) => (a.of < b.of ? -1 : a.of > b.of ? 1 : 0));
  return { joins: [...joins].sort(), evidence };
}

/** The index key by which a neighbour was found. */
function methodOf(own: Fingerprint, other: Fingerprint): DuplicateEvidence['method'] {
  if (own.bodyHash === other.bodyHash) return 'exact';
  if (hammingDistance(own.simhash, other.simhash) <= neighbourDistance) return 'simhash+containment';
  const places = Math.max(
    samePlaces(own.titleKeywords, other.titleKeywords),
    samePlaces(own.bodyKeywords, other.bodyKeywords),
  );
  return places >= minSamePlaces ? 'keyword-rank' : 'sketch+containment';
}
