import type { Seed } from '../../model/seed/seed.ts';
import { seedOf } from '../records/seeds.ts';
import type { Seeds } from '../seeds-port.ts';
import type { Collections } from './collections.ts';

/** A host name has no line breaks. */
const seedKey = ({ topic, site }: Pick<Seed, 'topic' | 'site'>): string => `${site}\n${topic}`;

export class MongoSeeds implements Seeds {
  readonly #seeds: Collections['seeds'];
  readonly #searches: Collections['seedSearches'];

  constructor({ seeds, seedSearches }: Collections) {
    this.#seeds = seeds;
    this.#searches = seedSearches;
  }

  async put(seeds: readonly Seed[]): Promise<void> {
    for (const seed of seeds) await this.#seeds.replaceOne({ _id: seedKey(seed) }, seed, { upsert: true });
  }

  async ofTopic(topic: string): Promise<Seed[]> {
    const documents = await this.#seeds.find({ topic }).sort({ score: -1, site: 1 }).toArray();
    return documents.map(({ _id, ...seed }) => seedOf(seed));
  }

  async noteSearch(topic: string, at: Date): Promise<void> {
    await this.#searches.replaceOne({ _id: topic }, { at }, { upsert: true });
  }

  async lastSearches(): Promise<ReadonlyMap<string, Date>> {
    const documents = await this.#searches.find({}).toArray();
    return new Map(documents.map(({ _id, at }) => [_id, at]));
  }
}
