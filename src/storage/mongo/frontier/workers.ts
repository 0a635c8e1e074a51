import { forgottenAfterMs, type WorkerBeat } from '../../../model/crawl/worker-beat.ts';
import type { Workers } from '../../workers-port.ts';
import type { Collections } from '../collections.ts';

export const mongoWorkers = ({ workers }: Collections): Workers => {
  const listed = async (which: Readonly<Record<string, unknown>>): Promise<WorkerBeat[]> => {
    const found = await workers.find(which).sort({ _id: 1 }).toArray();
    return found.map(({ _id, ...beat }) => ({ owner: _id, ...beat }));
  };
  return {
    async beat({ owner, ...beat }) {
      await workers.replaceOne({ _id: owner }, beat, { upsert: true });
    },
    async gone(owner) {
      await workers.deleteOne({ _id: owner });
    },
    async heardOf(since) {
      await workers.deleteMany({ at: { $lt: new Date(since.getTime() - forgottenAfterMs) } });
      return await listed({ at: { $gte: since } });
    },
    list: () => listed({}),
  };
};
