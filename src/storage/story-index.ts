import type { Article, StoredArticle } from '../model/article/article.ts';
import type { Fingerprint } from '../model/article/draft.ts';
import type { Neighbour } from '../model/article/neighbour.ts';

/** How a cluster judges one of its members. */
export type Verdict = Pick<StoredArticle, 'cluster' | 'canonicalId' | 'relation' | 'evidence'>;

/** A temporary index of stories, outside any crawl: it finds and judges them as a store does. Disposing it deletes it. */
export interface StoryIndex extends AsyncDisposable {
  /** As `Articles.neighbours`. */
  neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]>;
  /** Stores the article, merges the clusters that it connects, and judges their members again. */
  add(article: Article): Promise<void>;
  /** The verdict so far: a later article may connect clusters and change it. Null: no such article. */
  verdict(id: string): Promise<Verdict | null>;
}
