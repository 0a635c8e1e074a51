import type { ComparedText } from './compared-text.ts';
import { hashOfRun } from './shingles.ts';

/** So few shingles of the other text may stand in a beginning of one's own. */
const sharedInLead = 0.1;
/** After so many more shared ones it has ended for sure. */
const endedAfter = 10;

/**
 * Whether two texts each begin with a passage of their own. Copies that were edited share the beginning, or what one begins with stands elsewhere in the other.
 * @param from share of each text that the passage has at least
 */
export function haveOwnLeads(a: ComparedText, b: ComparedText, from: number): boolean {
  return ownLead(a, b) >= from * a.units.length && ownLead(b, a) >= from * b.units.length;
}

/** Length of the beginning that has next to no shingle of the other text. */
function ownLead({ units }: ComparedText, other: ComparedText): number {
  let shared = 0;
  let lead = 0;
  for (let at = 0; at + 3 <= units.length; at++) {
    if (other.shingles.has(hashOfRun(units, at))) shared++;
    if (shared <= sharedInLead * (at + 1)) lead = at + 1;
    else if (shared > endedAfter) break;
  }
  return lead;
}
