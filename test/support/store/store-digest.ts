import type { Store } from '../../../src/storage/port.ts';

/**
 * All of a store that two crawls of the same pages must agree on, in a comparable form: what was fetched when, by which run, and the order of arrival are left out.
 */
export async function storeDigest(store: Store) {
  const articles = await Array.fromAsync(store.articles.stream({}));
  const urlOf = new Map(articles.map(({ id, url }) => [id, url]));
  const media = await store.media.find({ limit: 10_000 });
  return {
    articles: articles
      .map((article) => ({
        url: article.url,
        title: article.title,
        body: article.body,
        authors: article.authors,
        publishedAt: article.publishedAt,
        section: article.section,
        lang: article.lang,
        status: article.status,
        relation: article.relation,
        canonical: urlOf.get(article.canonicalId),
        category: article.category,
        topics: article.topics.map(({ topic, score, kept }) => ({ topic, score: score.toFixed(6), kept })),
      }))
      .sort(byUrl),
    media: media
      .map(({ pageUrl, url, delivery, role, variants }) => ({
        pageUrl,
        url,
        delivery,
        role,
        variants: variants.length,
      }))
      .sort((a, b) => byUrl({ url: a.pageUrl + a.url }, { url: b.pageUrl + b.url })),
    failures: (await store.failures.find({ limit: 10_000 })).map(({ url, reason }) => ({ url, reason })).sort(byUrl),
    frontier: await store.frontier.counts(),
  };
}

const byUrl = (a: { readonly url: string }, b: { readonly url: string }): number =>
  a.url < b.url ? -1 : a.url > b.url ? 1 : 0;
