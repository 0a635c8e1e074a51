import type { Article, StoredArticle } from '../model/article/article.ts';
import type { Fingerprint } from '../model/article/draft.ts';
import type { Neighbour } from '../model/article/neighbour.ts';

/** How a cluster judges one of its members. */
export type Verdict = Pick<StoredArticle, 'cluster' | 'canonicalId' | 'relation' | 'evidence'>;

/** Stories apart from any crawl, found and judged as in a store. Closing it removes it. */
export interface StoryIndex extends AsyncDisposable {
  /** As `Articles.neighbours` of the store. */
  neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]>;
  /** Stores, merges the clusters that the article ties together, judges the members anew. */
  add(article: Article): Promise<void>;
  /** As it stands now: later articles may tie clusters together. Null: no such article. */
  verdict(id: string): Promise<Verdict | null>;
}
