import { createHash } from 'node:crypto';
import { allArticles, feedAddress, feedPrefixes } from '../../model/publish/feed-address.ts';
import { type FeedFormat, type FeedMeta, feedMetaLinks, feedTypes, toFeed } from '../../stages/publish/feed.ts';
import type { ArticleFilter } from '../../storage/articles-port.ts';
import { Answer, type ApiAnswer, type ApiRequest, problem } from '../answer.ts';
import type { ServerApp } from '../server-app.ts';
import { limitParameter, queryOf, querySchema, type Route } from './route.ts';

/** Articles of a page, where the request does not say. */
const defaultLimit = 50;
/** Pages of a feed at most: readers that follow them come to old articles, which `export` and /v1/articles give faster. */
const maxPages = 1_000;

interface FeedQuery {
  readonly limit: number;
  readonly page: number;
}

export const getFeed: Route = {
  path: '/v1/feeds/:file',
  summary:
    'A feed of the newest published articles: <all, a topic, a site, or category:<label>>.(rss|atom|json); story:<cluster>: all versions of a story',
  success: { types: Object.values(feedTypes).map((type) => type.split(';', 1)[0] ?? type) },
  errors: {
    304: 'the client has the current version (If-None-Match, If-Modified-Since)',
    404: 'there is no such feed',
  },
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        pattern: '^.{1,250}\\.(rss|atom|json)$',
        description:
          '`all`, the name of a topic, the host of a site, `category:` and a label, or `story:` and the id of a cluster, then .rss, .atom or .json; `topic:` and `site:` before a name say which is meant',
      },
    },
  },
  query: querySchema({
    limit: limitParameter(defaultLimit, 200),
    page: {
      type: 'integer',
      minimum: 1,
      maximum: maxPages,
      default: 1,
      description: 'page of the feed (RFC 5005): the newest articles are on page 1',
    },
  }),
  maxAgeMs: 5_000,
  handle: (app) => async (request) => {
    const { name, format } = parseFeedFile(request);
    const filter = await filterOf(app, name);
    if (filter === null) return problem(404, `There is no feed "${name}". ${await knownFeeds(app)}`);
    const { limit, page } = queryOf<FeedQuery>(request);
    const { articles: stored } = await app.store();
    // one more shows whether there is a next page
    const found = await stored.find({ ...filter, limit: limit + 1, offset: (page - 1) * limit });
    const articles = found.slice(0, limit);
    const hasNext = found.length > limit && page < maxPages;
    const meta: FeedMeta = {
      ...feedHead(app, request, { name, format }, { limit, page, hasNext }),
      // not the current time: the same articles give the same bytes
      at: new Date(Math.max(0, ...articles.map(({ updatedAt }) => updatedAt.getTime()))),
    };
    const body = toFeed(articles, meta, format);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const link = feedMetaLinks(meta)
      .map(({ rel, href }) => `<${href}>; rel="${rel}"`)
      .join(', ');
    // no-cache: feed readers may store it, but revalidate each time
    return new Answer({ type: feedTypes[format], headers: { etag, link, 'cache-control': 'no-cache' }, body });
  },
  completeAnswer: (app) => addLastModified(() => app.clock.now()),
};

interface FeedFile {
  readonly name: string;
  readonly format: FeedFormat;
}

/** What does not depend on the articles. The pages and their size are parameters; without them the address is the topic of hubs. */
function feedHead(
  { config }: ServerApp,
  { host }: ApiRequest,
  { name, format }: FeedFile,
  { limit, page, hasNext }: FeedQuery & { readonly hasNext: boolean },
): Omit<FeedMeta, 'at'> {
  const home = config.publicUrl ?? `http://${host}/`;
  const feedUrl = feedAddress(home, name, format);
  const addressOf = (number: number): string => {
    const query = { ...(limit !== defaultLimit && { limit: `${limit}` }), ...(number > 1 && { page: `${number}` }) };
    const text = new URLSearchParams(query).toString();
    return text === '' ? feedUrl : `${feedUrl}?${text}`;
  };
  const isPaged = page > 1 || hasNext;
  const hubs = name.startsWith(feedPrefixes.story) || page > 1 ? [] : config.websubHubs;
  return {
    title: name === allArticles ? 'newshawk' : `newshawk: ${name}`,
    description: 'Articles that newshawk found',
    homeUrl: home,
    feedUrl,
    hubs,
    ...(isPaged && {
      pages: {
        self: page > 1 ? addressOf(page) : null,
        first: addressOf(1),
        previous: page > 1 ? addressOf(page - 1) : null,
        next: hasNext ? addressOf(page + 1) : null,
      },
    }),
  };
}

