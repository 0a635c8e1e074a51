import type { StoredArticle } from '../../model/article/article.ts';
import { type ArticleBrief, excerptLetters } from '../../model/article/article-brief.ts';
import type { ArticleRevision } from '../../model/article/article-version.ts';
import type { Fingerprint } from '../../model/article/draft.ts';
import type { Namesake, Neighbour } from '../../model/article/neighbour.ts';
import type { Stored } from './stored.ts';

/** Fields of articles and of their briefs that older versions did not write. */
type Added = 'category' | 'weight' | 'judgedBy' | 'inLinks' | 'data';

type AnyStoredFingerprint = Omit<Fingerprint, 'bodyKeywords'> & Partial<Pick<Fingerprint, 'bodyKeywords'>>;
type AnyStoredArticle = Omit<Stored<StoredArticle, Added | 'newsTerms' | 'posts'>, 'fingerprint'> & {
  readonly fingerprint: AnyStoredFingerprint;
};

/** Of a source that has no weight. */
export const defaultWeight = 1;

export const articleOf = (stored: AnyStoredArticle): StoredArticle => ({
  ...stored,
  ...defaultsAndTimes(stored),
  newsTerms: stored.newsTerms ?? [],
  posts: stored.posts ?? [],
  fingerprint: fingerprintOf(stored.fingerprint),
});

export const briefOf = (stored: Stored<ArticleBrief, Added>): ArticleBrief => ({
  ...stored,
  ...defaultsAndTimes(stored),
});

const defaultsAndTimes = (
  stored: Pick<Stored<StoredArticle, Added>, Added | 'firstSeenAt' | 'fetchedAt' | 'updatedAt'>,
) => ({
  category: stored.category ?? null,
  weight: stored.weight ?? defaultWeight,
  judgedBy: stored.judgedBy ?? null,
  inLinks: stored.inLinks ?? 0,
  data: stored.data ?? {},
  firstSeenAt: new Date(stored.firstSeenAt),
  fetchedAt: new Date(stored.fetchedAt),
  updatedAt: new Date(stored.updatedAt),
});

export const fingerprintOf = (stored: AnyStoredFingerprint): Fingerprint => ({
  ...stored,
  bodyKeywords: stored.bodyKeywords ?? [],
});

/** What a list shows of an article. SQLite's triggers make the same of the stored text (sqlite/tallies.ts). */
export function shorten(article: StoredArticle): ArticleBrief {
  const {
    body,
    bodyHtml: _html,
    markdown: _markdown,
    fingerprint: _fingerprint,
    provenance: _provenance,
    newsTerms: _terms,
    images: _images,
    posts: _posts,
    media,
    ...brief
  } = article;
  // a letter has at most two code units
  const letters = [...body.slice(0, 2 * excerptLetters + 2)];
  const excerpt = letters.length <= excerptLetters ? body : `${letters.slice(0, excerptLetters).join('')}…`;
  return { ...brief, excerpt, bodyLength: body.length, mediaItems: media.length };
}

export const neighbourOf = (
  stored: Omit<Neighbour, 'fingerprint'> & { readonly fingerprint: AnyStoredFingerprint },
): Neighbour => ({
  id: stored.id,
  cluster: stored.cluster,
  site: stored.site,
  title: stored.title,
  body: stored.body,
  lang: stored.lang,
  fingerprint: fingerprintOf(stored.fingerprint),
});

export const namesakeOf = ({ id, url, site, title, lang, status, publishedAt, fetchedAt }: Namesake): Namesake => ({
  id,
  url,
  site,
  title,
  lang,
  status,
  publishedAt,
  fetchedAt,
});

export const revisionOf = (stored: Stored<ArticleRevision, 'diff' | 'data' | 'reason'>): ArticleRevision => ({
  articleId: stored.articleId,
  revision: stored.revision,
  title: stored.title,
  body: stored.body,
  data: stored.data ?? {},
  diff: stored.diff ?? null,
  replacedAt: new Date(stored.replacedAt),
  reason: stored.reason ?? 'visit',
});
