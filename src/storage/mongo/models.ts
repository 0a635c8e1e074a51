import type { ModelActivation, StoredModel } from '../../model/topic/stored-model.ts';
import type { Models } from '../models-port.ts';
import type { Collections } from './collections.ts';

export const mongoModels = ({ models, modelActivations, counters }: Collections): Models => {
  const get = async (version: string): Promise<StoredModel | null> => {
    const found = await models.findOne({ _id: version });
    return found === null ? null : modelOf(found);
  };
  const activations = async (limit: number): Promise<ModelActivation[]> => {
    if (limit === 0) return []; // to the driver 0 means all
    const found = await modelActivations.find({}).sort({ _id: -1 }).limit(limit).toArray();
    return found.map(({ version, at }) => ({ version, at }));
  };
  return {
    get,
    activations,
    async put({ version, ...model }) {
      await models.updateOne({ _id: version }, { $setOnInsert: model }, { upsert: true });
    },
    async list() {
      return (await models.find({}).sort({ savedAt: -1, _id: 1 }).toArray()).map(modelOf);
    },
    async active() {
      const [last] = await activations(1);
      return last === undefined || last.version === null ? null : get(last.version);
    },
    async activate({ version, at }) {
      const counter = await counters.findOneAndUpdate(
        { _id: 'modelActivation' },
        { $inc: { value: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      await modelActivations.insertOne({ _id: counter?.value ?? 1, version, at });
    },
  };
};

const modelOf = ({ _id, ...model }: Omit<StoredModel, 'version'> & { readonly _id: string }): StoredModel => ({
  version: _id,
  ...model,
});
