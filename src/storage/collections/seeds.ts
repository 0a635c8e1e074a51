import { z } from 'zod';
import { record } from '../../model/schema.ts';
import { type Seed, seedSchema } from '../../model/seed/seed.ts';
import { collection } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

export const seeds = collection({
  name: 'seeds',
  schema: seedSchema,
  key: ['topic', 'site'],
  columns: ['score'],
  indexes: [{ by: ['topic', '-score', 'site'], only: 'mongo' }],
});

/** When each topic was searched for last. */
export const seedSearches = collection({
  name: 'seedSearches',
  schema: record({ topic: z.string(), at: z.date() }),
  key: ['topic'],
  columns: ['at'],
});

/** Sites that search engines named, by topic, and when each topic was searched for. */
export class Seeds {
  readonly #seeds: RecordsOf<typeof seeds>;
  readonly #searches: RecordsOf<typeof seedSearches>;

  constructor(open: OpenRecords) {
    this.#seeds = open(seeds);
    this.#searches = open(seedSearches);
  }

  /** Adds seeds, or replaces those of the same topic and site. */
  async put(added: readonly Seed[]): Promise<void> {
    await this.#seeds.put(...added);
  }

  /** All seeds of a topic: the highest score first, then by site. */
  async ofTopic(topic: string): Promise<Seed[]> {
    return await this.#seeds.find({ where: { topic }, order: ['-score', 'site'] });
  }

  async noteSearch(topic: string, at: Date): Promise<void> {
    await this.#searches.put({ topic, at });
  }

  /** The time of the last search of each topic that had one. */
  async lastSearches(): Promise<ReadonlyMap<string, Date>> {
    return new Map((await this.#searches.find()).map(({ topic, at }) => [topic, at]));
  }
}
