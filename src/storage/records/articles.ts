import type { StoredArticle } from '../../model/article/article.ts';
import { type ArticleBrief, excerptLetters } from '../../model/article/article-brief.ts';
import type { Namesake, Neighbour } from '../../model/article/neighbour.ts';

/** What a list shows of an article. SQLite's triggers make the same of the stored text (sqlite/schema/article-tables.ts). */
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

export const neighbourOf = ({ id, cluster, site, title, body, lang, fingerprint }: Neighbour): Neighbour => ({
  id,
  cluster,
  site,
  title,
  body,
  lang,
  fingerprint,
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
