import { z } from 'zod';
import type { ArticleStatus, StoredArticle } from '../../model/article/article.ts';
import { type ArticleJson, appendJsonFields } from '../../model/article/article-json.ts';
import { canonicalRuleOf, type MemberBrief } from '../../model/article/cluster.ts';
import { bestScore, type ImportanceScale, importance } from '../../model/article/importance.ts';
import { count, listOf, record } from '../../model/schema.ts';
import type { ArticleFilter } from '../../storage/articles-port.ts';
import { wholeArticle } from '../../storage/long-texts.ts';
import type { Store } from '../../storage/port.ts';
import { shorten } from '../../storage/records/articles.ts';
import { matchesSearch, readSearch, type SearchQuery, searchedFields } from '../../text/search-query.ts';
import { type Snippet, searchSnippet } from '../../text/search-snippet.ts';
import { jsonText, problem } from '../answer.ts';
import type { ServerApp } from '../server-app.ts';
import { badCursor, cursorParameter, nextAfter, nextLink, type Place, placeAfter } from './cursor.ts';
import {
  idOf,
  idParams,
  limitParameter,
  offsetParameter,
  queryOf,
  querySchema,
  type Route,
  sinceParameter,
  siteParameter,
} from './route.ts';
import { articleRow, fullArticle, type memberSchema } from './schemas.ts';

interface Query {
  readonly since?: string;
  readonly topic?: string;
  readonly category?: string;
  readonly site?: string;
  readonly status?: ArticleStatus;
  readonly q?: string;
  readonly near?: string;
  readonly sort: 'newest' | 'relevance' | 'importance';
  readonly cursor?: string;
  readonly limit: number;
  readonly offset: number;
}

export const listArticles: Route = {
  path: '/v1/articles',
  summary: 'Articles, the newest update or the most important first, without their bodies',
  success: {
    schema: record({
      total: count,
      limit: count,
      offset: count,
      next: z.string().nullable(),
      /** Articles that a search does not find yet. */
      notIndexed: count,
      items: listOf(articleRow),
    }),
  },
  errors: { 404: 'near names no article' },
  query: querySchema({
    since: sinceParameter,
    topic: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'name of a topic that the article is relevant to',
    },
    category: { type: 'string', minLength: 1, maxLength: 100, description: 'label of the category' },
    site: siteParameter,
    status: { type: 'string', enum: ['published', 'duplicate', 'off-topic'], description: 'verdict on the article' },
    q: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'words of title or body, all of them; "a phrase", begin*, -excluded. Items then have a snippet',
    },
    near: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'id of an article: its near-duplicates, then articles with a similar title; other filters still hold',
    },
    sort: {
      type: 'string',
      enum: ['newest', 'relevance', 'importance'],
      default: 'newest',
      description:
        'relevance: the best match of q first; importance: by relevance to the topics and by the number of pages that link to it',
    },
    cursor: cursorParameter,
    limit: limitParameter(50, 500),
    offset: offsetParameter('articles'),
  }),
  dependsOnStoreOnly: true,
  // both read all matching articles
  isSlow: (request) => {
    const { q, sort } = queryOf<Query>(request);
    return q !== undefined || sort === 'importance';
  },
  handle: (app) => async (request) => {
    const { limit, offset, sort, near, cursor, ...filterQuery } = queryOf<Query>(request);
    const store = await app.store();
    if (near !== undefined) return await nearArticles(app, near, { ...filterQuery, limit, offset });
    const filter = filterOf(filterQuery);
    const search = filter.q === undefined ? null : readSearch(filter.q);
    if (search !== null && 'problem' in search) return problem(400, `q finds nothing: ${search.problem}.`);
    if (sort === 'relevance' && search === null) return problem(400, 'sort=relevance needs q: the words to look for.');
    const scale = await scaleOf(app, store);
    const order = { importance: { byImportance: scale }, relevance: { byRelevance: true }, newest: {} }[sort];
    const total = await store.articles.count(filter);
    const place = placeAfter(cursor);
    if (place === null) return problem(400, badCursor);
    if (place !== undefined && (sort !== 'newest' || offset > 0))
      return problem(400, 'cursor goes with sort=newest and without offset.');
    const after = place === undefined ? {} : { after: { id: place.id, updatedAt: place.at } };
    const page = await store.articles.listJson({ ...filter, ...order, ...after, limit, offset });
    const next = sort === 'newest' ? nextAfter(page, limit, placeOfJson) : null;
    const snippets = search === null || page.length > maxSnippets ? [] : await snippetsOf(store, page, search.query);
    const items = page.map((article, at) =>
      appendJsonFields(article.json, { ...rankOf(article, scale), ...(snippets[at] && { snippet: snippets[at] }) }),
    );
    const notIndexed = search === null ? 0 : await store.articles.notIndexed();
    const head = JSON.stringify({ total, limit, offset, next, notIndexed }).slice(0, -1);
    return jsonText(`${head},"items":[${items.join()}]}`, nextLink('/v1/articles', request, next));
  },
};

