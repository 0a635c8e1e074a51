import type { Draft, Fingerprint, TermWeights } from '../../model/article/draft.ts';
import { hammingDistance, neighbourDistance, samePlaces, samePlacesFrom } from '../../model/article/neighbour-keys.ts';
import type { DuplicateEvidence, Story } from '../../model/article/story.ts';
import { boilerplateIn } from './boilerplate.ts';
import { type ComparedText, comparedText } from './compared-text.ts';
import { compareTexts } from './verify.ts';

/** A stored article that may be a copy: what the index of fingerprints gives. */
export interface KnownText {
  readonly id: string;
  readonly cluster: string;
  readonly title: string;
  readonly body: string;
  readonly fingerprint: Fingerprint;
}

/** A page's word for its own address is believed where at least so much is shared: sites name the home page, or the article before, by mistake. */
const namedContainmentFrom = 0.3;

export interface DedupeOptions {
  /** Id of the stored article whose address the page itself names as its own: that is its neighbour too, and less shared text will do. */
  readonly namedId?: string;
  /** Makes a stored text ready to be compared; a caller that sees texts again may keep them. */
  readonly prepare: (neighbour: KnownText) => ComparedText;
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
  options: DedupeOptions = { prepare: comparedText },
): Story {
  return { draft, fingerprint, terms, ...copiesAmong({ ...draft, fingerprint }, neighbours, options) };
}

/** The core of `dedupe`, for any text with its fingerprint. */
export function copiesAmong(
  text: Pick<KnownText, 'title' | 'body' | 'fingerprint'>,
  neighbours: readonly KnownText[],
  { prepare, namedId }: DedupeOptions = { prepare: comparedText },
): Pick<Story, 'joins' | 'evidence'> {
  // most stories stand alone: nothing to cut into shingles
  if (neighbours.length === 0) return { joins: [], evidence: [] };
  const own = comparedText(text);
  const compared = neighbours.map((neighbour) => ({ ...neighbour, text: prepare(neighbour) }));
  const boilerplate = boilerplateIn(own, compared);
  const joins = new Set<string>();
  const evidence: DuplicateEvidence[] = [];
  for (const neighbour of compared) {
    const { isSameStory, containment } = compareTexts(own, neighbour.text, boilerplate);
    const isNamed = neighbour.id === namedId && containment >= namedContainmentFrom;
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

/** The way in which a neighbour was found. */
function methodOf(own: Fingerprint, other: Fingerprint): DuplicateEvidence['method'] {
  if (own.bodyHash === other.bodyHash) return 'exact';
  if (hammingDistance(own.simhash, other.simhash) <= neighbourDistance) return 'simhash+containment';
  const places = Math.max(
    samePlaces(own.titleKeywords, other.titleKeywords),
    samePlaces(own.bodyKeywords, other.bodyKeywords),
  );
  return places >= samePlacesFrom ? 'keyword-rank' : 'sketch+containment';
}
