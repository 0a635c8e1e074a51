import type { ComparedText } from './compared-text.ts';

/** A shingle that stands in so many other stories is boilerplate: a tail of the agency, a template. Copies of one story are one. */
const storiesFrom = 3;

/**
 * The shingles of a text that stand in several unrelated texts, counted among its own neighbours: texts that share boilerplate with it are what the sketch finds.
 * What two texts have beside it decides whether they are one story.
 */
export function boilerplateIn(
  own: ComparedText,
  neighbours: readonly { readonly cluster: string; readonly text: ComparedText }[],
): ReadonlySet<number> {
  const boilerplate = new Set<number>();
  const byStory = Map.groupBy(neighbours, ({ cluster }) => cluster);
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