/** Longer pages have no snippets: each reads a body. */
const maxSnippets = 100;

/** Null where the article was removed meanwhile. */
const snippetsOf = (store: Store, page: readonly ArticleJson[], query: SearchQuery): Promise<(Snippet | null)[]> =>
  Promise.all(
    page.map(async ({ json }) => {
      const article = await store.articles.get((JSON.parse(json) as { readonly id: string }).id);
      return article === null ? null : searchSnippet(query, article.body);
    }),
  );

/** Only the last of a page is parsed. */
function placeOfJson({ json }: ArticleJson): Place {
  const { id, updatedAt } = JSON.parse(json) as { readonly id: string; readonly updatedAt: string };
  return { at: new Date(updatedAt), id };
}

/** Articles that share the fingerprint of one are looked up at most this many. */
const maxNear = 100;

/** By the indexes of fingerprints and of title keywords: exact copies first. */
async function nearArticles(
  app: ServerApp,
  id: string,
  { limit, offset, ...query }: Omit<Query, 'sort' | 'near' | 'cursor'>,
) {
  const store = await app.store();
  const article = await store.articles.get(id);
  if (article === null) return problem(404, 'near names no article: /v1/articles lists them.');
  const { fingerprint } = article;
  const copies = await store.articles.neighbours(fingerprint, id, maxNear);
  const namesakes = await store.articles.namesakes(fingerprint.titleKeywords, maxNear);
  const ids = new Set([...copies, ...namesakes].map((one) => one.id));
  ids.delete(id);
  const found = await Promise.all([...ids].map((one) => store.articles.get(one)));
  const matching = found.filter((one) => one !== null).filter((one) => matches(one, query));
  const scale = await scaleOf(app, store);
  const items = matching.slice(offset, offset + limit).map((one) => ({
    ...shorten(one),
    importance: importance({ relevance: bestScore(one.topics), inLinks: one.inLinks }, scale),
  }));
  return { total: matching.length, limit, offset, next: null, notIndexed: 0, items };
}

const matches = (
  article: StoredArticle,
  { since, topic, category, site, status, q }: Omit<Query, 'sort' | 'limit' | 'offset' | 'near' | 'cursor'>,
): boolean =>
  (since === undefined || article.updatedAt >= new Date(since)) &&
  (topic === undefined || article.topics.some((one) => one.topic === topic && one.kept)) &&
  (category === undefined || article.category?.label === category) &&
  (site === undefined || article.site === site) &&
  (status === undefined || article.status === status) &&
  (q === undefined || matchesWords(q, article));

function matchesWords(q: string, article: StoredArticle): boolean {
  const read = readSearch(q);
  return 'query' in read && matchesSearch(read.query, searchedFields(article));
}

export const getArticle: Route = {
  path: '/v1/articles/:id',
  summary: 'One article in full, with its earlier revisions and the members of its cluster',
  success: { schema: fullArticle },
  errors: { 404: 'there is no such article' },
  params: idParams,
  dependsOnStoreOnly: true,
  handle: (app) => async (request) => {
    const store = await app.store();
    const id = idOf(request);
    const article = await store.articles.getJson(id);
    if (article === null) return problem(404, 'There is no article with this id: /v1/articles lists them.');
    const cluster = await store.articles.members(article.cluster);
    const fields = {
      ...rankOf(article, await scaleOf(app, store)),
      revisions: await store.articles.revisions(id),
      canonicalBy: canonicalRuleOf(cluster),
      members: cluster.map(memberOf),
    };
    return jsonText(appendJsonFields(await wholeJson(store, article), fields));
  },
};

/** Only the JSON of an article with long texts is parsed. */
async function wholeJson({ blobs }: Store, { json }: ArticleJson): Promise<string> {
  if (!json.includes('"longTexts":')) return json;
  return JSON.stringify(await wholeArticle(blobs, JSON.parse(json) as StoredArticle));
}

/** A member of the article's cluster; the canonical article is one of them. */
const memberOf = (member: MemberBrief): z.infer<typeof memberSchema> => {
  const { id, site, title, canonicalUrl, status, relation, publishedAt } = member;
  return { id, site, title, canonicalUrl, status, relation, publishedAt };
};

const scaleOf = async ({ config }: ServerApp, { links }: Store): Promise<ImportanceScale> => ({
  relevanceShare: config.relevanceShare,
  maxInLinks: await links.maxInLinks(),
});

const rankOf = (article: ArticleJson, scale: ImportanceScale) => ({ importance: importance(article, scale) });

const filterOf = ({ since, ...rest }: Omit<Query, 'limit' | 'offset' | 'sort' | 'near' | 'cursor'>): ArticleFilter => ({
  ...rest,
  ...(since === undefined ? {} : { since: new Date(since) }),
});
