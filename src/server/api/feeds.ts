import type { FastifyRequest } from 'fastify';
import { type FeedFormat, feedTypes, toFeed } from '../../stages/publish/feed.ts';
import type { ArticleFilter } from '../../storage/port.ts';
import { problem } from '../problem.ts';
import type { ServerApp } from '../server-app.ts';
import { limitParameter, query, queryOf, type Route } from './route.ts';

/** Before the label of a category, so that it is not taken for a topic of that name. */
const categoryMark = 'category:';

/** Published articles of all topics and sites. */
const everything = 'all';

export const getFeed: Route = {
  path: '/v1/feeds/:file',
  summary: 'A feed of the newest published articles: <all, a topic, a site, or category:<label>>.(rss|atom|json)',
  gives: 'application/rss+xml',
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
  query: query({ limit: limitParameter(50, 200) }),
  handle: (app) => async (request, reply) => {
    const { name, format } = partsOf(request);
    const filter = await filterOf(app, name);
    if (filter === null) return problem(reply, 404, `There is no feed "${name}". ${await known(app)}`);
    const { limit } = queryOf<{ limit: number }>(request);
    const articles = await (await app.store()).articles.find({ ...filter, status: 'published', limit });
    const home = `http://${request.headers.host ?? 'localhost'}/`;
    const meta = {
      title: name === everything ? 'newshawk' : `newshawk: ${name}`,
      description: 'Articles that newshawk found',
      homeUrl: home,
      feedUrl: new URL(`/v1/feeds/${encodeURIComponent(name)}.${format}`, home).href,
      at: app.clock.now(),
    };
    return reply.type(feedTypes[format]).send(toFeed(articles, meta, format));
  },
};

function partsOf(request: FastifyRequest): { readonly name: string; readonly format: FeedFormat } {
  const { file } = request.params as { readonly file: string };
  const dot = file.lastIndexOf('.');
  return { name: file.slice(0, dot), format: file.slice(dot + 1) as FeedFormat };
}

async function filterOf(app: ServerApp, name: string): Promise<ArticleFilter | null> {
  if (name === everything) return {};
  if (name.startsWith(categoryMark)) {
    const category = name.slice(categoryMark.length);
    return (await labels(app)).includes(category) ? { category } : null;
  }
  if ((await app.topics()).some((topic) => topic.name === name)) return { topic: name };
  return (await app.sites()).some(({ host }) => host === name) ? { site: name } : null;
}

/** Of articles there are, and of the model in use. */
async function labels(app: ServerApp): Promise<string[]> {
  const { articles, models } = await app.store();
  const found = (await articles.categories()).map(({ label }) => label);
  return [...new Set([...found, ...((await models.active())?.labels ?? [])])];
}

async function known(app: ServerApp): Promise<string> {
  const names = [
    ...(await app.topics()).map(({ name }) => name),
    ...(await app.sites()).map(({ host }) => host),
    ...(await labels(app)).map((label) => `${categoryMark}${label}`),
  ];
  return `There are: ${[everything, ...names].slice(0, 20).join(', ')}.`;
}
