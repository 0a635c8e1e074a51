import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Article, StoredArticle } from './article.ts';

type Version = Pick<StoredArticle, 'title' | 'body' | 'revision' | 'firstSeenAt' | 'fetchedAt' | 'updatedAt'>;

/** What an update replaced. */
export interface ArticleRevision {
  readonly articleId: string;
  readonly revision: number;
  readonly title: string;
  readonly body: string;
  /** From this text to the one that replaced it: a unified diff, a paragraph a line, the title first. Null: too much changed, or an older version stored it. */
  readonly diff: string | null;
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
  readonly replaced: Pick<ArticleRevision, 'revision' | 'title' | 'body' | 'diff'> | null;
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
    replaced: { revision, title, body, diff: revisionDiff({ title, body }, article) },
  };
}

/** Two texts that differ in more lines than this are two texts: a diff of them says nothing, and takes time with the square. */
const mostEdits = 400;

type Text = Pick<ArticleRevision, 'title' | 'body'>;

function revisionDiff(before: Text, after: Text): string | null {
  const options = { context: 1, maxEditLength: mostEdits, headerOptions: FILE_HEADERS_ONLY };
  const [old, now] = [before, after].map(({ title, body }) => `${[title, ...body.split(/\n+/)].join('\n')}\n`);
  return createTwoFilesPatch('before', 'after', old ?? '', now ?? '', undefined, undefined, options) ?? null;
}
