import type { Seed } from '../model/seed/seed.ts';

/** Sites that search engines named, by topic, and when each topic was searched for. */
export interface Seeds {
  /** Adds seeds, or replaces those of the same topic and site. */
  put(seeds: readonly Seed[]): Promise<void>;
  /** All seeds of a topic: the highest score first, then by site. */
  ofTopic(topic: string): Promise<Seed[]>;
  noteSearch(topic: string, at: Date): Promise<void>;
  /** The time of the last search of each topic that had one. */
  lastSearches(): Promise<ReadonlyMap<string, Date>>;
}
