import type { Article, StoredArticle } from './article.ts';

type Version = Pick<StoredArticle, 'title' | 'body' | 'revision' | 'firstSeenAt' | 'fetchedAt' | 'updatedAt'>;

/** What an update replaced. */
export interface ArticleRevision {
  readonly articleId: string;
  readonly revision: number;
  readonly title: string;
  readonly body: string;
  readonly replacedAt: Date;
}

/** What a store writes when an article comes in. */
export interface ArticleVersion {
  /** False: what is stored was fetched later than this; its text stays. */
  readonly takesText: boolean;
  readonly firstSeenAt: Date;
  readonly updatedAt: Date;
  readonly revision: number;
  /** The text that goes to the revisions; null where none is replaced. */
  readonly replaced: { readonly revision: number; readonly title: string; readonly body: string } | null;
}

/**
 * A changed title or body is a new revision; anything else only refreshes the record. An older fetch never replaces a newer text, so that
 * endings that arrive out of order (a slow worker, a replayed journal) leave the same article.
 */
export function articleVersion(stored: Version | null, article: Article): ArticleVersion {
  if (stored === null)
    return {
      takesText: true,
      firstSeenAt: article.firstSeenAt,
      updatedAt: article.fetchedAt,
      revision: 1,
      replaced: null,
    };
  const { firstSeenAt, revision, updatedAt, title, body } = stored;
  const kept = { firstSeenAt, revision, updatedAt, replaced: null };
  if (article.fetchedAt < stored.fetchedAt) return { ...kept, takesText: false };
  if (title === article.title && body === article.body) return { ...kept, takesText: true };
  return {
    takesText: true,
    firstSeenAt,
    updatedAt: article.fetchedAt,
    revision: revision + 1,
    replaced: { revision, title, body },
  };
}
