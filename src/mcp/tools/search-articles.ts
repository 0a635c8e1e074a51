import { z } from 'zod';
import { readSearch } from '../../text/search-query.ts';
import { parseSince } from '../inputs.ts';
import { defineTool, ToolError } from '../tool.ts';
import { briefRow, rowOf, rowText } from './article-rows.ts';

const name = z.string().min(1).max(200);

export const searchArticlesTool = defineTool({
  name: 'search_articles',
  title: 'Search stored articles',
  description:
    'Searches the articles that crawls have stored: by words, site, topic, category and time; the best match first, the newest or the most important first. get_article reads one in full.',
  input: z.object({
    query: name
      .optional()
      .describe('words of title or text, all of them; "a phrase" in quotes, begin* for a beginning, -word to exclude'),
    site: name.optional().describe('host, such as gazette.example'),
    topic: name.optional().describe('name of a topic that the article is relevant to'),
    category: name.optional(),
    status: z.enum(['published', 'duplicate', 'off-topic', 'any']).default('published'),
    since: name.optional().describe('stored or updated since: a date (2026-11-21) or an age (90m, 2h, 7d)'),
    sort: z
      .enum(['relevance', 'newest', 'importance'])
      .optional()
      .describe('default: relevance with a query (the best match first), else newest'),
    limit: z.int().min(1).max(50).default(10),
    offset: z.int().min(0).default(0).describe('articles to leave out, to read on'),
  }),
  output: z.object({
    total: z.int(),
    items: z.array(briefRow),
    nextOffset: z.int().nullable().describe('offset of the next page; null: this is the last'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async (app, { query, status, since, sort, limit, offset, topic, ...same }) => {
    await checkTopic(await app.topics(), topic);
    const store = await app.store();
    const filter = {
      ...same,
      ...(topic === undefined ? {} : { topic }),
      ...(query === undefined ? {} : { q: query }),
      ...(status === 'any' ? {} : { status }),
      ...(since === undefined ? {} : { since: parseSince(since, app.clock.now()) }),
    };
    const { relevanceShare } = app.config;
    const search = query === undefined ? null : readSearch(query);
    if (search !== null && 'problem' in search) throw new ToolError(`The query finds nothing: ${search.problem}.`);
    const order =
      sort === 'importance'
        ? { byImportance: { relevanceShare, maxInLinks: await store.links.maxInLinks() } }
        : { byRelevance: search !== null && sort !== 'newest' };
    const waiting = search === null ? 0 : await store.articles.notIndexed();
    const total = await store.articles.count(filter);
    const items = (await store.articles.list({ ...filter, ...order, limit, offset })).map(rowOf);
    const nextOffset = offset + items.length < total ? offset + items.length : null;
    const head = `${total} ${total === 1 ? 'article' : 'articles'}${items.length < total ? `, ${offset + 1} to ${offset + items.length} shown` : ''}.`;
    const more = nextOffset === null ? '' : `\n[Call again with offset ${nextOffset} for more.]`;
    const none = 'No article matches. Leave filters out, or fetch the site with the tool crawl.';
    return {
      data: { total, items, nextOffset },
      text: `${total === 0 ? none : `${[head, ...items.map(rowText)].join('\n')}${more}`}${waiting === 0 ? '' : `\n[${waiting} articles are not searched yet.]`}`,
    };
  },
});

async function checkTopic(topics: readonly { readonly name: string }[], topic: string | undefined): Promise<void> {
  if (topic === undefined || topics.some((one) => one.name === topic)) return;
  const names = topics.map((one) => one.name).join(', ');
  throw new ToolError(
    `There is no topic "${topic}". ${names === '' ? 'No topics are configured: leave topic out.' : `There are: ${names}.`}`,
  );
}
