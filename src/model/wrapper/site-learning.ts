import type { ContentHash } from '../page/snapshot.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { Correction } from './correction.ts';
import type { Teaching } from './teaching.ts';
import type { WrapperVerdict } from './wrapper-verdict.ts';

/** What is being learned of one site: its wrappers, and how well the live one fits the newest pages. */
export interface SiteLearning {
  readonly site: string;
  /** Version of the wrapper that extraction uses; null: none. */
  readonly live: number | null;
  /** A person keeps the live version: no other is switched on. */
  readonly isPinned: boolean;
  /** Oldest first, at most `maxVersions`. */
  readonly versions: readonly WrapperVersion[];
  /** Version of the next wrapper. */
  readonly nextVersion: number;
  /** The newest articles, oldest first: pages to learn from. */
  readonly samples: readonly LearningSample[];
  /** Number of articles since the last attempt to learn. */
  readonly pagesSince: number;
  /** Number of articles from which the next attempt is due. */
  readonly learnAfter: number;
  /** By URL format of the live wrapper: whether the newest pages lack its styles, newest last. `*`: pages of other formats. */
  readonly recent: Readonly<Record<string, readonly boolean[]>>;
  /** The newest change of the layout; null: none was seen. */
  readonly drift: LayoutDrift | null;
  /** Number of changes of the layout so far. */
  readonly drifts: number;
  readonly updatedAt: Date;
  /** What the teacher was asked. Absent: nothing yet. */
  readonly teaching?: Teaching;
}

/** A site's record without its pages and versions: one hundredth of its size. */
export type SiteBrief = Omit<SiteLearning, 'versions' | 'samples' | 'recent'>;

export interface WrapperVersion {
  readonly version: number;
  readonly learnedAt: Date;
  readonly pages: number;
  readonly correctedPages: number;
  readonly verdict: WrapperVerdict;
  /** When it went live last; null: never. */
  readonly validFrom: Date | null;
  /** When another replaced it, or it was suspended; null: it is live, or never was. */
  readonly validUntil: Date | null;
}

export interface LearningSample {
  readonly url: CanonicalUrl;
  readonly snapshot: ContentHash;
  readonly at: Date;
  /** The page lacks the styles of the wrapper that was live then. */
  readonly isStrange: boolean;
  /** The page is no article: own data alone are learned from it. */
  readonly isData?: true;
}

/** A change of a site's layout. */
export interface LayoutDrift {
  readonly at: Date;
  /** When the first page of the new layout was seen. */
  readonly since: Date;
  /** A page of the new layout. */
  readonly url: CanonicalUrl;
  /** The wrapper that no longer fits. It is suspended, unless it is pinned. */
  readonly version: number;
  readonly detail: string;
  /** When a wrapper for the new layout went live; null: the generic extractor reads the site. */
  readonly healedAt: Date | null;
}

/** A stored correction: the page's snapshot is kept with it. */
export interface StoredCorrection {
  readonly site: string;
  readonly url: CanonicalUrl;
  readonly snapshot: ContentHash;
  readonly correction: Correction;
  readonly by: 'person' | 'teacher';
  readonly at: Date;
}
