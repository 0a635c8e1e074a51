import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import type { Reextraction } from '../../model/wrapper/reextraction.ts';
import type { SiteBrief, SiteLearning, StoredCorrection } from '../../model/wrapper/site-learning.ts';

/** Learned wrappers of sites, by version, and corrections of their pages. */
export interface Wrappers {
  get(site: string): Promise<SiteLearning | null>;
  /** By site. A record takes some 100 KB: `briefs` is for what is read often. */
  list(): Promise<SiteLearning[]>;
  /** By site. SQLite reads no record of `list`; MongoDB sends none. */
  briefs(): Promise<SiteBrief[]>;
  /** Replaces the site's record. */
  save(learning: SiteLearning): Promise<void>;
  /** Keeps the contents of a version; replaces it where it exists. */
  saveContent(version: number, wrapper: LearnedWrapper): Promise<void>;
  /** Null: no such version. */
  content(site: string, version: number): Promise<LearnedWrapper | null>;
  /** Deletes the contents of all versions of the site below this one. @returns how many */
  deleteContents(site: string, below: number): Promise<number>;
  /** Of a site, oldest first. */
  corrections(site: string): Promise<StoredCorrection[]>;
  correction(url: CanonicalUrl): Promise<StoredCorrection | null>;
  /** Replaces the page's correction. */
  saveCorrection(correction: StoredCorrection): Promise<void>;
  /** @returns false where the page has none */
  deleteCorrection(url: CanonicalUrl): Promise<boolean>;
  /** How far each site's articles are read again, by site. */
  reextractions(): Promise<Reextraction[]>;
  /** Null: none was begun for the site. */
  reextraction(site: string): Promise<Reextraction | null>;
  /** Replaces the site's record. */
  saveReextraction(reextraction: Reextraction): Promise<void>;
}
