import { z } from 'zod';
import type { Draft } from '../../model/article/draft.ts';
import { boundedFields, partNote, partOf, textBounds, textPartSchema } from '../bounds.ts';
import { addressInput, renderInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const article = z
  .object({
    title: z.string(),
    authors: z.array(z.string()),
    publishedAt: z.string().nullable(),
    modifiedAt: z.string().nullable(),
    source: z.string().nullable(),
    section: z.string().nullable(),
    tags: z.array(z.string()),
    lang: z.string().nullable(),
    canonicalUrl: z.string(),
    confidence: z.number().nullable().describe('probability that the text is right, 0 to 1'),
    images: z.int(),
    media: z.int(),
    ...textPartSchema,
  })
  .nullable()
  .describe('null: the page has no article, and reason says why');

export const extractTool = defineTool({
  name: 'extract',
  title: 'Extract an article',
  description:
    'Fetches one web page and extracts its article: title, authors, dates and the text without menus and advertisements. Scripts of the page run in a browser where that is needed. Nothing is stored.',
  input: z.object({
    url: addressInput.describe('the page'),
    html: z
      .string()
      .max(4_000_000)
      .optional()
      .describe('the HTML of the page, where you have it: then nothing is fetched'),
    render: renderInput,
    format: z.enum(['markdown', 'text', 'html']).default('markdown').describe('of the text'),
    ...textBounds,
  }),
  output: z.object({
    url: z.string().describe('after redirects'),
    status: z.int(),
    via: z.string().describe('how the page was fetched'),
    pageType: z.string(),
    reason: z.string().nullable().describe('why there is no article'),
    detail: z.string(),
    article,
    data: z.record(z.string(), z.unknown()).describe('fields that the scraper of the site declares'),
    leftOut: z.array(z.string()).describe('fields of data that are too large for the answer'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  run: async (app, { url, html, render, format, ...bounds }) => {
    const way = html === undefined ? render : 'static';
    const { snapshot, reading } = await app.readPage({
      url,
      html: html ?? null,
      fetchedAt: null,
      render: way,
      explain: false,
    });
    const { draft, reason, detail, pageType, ownData } = reading;
    const text = draft === null ? '' : { markdown: draft.markdown, text: draft.body, html: draft.bodyHtml }[format];
    const part = partOf(text, bounds);
    const own = Object.fromEntries(ownData.fields.map(({ field, value }) => [field, value]));
    const { fields: data, leftOut } = boundedFields(own, 20_000);
    const head = { url: snapshot.finalUrl, status: snapshot.status, via: snapshot.via, pageType, reason, detail };
    if (draft === null)
      return {
        data: { ...head, article: null, data, leftOut },
        text: noArticle(snapshot.finalUrl, { reason, detail, via: snapshot.via }),
      };
    return {
      data: { ...head, article: { ...factsOf(draft), ...part }, data, leftOut },
      text: `# ${draft.title}\n${factLines(draft)}\n\n${part.text}${partNote(part, bounds.offset)}`,
    };
  },
});

const factsOf = (draft: Draft) => ({
  title: draft.title,
  authors: [...draft.authors],
  publishedAt: draft.publishedAt?.value ?? null,
  modifiedAt: draft.modifiedAt?.value ?? null,
  source: draft.source,
  section: draft.section,
  tags: [...draft.tags],
  lang: draft.lang,
  canonicalUrl: draft.canonicalUrl,
  confidence: draft.provenance.body?.confidence ?? null,
  images: draft.images.length,
  media: draft.media.length,
});

function factLines(draft: Draft): string {
  const facts = [draft.authors.join(', '), draft.source ?? '', draft.publishedAt?.value ?? '', draft.canonicalUrl];
  return facts.filter((fact) => fact !== '').join(' · ');
}

interface NoArticle {
  readonly reason: string | null;
  readonly detail: string;
  readonly via: string;
}

function noArticle(url: string, { reason, detail, via }: NoArticle): string {
  const advice = via === 'browser' ? '' : ' With render "browser", scripts of the page run before it is read.';
  return `${url} has no article: ${reason ?? 'unknown'}${detail === '' ? '' : ` (${detail})`}.${advice}`;
}
