import type { Source } from '../../../model/crawl/source.ts';
import type { Sources } from '../../crawl/sources-port.ts';
import { sourceOf, splitSource } from '../../records/crawl/sources.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

export class MongoSources implements Sources {
  readonly #sources: Collections['sources'];

  constructor({ sources }: Collections) {
    this.#sources = sources;
  }

  async define(source: Source): Promise<void> {
    const { defined, learned } = splitSource(source);
    const { id, ...spec } = defined;
    await this.#sources.updateOne({ _id: id }, { $set: spec, $setOnInsert: learned }, { upsert: true });
  }

  async save({ id, ...source }: Source): Promise<void> {
    await this.#sources.replaceOne({ _id: id }, source, { upsert: true });
  }

  async get(id: string): Promise<Source | null> {
    const document = await this.#sources.findOne({ _id: id });
    return document === null ? null : sourceOf(withKey('id', document));
  }

  async list(): Promise<Source[]> {
    const documents = await this.#sources.find({}).sort({ _id: 1 }).toArray();
    return documents.map((document) => sourceOf(withKey('id', document)));
  }
}
