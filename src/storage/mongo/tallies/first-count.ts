import type { Collections } from '../collections.ts';
import { articleTallies } from './article-tallies.ts';
import { blobTallies } from './blob-tallies.ts';
import type { TallyTree } from './tally-tree.ts';
import { visitTallies } from './visit-tallies.ts';

const marker = 'tallies';

export const tallyTrees = (collections: Collections): readonly TallyTree[] => [
  articleTallies(collections),
  visitTallies(collections),
  blobTallies(collections),
];

/** Version 7: what tallies are counted by, and a first touch of each leaf. After a kill, the next opening repeats it. The first reader counts. */
export async function prepareTallies(collections: Collections): Promise<void> {
  const { articles, blobs, counters, failures } = collections;
  if ((await counters.findOne({ _id: marker })) !== null) return;
  await articles.updateMany({ topicsKey: { $exists: false } }, [{ $set: { topicsKey: joined('$keptTopics') } }]);
  await blobs.updateMany({ batch: { $exists: false } }, [{ $set: { batch: batchByHash } }]);
  await failures.updateMany({ mended: null }, { $set: { isOpen: true } });
  for (const tree of tallyTrees(collections)) await tree.touchAll();
  await counters.updateOne({ _id: marker }, { $set: { value: 1 } }, { upsert: true });
}

/** As `topicsText`. */
const joined = (field: string) => ({
  $reduce: {
    input: { $ifNull: [field, []] },
    initialValue: '',
    in: { $cond: [{ $eq: ['$$value', ''] }, '$$this', { $concat: ['$$value', '\n', '$$this'] }] },
  },
});

const digitAt = (place: number) => ({ $indexOfBytes: ['0123456789abcdef', { $substrBytes: ['$_id', place, 1] }] });

/** Blobs of older versions: batches from -1 down, by the first three digits of the hash. */
const batchByHash = {
  $subtract: [-1, { $add: [{ $multiply: [256, digitAt(0)] }, { $multiply: [16, digitAt(1)] }, digitAt(2)] }],
};
