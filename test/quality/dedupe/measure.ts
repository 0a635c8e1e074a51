import { dedupeBatch } from '../../../src/commands/batch/dedupe-batch.ts';
import { openStoryIndex } from '../../../src/storage/sqlite/articles/story-index.ts';
import type { Group, Measure } from '../floors.ts';
import { digestOf } from '../pages.ts';
import { countPairs, f1 } from '../score.ts';
import { type DedupeDocument, dedupeCorpus } from './corpus.ts';

/** Quality of `dedupe --batch` (index, verification and clusters of the crawl) on the corpus. @param onError called for each wrong document */
export async function measureWrittenDedupe(
  onError: (kind: string, message: string) => void = () => {},
): Promise<Group> {
  const docs = dedupeCorpus();
  const clusterOf = await clustersOf(docs);
  const gold = new Map(docs.map(({ id, story }) => [id, story]));
  const byStory = new Map(docs.filter(({ id, story }) => id === story).map((one) => [one.story, one]));
  const hitsByKind: Record<string, number[]> = {};
  for (const { id, story, kind } of docs.filter((one) => one.id !== one.story)) {
    const isTogether = clusterOf.get(id) === clusterOf.get(story);
    hitsByKind[kind] = [...(hitsByKind[kind] ?? []), Number(isTogether)];
    if (!isTogether) onError(kind, `${id} is not with ${byStory.get(story)?.title ?? story}`);
  }
  let merges = 0;
  for (const members of Map.groupBy(docs, ({ id }) => clusterOf.get(id)).values()) {
    const stories = new Set(members.map(({ story }) => story));
    merges += stories.size - 1;
    if (stories.size > 1)
      onError(members.find(({ id, story }) => id === story)?.kind ?? '', `one: ${[...stories].join(', ')}`);
  }
  const recalls = Object.entries(hitsByKind).map(([kind, hits]): [string, Measure] => [
    `recall, ${kind}`,
    { value: hits.reduce((sum, hit) => sum + hit, 0) / hits.length, better: 'higher' },
  ]);
  return {
    name: 'dedupe, written texts',
    digest: digestOf(docs),
    measures: {
      'pairwise F1': { value: f1(countPairs(clusterOf, gold)), better: 'higher' },
      'false merges': { value: merges, better: 'lower' },
      ...Object.fromEntries(recalls),
    },
  };
}

async function clustersOf(docs: readonly DedupeDocument[]): Promise<ReadonlyMap<string, string>> {
  async function* lines(): AsyncIterable<string> {
    for (const { id, title, text, lang } of docs) yield JSON.stringify({ id, title, text, lang });
  }
  await using index = await openStoryIndex();
  const clusters = new Map<string, string>();
  const options = { stream: false, signal: new AbortController().signal };
  for await (const line of dedupeBatch(lines(), index, options)) {
    const { id, cluster } = JSON.parse(line) as { id: string; cluster: string };
    clusters.set(id, cluster);
  }
  return clusters;
}
