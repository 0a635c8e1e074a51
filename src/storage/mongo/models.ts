import type { ModelActivation, StoredModel } from '../../model/topic/stored-model.ts';
import type { Models } from '../models-port.ts';
import { activationOf, storedModelOf } from '../records/models.ts';
import type { Collections } from './collections.ts';
import { withKey } from './documents.ts';

export class MongoModels implements Models {
  readonly #models: Collections['models'];
  readonly #activations: Collections['modelActivations'];
  readonly #counters: Collections['counters'];

  constructor({ models, modelActivations, counters }: Collections) {
    this.#models = models;
    this.#activations = modelActivations;
    this.#counters = counters;
  }

  async put({ version, ...model }: StoredModel): Promise<void> {
    await this.#models.updateOne({ _id: version }, { $setOnInsert: model }, { upsert: true });
  }

  async get(version: string): Promise<StoredModel | null> {
    const document = await this.#models.findOne({ _id: version });
    return document === null ? null : storedModelOf(withKey('version', document));
  }

  async list(): Promise<StoredModel[]> {
    const documents = await this.#models.find({}).sort({ savedAt: -1, _id: 1 }).toArray();
    return documents.map((document) => storedModelOf(withKey('version', document)));
  }

  async active(): Promise<StoredModel | null> {
    const [last] = await this.activations(1);
    return last === undefined || last.version === null ? null : this.get(last.version);
  }

  async activate({ version, at }: ModelActivation): Promise<void> {
    const counter = await this.#counters.findOneAndUpdate(
      { _id: 'modelActivation' },
      { $inc: { value: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    await this.#activations.insertOne({ _id: counter?.value ?? 1, version, at });
  }

  async activations(limit: number): Promise<ModelActivation[]> {
    if (limit === 0) return []; // to the driver 0 means all
    return (await this.#activations.find({}).sort({ _id: -1 }).limit(limit).toArray()).map(activationOf);
  }
}
