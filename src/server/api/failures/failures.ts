import { z } from 'zod';
import type { Failure } from '../../../model/crawl/failure.ts';
import { errorKinds } from '../../../model/crawl/visit.ts';
import { listOf, record } from '../../../model/schema.ts';
import { thaw } from '../../../stages/snapshot/freeze.ts';
import { unpackJson } from '../../../stages/snapshot/packed-json.ts';
import { failureCountSchema } from '../../../storage/collections/crawl/failures.ts';
import type { Store } from '../../../storage/port.ts';
import { Answer, json, problem } from '../../answer.ts';
import { badCursor, cursorParameter, nextAfter, nextLink, placeAfter } from '../cursor.ts';
import { idOf, idParams, limitParameter, queryOf, querySchema, type Route, siteParameter } from '../route.ts';
import { failure as failureSchema } from '../schemas.ts';

interface Query {
  readonly site?: string;
  readonly reason?: string;
  readonly run?: string;
  readonly state: 'open' | 'mended' | 'all';
  readonly cursor?: string;
  readonly limit: number;
}

export const listFailures: Route = {
  path: '/v1/failures',
  summary: 'Failures, newest first, and the counts of the open ones by site and reason',
  success: {
    schema: record({
      next: z.string().nullable(),
      items: listOf(failureSchema),
      counts: listOf(failureCountSchema),
    }),
  },
  query: querySchema({
    site: siteParameter,
    reason: { type: 'string', enum: errorKinds, description: 'kind of the failure' },
    run: { type: 'string', minLength: 1, maxLength: 200, description: 'id of a run' },
    state: {
      type: 'string',
      enum: ['open', 'mended', 'all'],
      default: 'open',
      description: 'mended: a later visit succeeded',
    },
    cursor: cursorParameter,
    limit: limitParameter(50, 500),
  }),
  handle: (app) => async (request) => {
    const { cursor, ...filter } = queryOf<Query>(request);
    const place = placeAfter(cursor);
    if (place === null) return problem(400, badCursor);
    const { failures } = await app.store();
    const items = await failures.find({ ...filter, ...(place !== undefined && { after: place }) });
    const next = nextAfter(items, filter.limit, (last) => last);
    return json(200, { next, items, counts: await failures.counts() }, nextLink('/v1/failures', request, next));
  },
};

const unknown = 'There is no failure with this id: /v1/failures lists them.';

export const getFailure: Route = {
  path: '/v1/failures/:id',
  summary: 'One failure with its rule trace',
  success: { schema: failureSchema },
  errors: { 404: 'there is no such failure' },
  params: idParams,
  handle: (app) => async (request) => (await (await app.store()).failures.get(idOf(request))) ?? problem(404, unknown),
};

export const failureScreenshot: Route = {
  path: '/v1/failures/:id/screenshot',
  summary:
    'Screenshot of the page; size=thumbnail gives the small one, step the screenshot of that playback step (0: the first)',
  success: { types: ['image/webp'] },
  errors: { 404: 'there is no such failure, or it has no such screenshot' },
  params: idParams,
  query: querySchema({
    size: { type: 'string', enum: ['full', 'thumbnail'], default: 'full', description: 'size of the screenshot' },
    step: { type: 'integer', minimum: 0, maximum: 500, description: 'a playback step' },
  }),
  handle: (app) => async (request) => {
    const { size, step } = queryOf<{ size: 'full' | 'thumbnail'; step?: number }>(request);
    const { bytes, missing } = await blobOf(await app.store(), idOf(request), (failure) => {
      if (step !== undefined) return failure.media?.steps[step]?.screenshot ?? null;
      return size === 'full' ? failure.screenshot : (failure.thumbnail ?? failure.screenshot);
    });
    return bytes === null ? problem(404, missing) : new Answer({ type: 'image/webp', body: bytes });
  },
};

/** The part of HTTP Archive 1.2 that readers look at; it has more. */
const harSchema = z.looseObject({
  log: z.looseObject({
    entries: z.array(
      z.looseObject({
        /** Ms. */
        time: z.number(),
        request: z.looseObject({ method: z.string(), url: z.string() }),
        response: z.looseObject({ status: z.int(), content: z.looseObject({ mimeType: z.string().optional() }) }),
        comment: z.string().optional(),
      }),
    ),
  }),
});

export const failureHar: Route = {
  path: '/v1/failures/:id/har',
  summary: "The page's requests as HTTP Archive 1.2, for the network panel of a browser; secrets are masked",
  success: { schema: harSchema },
  errors: { 404: 'there is no such failure, or no request was recorded' },
  params: idParams,
  handle: (app) => async (request) => await logOf(await app.store(), idOf(request), 'har'),
};

export const failureConsole: Route = {
  path: '/v1/failures/:id/console',
  summary: "The page's console and errors, a list of lines",
  success: { schema: listOf(z.string()) },
  errors: { 404: 'there is no such failure, or the page wrote nothing' },
  params: idParams,
  handle: (app) => async (request) => await logOf(await app.store(), idOf(request), 'console'),
};

async function logOf(store: Store, id: string, log: 'har' | 'console') {
  const { bytes, missing } = await blobOf(store, id, (failure) => failure[log]);
  if (bytes === null) return problem(404, missing);
  const name = log === 'har' ? `${id}.har` : `${id}-console.json`;
  const headers = { 'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"` };
  return new Answer({ type: 'application/json; charset=utf-8', headers, body: await unpackJson(bytes) });
}

/** The stored page is hostile: as HTML it is sandboxed, without scripts, forms, frames or network. */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

export const failureSnapshot: Route = {
  path: '/v1/failures/:id/snapshot',
  summary: 'The HTML that the extractor saw: as text, or (as=html) in a sandbox without scripts',
  success: { types: ['text/plain', 'text/html'] },
  errors: { 404: 'there is no such failure, or its page was never received' },
  params: idParams,
  query: querySchema({
    as: { type: 'string', enum: ['text', 'html'], default: 'text', description: 'representation' },
  }),
  handle: (app) => async (request) => {
    const { as } = queryOf<{ as: 'text' | 'html' }>(request);
    const { bytes, missing } = await blobOf(await app.store(), idOf(request), ({ snapshot }) => snapshot);
    if (bytes === null) return problem(404, missing);
    const { html } = await thaw(bytes);
    const type = as === 'html' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
    return new Answer({ type, headers: { 'content-security-policy': sandbox }, body: html });
  },
};

async function blobOf(
  { failures, blobs }: Store,
  id: string,
  pick: (failure: Failure) => Failure['snapshot'],
): Promise<{ readonly bytes: Uint8Array | null; readonly missing: string }> {
  const failure = await failures.get(id);
  if (failure === null) return { bytes: null, missing: unknown };
  const hash = pick(failure);
  const bytes = hash === null ? null : await blobs.get(hash);
  return {
    bytes,
    missing:
      hash === null
        ? 'This failure has none: the page was never received, or there was nothing to keep.'
        : 'The blob was deleted.',
  };
}
