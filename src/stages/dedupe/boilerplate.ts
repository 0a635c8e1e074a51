import type { ComparedText } from './compared-text.ts';
import { haveOwnLeads } from './own-lead.ts';

/** A shingle in this many other stories is boilerplate: an agency's closing line, a template. Copies of one story count once. */
const minStories = 3;
/** Share of their texts: members of a cluster with own leads this long count as several stories. Early copies of a boilerplate may have been merged by mistake. */
const minOwnLead = 0.12;

/**
 * The shingles of a text that are also in several unrelated texts, counted among its neighbours: the sketch finds texts that share boilerplate with it.
 * The remaining shingles decide whether two texts are one story.
 */
export function boilerplateIn(
  own: ComparedText,
  neighbours: readonly { readonly id: string; readonly cluster: string; readonly text: ComparedText }[],
): ReadonlySet<number> {
  const boilerplate = new Set<number>();
  if (neighbours.length < minStories) return boilerplate;
  const byStory = Map.groupBy(neighbours, ({ id, cluster, text }) =>
    haveOwnLeads(own, text, minOwnLead) ? `lead ${id}` : cluster,
  );
  if (byStory.size < minStories) return boilerplate;
  const counts = new Map<number, number>();
  for (const members of byStory.values())
    for (const shingle of sharedWithAny(own, members)) {
      const count = (counts.get(shingle) ?? 0) + 1;
      counts.set(shingle, count);
      if (count === minStories) boilerplate.add(shingle);
    }
  return boilerplate;
}

function sharedWithAny(own: ComparedText, members: readonly { readonly text: ComparedText }[]): ReadonlySet<number> {
  const shared = new Set<number>();
  for (const { text } of members) for (const shingle of own.shingles.intersection(text.shingles)) shared.add(shingle);
  return shared;
}
