import type { ComparedText } from './compared-text.ts';
import { haveOwnLeads } from './own-lead.ts';

/** A shingle that stands in so many other stories is boilerplate: a tail of the agency, a template. Copies of one story are one. */
const storiesFrom = 3;
/** Texts of one cluster that each begin with so much of their own count as several stories: the first two before a boilerplate may have been tied. */
const ownLeadFrom = 0.12;

/**
 * The shingles of a text that stand in several unrelated texts, counted among its own neighbours: texts that share boilerplate with it are what the sketch finds.
 * What two texts have beside it decides whether they are one story.
 */
export function boilerplateIn(
  own: ComparedText,
  neighbours: readonly { readonly id: string; readonly cluster: string; readonly text: ComparedText }[],
): ReadonlySet<number> {
  const boilerplate = new Set<number>();
  if (neighbours.length < storiesFrom) return boilerplate;
  const byStory = Map.groupBy(neighbours, ({ id, cluster, text }) =>
    haveOwnLeads(own, text, ownLeadFrom) ? `lead ${id}` : cluster,
  );
  if (byStory.size < storiesFrom) return boilerplate;
  const counts = new Map<number, number>();
  for (const members of byStory.values())
    for (const shingle of heldByAny(own, members)) {
      const count = (counts.get(shingle) ?? 0) + 1;
      counts.set(shingle, count);
      if (count === storiesFrom) boilerplate.add(shingle);
    }
  return boilerplate;
}

function heldByAny(own: ComparedText, members: readonly { readonly text: ComparedText }[]): ReadonlySet<number> {
  const held = new Set<number>();
  for (const { text } of members) for (const shingle of own.shingles.intersection(text.shingles)) held.add(shingle);
  return held;
}
