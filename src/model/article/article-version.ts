import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { z } from 'zod';
import { type DataValues, dataValuesSchema, hasChangedValues, valueText } from '../data/data-value.ts';
import { record } from '../schema.ts';
import type { Article, StoredArticle } from './article.ts';

type Version = Pick<StoredArticle, 'title' | 'body' | 'data' | 'revision' | 'firstSeenAt' | 'fetchedAt' | 'updatedAt'>;

/** Why a text was replaced: by a later visit of the page, or because its snapshot was read again with a new wrapper. */
export type RevisionReason = 'visit' | 're-extracted';

/** The text that an update replaced. */
export const articleRevisionSchema = record({
  articleId: z.string(),
  revision: z.int(),
  title: z.string(),
  body: z.string(),
  data: dataValuesSchema,
  /** Unified diff to the text that replaced it, one paragraph per line, the title first, own data last. Null: too much changed. */
  diff: z.string().nullable(),
  replacedAt: z.date(),
  reason: z.enum(['visit', 're-extracted']),
});
export type ArticleRevision = z.infer<typeof articleRevisionSchema>;

/** What a store writes for a new article or an update. */
export interface ArticleVersion {
  /** False: the stored text was fetched later and stays. */
  readonly takesText: boolean;
  readonly firstSeenAt: Date;
  readonly updatedAt: Date;
  readonly revision: number;
  /** The text to keep as a revision; null: no text was replaced. */
  readonly replaced: Pick<ArticleRevision, 'revision' | 'title' | 'body' | 'data' | 'diff' | 'reason'> | null;
}

/**
 * A changed title, body or value of the site's own data makes a new revision; any other change only refreshes the record. An older fetch never replaces a newer text:
 * endings that arrive out of order (a slow worker, a replayed journal) give the same article.
 * @param reextractedAt when the snapshot of the stored article was read again; null: the article comes from a visit
 */
export function articleVersion(
  stored: Version | null,
  article: Article,
  reextractedAt: Date | null = null,
): ArticleVersion {
  if (stored === null)
    return {
      takesText: true,
      firstSeenAt: article.firstSeenAt,
      updatedAt: article.fetchedAt,
      revision: 1,
      replaced: null,
    };
  const { firstSeenAt, revision, updatedAt, title, body, data } = stored;
  const kept = { firstSeenAt, revision, updatedAt, replaced: null };
  if (article.fetchedAt < stored.fetchedAt) return { ...kept, takesText: false };
  if (title === article.title && body === article.body && !hasChangedValues(data, article.data))
    return { ...kept, takesText: true };
  return {
    takesText: true,
    firstSeenAt,
    updatedAt: reextractedAt ?? article.fetchedAt,
    revision: revision + 1,
    replaced: {
      revision,
      title,
      body,
      data,
      diff: revisionDiff(stored, article),
      reason: reextractedAt === null ? 'visit' : 're-extracted',
    },
  };
}

/** At most this many changed lines are diffed: the time grows with their square, and a longer diff says little. */
const maxEdits = 400;

type Text = Pick<ArticleRevision, 'title' | 'body' | 'data'>;

const linesOf = (data: DataValues): string[] =>
  Object.entries(data).map(([name, value]) => `${name}: ${valueText(value)}`);

function revisionDiff(before: Text, after: Text): string | null {
  const options = { context: 1, maxEditLength: maxEdits, headerOptions: FILE_HEADERS_ONLY };
  const [old, now] = [before, after].map(
    ({ title, body, data }) => `${[title, ...body.split(/\n+/), ...linesOf(data)].join('\n')}\n`,
  );
  return createTwoFilesPatch('before', 'after', old ?? '', now ?? '', undefined, undefined, options) ?? null;
}
