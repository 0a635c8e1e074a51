import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { ArticleStatus } from './article.ts';
import type { DateValue, Fingerprint } from './draft.ts';

/** A stored article that may be a copy. */
export interface Neighbour {
  readonly id: string;
  readonly cluster: string;
  readonly site: string;
  readonly title: string;
  readonly body: string;
  readonly lang: string | null;
  readonly fingerprint: Fingerprint;
}

/** A stored article that shares a title's keywords: what is needed to decide by title alone whether a page is known. */
export interface Namesake {
  readonly id: string;
  readonly url: CanonicalUrl;
  readonly site: string;
  readonly title: string;
  readonly lang: string | null;
  readonly status: ArticleStatus;
  readonly publishedAt: DateValue | null;
  readonly fetchedAt: Date;
}
