import { z } from 'zod';
import { record } from '../../model/schema.ts';
import {
  type ModelActivation,
  modelActivation,
  type StoredModel,
  storedModelSchema,
} from '../../model/topic/stored-model.ts';
import { collection } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

export const models = collection({
  name: 'models',
  schema: storedModelSchema,
  key: ['version'],
  columns: ['savedAt'],
  blobs: { by: 'model', of: ({ content }) => [content] },
});

/** `number` counts up. */
export const modelActivations = collection({
  name: 'modelActivations',
  schema: record({ number: z.int(), ...modelActivation }),
  key: ['number'],
  columns: ['version', 'at'],
});

/** Versions of the model that assigns categories. Their contents are blobs. */
export class Models {
  readonly #models: RecordsOf<typeof models>;
  readonly #activations: RecordsOf<typeof modelActivations>;

  constructor(open: OpenRecords) {
    this.#models = open(models);
    this.#activations = open(modelActivations);
  }

  /** Adds a version, which is not in use by that. One that exists stays as it is. */
  async put(model: StoredModel): Promise<void> {
    await this.#models.add(model);
  }

  async get(version: string): Promise<StoredModel | null> {
    return await this.#models.get(version);
  }

  /** Newest first. */
  async list(): Promise<StoredModel[]> {
    return await this.#models.find({ order: ['-savedAt', 'version'] });
  }

  /** The version in use; null: none. */
  async active(): Promise<StoredModel | null> {
    const [last] = await this.activations(1);
    return last === undefined || last.version === null ? null : await this.get(last.version);
  }

  /** Puts a version into use; null: none from now on. The version must exist: it is not checked. */
  async activate({ version, at }: ModelActivation): Promise<void> {
    for (let isAdded = false; !isAdded; ) {
      const [last] = await this.#activations.find({ order: ['-number'], limit: 1 });
      isAdded = await this.#activations.add({ number: (last?.number ?? 0) + 1, version, at });
    }
  }

  /** The last `limit` activations, newest first. */
  async activations(limit: number): Promise<ModelActivation[]> {
    const last = await this.#activations.find({ order: ['-number'], limit });
    return last.map(({ version, at }) => ({ version, at }));
  }
}
