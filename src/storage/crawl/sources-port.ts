import type { Source } from '../../model/crawl/source.ts';

export interface Sources {
  /** Adds a source, or replaces its definition; what polling has taught (interval, times, hash) stays. */
  define(source: Source): Promise<void>;
  save(source: Source): Promise<void>;
  get(id: string): Promise<Source | null>;
  /** By id. */
  list(): Promise<Source[]>;
}
