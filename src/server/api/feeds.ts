import { createHash } from 'node:crypto';
import { type FeedFormat, feedTypes, toFeed } from '../../stages/publish/feed.ts';
import type { ArticleFilter } from '../../storage/articles-port.ts';
import { Answer, type ApiAnswer, type ApiRequest, problem } from '../answer.ts';
import type { ServerApp } from '../server-app.ts';
import { limitParameter, queryOf, querySchema, type Route } from './route.ts';

/** Distinguishes a category's label from a topic of the same name. */
const categoryPrefix = 'category:';

/** Name of the feed of all topics and sites. */
const allArticles = 'all';

export const getFeed: Route = {
  path: '/v1/feeds/:file',
  summary: 'A feed of the newest published articles: <all, a topic, a site, or category:<label>>.(rss|atom|json)',
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
          '`all`, the name of a topic, the host of a site, or `category:` and a label, then .rss, .atom or .json',
      },
    },
  },
  query: querySchema({ limit: limitParameter(50, 200) }),
  maxAgeMs: 5_000,
  handle: (app) => async (request) => {
    const { name, format } = parseFeedFile(request);
    const filter = await filterOf(app, name);
    if (filter === null) return problem(404, `There is no feed "${name}". ${await knownFeeds(app)}`);
    const { limit } = queryOf<{ limit: number }>(request);
    const articles = await (await app.store()).articles.find({ ...filter, status: 'published', limit });
    const home = `http://${request.host}/`;
    const meta = {
      title: name === allArticles ? 'newshawk' : `newshawk: ${name}`,
      description: 'Articles that newshawk found',
      homeUrl: home,
      feedUrl: new URL(`/v1/feeds/${encodeURIComponent(name)}.${format}`, home).href,
      // not the current time: the same articles give the same bytes
      at: new Date(Math.max(0, ...articles.map(({ updatedAt }) => updatedAt.getTime()))),
    };
    const body = toFeed(articles, meta, format);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    // no-cache: feed readers may store it, but revalidate each time
    return new Answer({ type: feedTypes[format], headers: { etag, 'cache-control': 'no-cache' }, body });
  },
  completeAnswer: (app) => addLastModified(() => app.clock.now()),
};

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

function parseFeedFile(request: ApiRequest): { readonly name: string; readonly format: FeedFormat } {
  const { file } = request.params as { readonly file: string };
  const dot = file.lastIndexOf('.');
  return { name: file.slice(0, dot), format: file.slice(dot + 1) as FeedFormat };
}

async function filterOf(app: ServerApp, name: string): Promise<ArticleFilter | null> {
  if (name === allArticles) return {};
  if (name.startsWith(categoryPrefix)) {
    const category = name.slice(categoryPrefix.length);
    return (await categoryLabels(app)).includes(category) ? { category } : null;
  }
  if ((await app.topics()).some((topic) => topic.name === name)) return { topic: name };
  return (await app.sites()).some(({ host }) => host === name) ? { site: name } : null;
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
    ...(await categoryLabels(app)).map((label) => `${categoryPrefix}${label}`),
  ];
  return `There are: ${[allArticles, ...names].slice(0, 20).join(', ')}.`;
}
