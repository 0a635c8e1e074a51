import { z } from 'zod';
import { opaque, record } from '../../model/schema.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import { type Reextraction, reextractionSchema } from '../../model/wrapper/reextraction.ts';
import {
  type SiteBrief,
  type SiteLearning,
  type StoredCorrection,
  siteBriefSchema,
  siteLearningSchema,
  storedCorrectionSchema,
} from '../../model/wrapper/site-learning.ts';
import { collection } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

const briefOf = ({ versions: _versions, samples: _samples, recent: _recent, ...brief }: SiteLearning): SiteBrief =>
  brief;

/** A text in MongoDB: URL formats are keys. The brief is what is counted and shown of a site, apart from its record of 100 KB. */
export const siteLearning = collection({
  name: 'siteLearning',
  schema: siteLearningSchema,
  key: ['site'],
  derived: {
    brief: [siteBriefSchema, briefOf],
  },
  isText: true,
  isLarge: true,
});

/** Versions of learned wrappers. A text in MongoDB: styles are keys. */
export const wrappers = collection({
  name: 'wrappers',
  schema: record({ site: z.string(), version: z.int(), wrapper: opaque<LearnedWrapper>() }),
  key: ['site', 'version'],
  indexes: [{ by: ['site', 'version'], only: 'mongo' }],
  isText: true,
  isLarge: true,
});

export const corrections = collection({
  name: 'corrections',
  schema: storedCorrectionSchema,
  key: ['url'],
  columns: ['site', 'at'],
  indexes: [{ by: ['site', 'at', 'url'] }],
  blobs: { by: 'correction', of: ({ snapshot }) => [snapshot] },
  isLarge: true,
});

export const reextractions = collection({
  name: 'reextractions',
  schema: reextractionSchema,
  key: ['site'],
});

/** Learned wrappers of sites, by version, and corrections of their pages. */
export class Wrappers {
  readonly #learning: RecordsOf<typeof siteLearning>;
  readonly #wrappers: RecordsOf<typeof wrappers>;
  readonly #corrections: RecordsOf<typeof corrections>;
  readonly #reextractions: RecordsOf<typeof reextractions>;

  constructor(open: OpenRecords) {
    this.#learning = open(siteLearning);
    this.#wrappers = open(wrappers);
    this.#corrections = open(corrections);
    this.#reextractions = open(reextractions);
  }

  async get(site: string): Promise<SiteLearning | null> {
    return await this.#learning.get(site);
  }

  /** By site. A record takes some 100 KB: `briefs` is for what is read often. */
  async list(): Promise<SiteLearning[]> {
    return await this.#learning.find({ order: ['site'] });
  }

  /** By site. Reads no record of `list`. */
  async briefs(): Promise<SiteBrief[]> {
    return (await this.#learning.pick(['brief'], { order: ['site'] })).map(({ brief }) => brief);
  }

  /** Replaces the site's record. */
  async save(learning: SiteLearning): Promise<void> {
    await this.#learning.put(learning);
  }

  /** Keeps the contents of a version; replaces it where it exists. */
  async saveContent(version: number, wrapper: LearnedWrapper): Promise<void> {
    await this.#wrappers.put({ site: wrapper.site, version, wrapper });
  }

  /** Null: no such version. */
  async content(site: string, version: number): Promise<LearnedWrapper | null> {
    return (await this.#wrappers.get(site, version))?.wrapper ?? null;
  }

  /** Deletes the contents of all versions of the site below this one. @returns how many */
  async deleteContents(site: string, below: number): Promise<number> {
    return await this.#wrappers.remove({ site, version: { lt: below } });
  }

  /** Of a site, oldest first. */
  async corrections(site: string): Promise<StoredCorrection[]> {
    return await this.#corrections.find({ where: { site }, order: ['at', 'url'] });
  }

  async correction(url: CanonicalUrl): Promise<StoredCorrection | null> {
    return await this.#corrections.get(url);
  }

  /** Replaces the page's correction. */
  async saveCorrection(correction: StoredCorrection): Promise<void> {
    await this.#corrections.put(correction);
  }

  /** @returns false where the page has none */
  async deleteCorrection(url: CanonicalUrl): Promise<boolean> {
    return (await this.#corrections.remove({ url })) === 1;
  }

  /** How far each site's articles are read again, by site. */
  async reextractions(): Promise<Reextraction[]> {
    return await this.#reextractions.find({ order: ['site'] });
  }

  /** Null: none was begun for the site. */
  async reextraction(site: string): Promise<Reextraction | null> {
    return await this.#reextractions.get(site);
  }

  /** Replaces the site's record. */
  async saveReextraction(reextraction: Reextraction): Promise<void> {
    await this.#reextractions.put(reextraction);
  }
}
