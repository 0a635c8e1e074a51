import type { ComparedText } from './compared-text.ts';

/** Largest share of the other text's shingles in an own lead. */
const maxSharedInLead = 0.1;
/** Shared shingles after which the lead has certainly ended. */
const sharedAfterLead = 10;

/**
 * Whether each of two texts begins with a passage that the other one lacks. Edited copies share the beginning, or one has the other's beginning elsewhere.
 * @param from smallest share of each text that the passage takes
 */
export function haveOwnLeads(a: ComparedText, b: ComparedText, from: number): boolean {
  return ownLead(a, b) >= from * a.units.length && ownLead(b, a) >= from * b.units.length;
}

/** Length of the beginning that has almost no shingle of the other text, units. */
function ownLead({ runs }: ComparedText, other: ComparedText): number {
  let shared = 0;
  let lead = 0;
  for (let at = 0; at < runs.length; at++) {
    if (other.shingles.has(runs[at] ?? 0)) shared++;
    if (shared <= maxSharedInLead * (at + 1)) lead = at + 1;
    else if (shared > sharedAfterLead) break;
  }
  return lead;
}