/** Entries: feed, format, limit and host each make one. */
const maxFeedsRemembered = 10_000;

/**
 * Last-Modified is when the feed's current content was first served, at least a second after the previous change. The articles' times can't be used: an article that
 * was fetched early may be stored late.
 */
function addLastModified(now: () => Date): (answer: ApiAnswer, request: ApiRequest) => Promise<ApiAnswer> {
  const changes = new Map<string, { readonly etag: string; readonly second: number }>();
  return async (answer, request) => {
    const { etag } = answer.headers;
    if (etag === undefined) return answer;
    const key = JSON.stringify([request.params, request.query, request.host]);
    const before = changes.get(key);
    const second = Math.max(Math.floor(now().getTime() / 1_000), (before?.second ?? 0) + 1);
    const change = before?.etag === etag ? before : { etag, second };
    if (changes.size >= maxFeedsRemembered) changes.clear();
    changes.set(key, change);
    return {
      ...answer,
      headers: { ...answer.headers, 'last-modified': new Date(change.second * 1_000).toUTCString() },
    };
  };
}

function parseFeedFile(request: ApiRequest): FeedFile {
  const { file } = request.params as { readonly file: string };
  const dot = file.lastIndexOf('.');
  return { name: file.slice(0, dot), format: file.slice(dot + 1) as FeedFormat };
}

/** @returns null: there is no such feed */
async function filterOf(app: ServerApp, name: string): Promise<ArticleFilter | null> {
  const published = { status: 'published' } as const;
  if (name === allArticles) return published;
  const after = (prefix: string): string | null => (name.startsWith(prefix) ? name.slice(prefix.length) : null);
  const category = after(feedPrefixes.category);
  if (category !== null) return (await categoryLabels(app)).includes(category) ? { ...published, category } : null;
  const cluster = after(feedPrefixes.story);
  // copies are published by other sites: they belong to the story
  if (cluster !== null) return (await (await app.store()).articles.count({ cluster })) > 0 ? { cluster } : null;
  const [topicName, siteName] = [after(feedPrefixes.topic), after(feedPrefixes.site)];
  const isTopic = async (topic: string) => (await app.topics()).some((known) => known.name === topic);
  // a site without a scraper has a feed as soon as it has an article
  const isSite = async (site: string) =>
    (await app.sites()).some(({ host }) => host === site) ||
    (await (await app.store()).articles.lastChanges([site])).size > 0;
  // names without a prefix, and names that happen to begin with one
  for (const topic of [topicName, name]) if (topic !== null && (await isTopic(topic))) return { ...published, topic };
  for (const site of [siteName, name]) if (site !== null && (await isSite(site))) return { ...published, site };
  return null;
}

/** Labels of the stored articles and of the model in use. */
async function categoryLabels(app: ServerApp): Promise<string[]> {
  const { articles, models } = await app.store();
  const storedLabels = (await articles.categories()).map(({ label }) => label);
  return [...new Set([...storedLabels, ...((await models.active())?.labels ?? [])])];
}

async function knownFeeds(app: ServerApp): Promise<string> {
  const names = [
    ...(await app.topics()).map(({ name }) => name),
    ...(await app.sites()).map(({ host }) => host),
    ...(await categoryLabels(app)).map((label) => `${feedPrefixes.category}${label}`),
  ];
  return `There are: ${[allArticles, ...names].slice(0, 20).join(', ')}.`;
}
