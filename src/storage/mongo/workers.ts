import type { Workers } from '../port.ts';
import type { Collections } from './collections.ts';

export const mongoWorkers = ({ workers }: Collections): Workers => ({
  async beat({ owner, ...beat }) {
    await workers.replaceOne({ _id: owner }, beat, { upsert: true });
  },
  async gone(owner) {
    await workers.deleteOne({ _id: owner });
  },
  async heardOf(since) {
    await workers.deleteMany({ at: { $lt: since } });
    const found = await workers.find({}).sort({ _id: 1 }).toArray();
    return found.map(({ _id, ...beat }) => ({ owner: _id, ...beat }));
  },
});
