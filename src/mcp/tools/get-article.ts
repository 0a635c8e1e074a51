import { z } from 'zod';
import type { App } from '../../app.ts';
import type { StoredArticle } from '../../model/article/article.ts';
import { articleId } from '../../model/article/article-id.ts';
import { tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import { wholeArticle } from '../../storage/long-texts.ts';
import { partNote, partOf, textBounds, textPartSchema } from '../bounds.ts';
import { addressInput } from '../inputs.ts';
import { defineTool, ToolError } from '../tool.ts';

export const getArticleTool = defineTool({
  name: 'get_article',
  title: 'Read a stored article',
  description:
    'Reads one stored article in full, by its id (from search_articles) or its address, with the copies of its story on other sites.',
  input: z.object({
    id: z.string().min(1).max(100).optional().describe('from search_articles or crawl'),
    url: addressInput.optional().describe('instead of the id'),
    format: z.enum(['markdown', 'text']).default('markdown'),
    ...textBounds,
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    url: z.string(),
    site: z.string(),
    authors: z.array(z.string()),
    publishedAt: z.string().nullable(),
    modifiedAt: z.string().nullable(),
    fetchedAt: z.string(),
    status: z.string(),
    revision: z.int(),
    topics: z.array(z.object({ topic: z.string(), score: z.number(), kept: z.boolean() })),
    category: z.string().nullable(),
    story: z
      .array(z.object({ id: z.string(), site: z.string(), url: z.string(), title: z.string() }))
      .describe('articles of the same story'),
    media: z.array(z.string()).describe('addresses'),
    ...textPartSchema,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async (app, { id, url, format, ...bounds }) => {
    const article = await storedArticle(app, { id, url });
    const { articles } = await app.store();
    const members = await articles.members(article.cluster);
    const part = partOf(format === 'text' ? article.body : article.markdown, bounds);
    const data = {
      id: article.id,
      title: article.title,
      url: article.canonicalUrl,
      site: article.site,
      authors: [...article.authors],
      publishedAt: article.publishedAt?.value ?? null,
      modifiedAt: article.modifiedAt?.value ?? null,
      fetchedAt: article.fetchedAt.toISOString(),
      status: article.status,
      revision: article.revision,
      topics: article.topics.map(({ topic, score, kept }) => ({ topic, score, kept })),
      category: article.category?.label ?? null,
      story: members
        .filter((member) => member.id !== article.id)
        .map((member) => ({ id: member.id, site: member.site, url: member.canonicalUrl, title: member.title })),
      media: article.media.map((item) => item.url),
      ...part,
    };
    const facts = [data.authors.join(', '), data.site, data.publishedAt ?? 'no date', data.url].filter(
      (fact) => fact !== '',
    );
    return { data, text: `# ${data.title}\n${facts.join(' · ')}\n\n${part.text}${partNote(part, bounds.offset)}` };
  },
});

/** @throws ToolError where there is none */
export async function storedArticle(
  app: App,
  { id, url }: { readonly id?: string | undefined; readonly url?: string | undefined },
): Promise<StoredArticle> {
  if ((id === undefined) === (url === undefined)) throw new ToolError('Give either id or url.');
  const canonical = url === undefined ? null : tryCanonicalUrl(url);
  const key = id ?? (canonical === null ? '' : articleId(canonical));
  const store = await app.store();
  const article = await store.articles.get(key);
  if (article !== null) return await wholeArticle(store.blobs, article);
  throw new ToolError(
    url === undefined
      ? `There is no article with the id ${id}: search_articles lists them.`
      : `${url} is not a stored article: the tool extract reads it from the web, crawl stores it, explain says what is known of it.`,
  );
}
