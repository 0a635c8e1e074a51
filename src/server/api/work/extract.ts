import { z } from 'zod';
import type { ReadPageResult } from '../../../app.ts';
import { type ReadingFormat, readingText } from '../../../commands/page/reading-text.ts';
import { CommandError, exitCodes, kindOf, NewshawkError } from '../../../errors.ts';
import {
  draftSchema,
  fingerprintSchema,
  noDraftReasonSchema,
  pageTypes,
  traceLineSchema,
} from '../../../model/article/draft.ts';
import type { RenderMode } from '../../../model/crawl/task.ts';
import { ownDataSchema } from '../../../model/data/own-data.ts';
import { mediaItemSchema } from '../../../model/media/media-item.ts';
import { fetchWaySchema, noMediaReasonSchema } from '../../../model/page/page.ts';
import { listOf, record } from '../../../model/schema.ts';
import { linkSchema } from '../../../model/web/link.ts';
import { Answer, json, problem } from '../../answer.ts';
import type { ServerApp } from '../../server-app.ts';
import type { Route } from '../route.ts';

interface Request {
  readonly url: string;
  readonly html?: string;
  readonly render?: RenderMode;
  readonly format?: Exclude<ReadingFormat, 'page'>;
  readonly explain?: boolean;
}

const formats = ['json', 'md', 'html', 'text', 'media', 'links'] as const;
/** A page of 20 MB, which JSON writes longer. */
const maxBodyBytes = 24 * 1024 * 1024;

export const postExtract: Route = {
  path: '/v1/extract',
  summary: 'Reads one page now, or HTML that you give, as `newshawk extract` does: nothing is stored',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    properties: {
      url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'http(s) address of the page' },
      html: { type: 'string', minLength: 1, description: 'HTML of the page: nothing is fetched' },
      render: { type: 'string', enum: ['static', 'browser', 'auto'], description: 'how it is fetched; default: auto' },
      format: { type: 'string', enum: formats, description: 'default: json; the others are plain text' },
      explain: {
        type: 'boolean',
        description: 'adds `trace`: the rules that applied, and each block with its reasons',
      },
    },
  },
  maxBodyBytes,
  success: {
    types: ['application/json', 'text/plain'],
    schema: record({
      url: z.string(),
      finalUrl: z.string(),
      status: z.int(),
      via: fetchWaySchema,
      pageType: z.enum(pageTypes),
      /** Why it has no article; null: it has one. */
      reason: noDraftReasonSchema.nullable(),
      detail: z.string(),
      article: draftSchema.nullable(),
      ownData: ownDataSchema,
      media: listOf(mediaItemSchema),
      noMedia: noMediaReasonSchema.nullable(),
      fingerprint: fingerprintSchema.nullable(),
      links: listOf(linkSchema),
      /** With `explain`. */
      trace: listOf(traceLineSchema).optional(),
    }),
  },
  errors: {
    400: 'url is no http(s) address, or another parameter is wrong',
    422: 'the page can not be fetched or read, or has no article in the wanted format: `kind` and `message` say why',
    429: 'NEWSHAWK_HTTP_EXTRACTS pages are read just now, or too many requests in a minute: try again after Retry-After',
    504: 'the page was not read within NEWSHAWK_HTTP_EXTRACT_S seconds',
  },
  isAnsweredByListener: true,
  canBeBusy: true,
  handle: (app) => {
    let reading = 0;
    return async ({ body }) => {
      const { httpExtracts } = app.config;
      if (reading >= httpExtracts)
        return problem(429, `${httpExtracts} pages are read just now (NEWSHAWK_HTTP_EXTRACTS).`, {
          'retry-after': '2',
        });
      reading += 1;
      // a page that is too late goes on to its own time limits, and keeps its place until then
      const work = extract(app, body as Request).finally(() => {
        reading -= 1;
      });
      return await within(app.config.httpExtractSeconds, work);
    };
  },
};

async function extract(app: ServerApp, { url, html, render = 'auto', format = 'json', explain = false }: Request) {
  try {
    const result = await app.readPage({ url, html: html ?? null, fetchedAt: null, render, explain });
    return answerOf(result, format, explain);
  } catch (error) {
    return failureOf(error);
  }
}

function answerOf(result: ReadPageResult, format: ReadingFormat, explain: boolean): Answer {
  const { reason, detail, trace } = result.reading;
  const body = readingText(result, format, { oneLine: true });
  if (format === 'json') return json(200, { ...JSON.parse(body), ...(explain && { trace }) });
  // with format=media or links an empty list is an answer
  if (body === '' && result.reading.draft === null && format !== 'media' && format !== 'links')
    return problem(422, `The page has no article: ${detail === '' ? reason : detail}.`, {}, reason ?? 'no-article');
  return new Answer({ type: 'text/plain; charset=utf-8', body });
}

/** A fault of the page is no fault of the server. */
function failureOf(error: unknown): Answer {
  if (error instanceof CommandError)
    return error.exitCode === exitCodes.usage ? problem(400, error.message) : problem(503, error.message);
  const kind = kindOf(error);
  if (!(error instanceof NewshawkError) || kind === 'bug' || kind === 'store') throw error;
  return problem(422, error.message, {}, kind);
}

async function within(seconds: number, work: Promise<Answer>): Promise<Answer> {
  const { promise: late, resolve } = Promise.withResolvers<Answer>();
  const message = `The page was not read within ${seconds} s (NEWSHAWK_HTTP_EXTRACT_S).`;
  const timer = setTimeout(() => resolve(problem(504, message, {}, 'timed-out')), seconds * 1_000);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
