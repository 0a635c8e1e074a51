import { z } from 'zod';
import {
  addSource,
  changeSource,
  findSource,
  latestPolls,
  pauseSource,
  removeSource,
  resumeSource,
  type SourcePorts,
  viewOf,
} from '../../commands/sources/manage-sources.ts';
import { opmlOf, readSourceFile, type SourceRequest, sourceKindOf } from '../../commands/sources/source-definitions.ts';
import { siteFor } from '../../config-files/load-scrapers.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Source } from '../../model/crawl/source.ts';
import { count, listOf, record } from '../../model/schema.ts';
import type { SourceDefinition } from '../../settings/definitions/scraper-definition.ts';
import { Answer, answerCommand, json, noContent, problem } from '../answer.ts';
import type { ServerApp } from '../server-app.ts';
import { badCursor, cursorParameter, nextAfter, nextLink, placeAfter } from './cursor.ts';
import { type BodySchema, idOf, idParams, queryOf, querySchema, type Route, siteParameter } from './route.ts';
import { sourceSchema, visit } from './schemas.ts';

interface ListQuery {
  readonly site?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** Sources are in order of their ids: their cursors need no time. */
const beginning = new Date(0);

export const listSources: Route = {
  path: '/v1/sources',
  summary: 'Sources, by id, with their interval, their next poll and their state',
  success: { schema: record({ total: count, next: z.string().nullable(), items: listOf(sourceSchema) }) },
  query: querySchema({
    site: siteParameter,
    cursor: cursorParameter,
    limit: { type: 'integer', minimum: 1, maximum: 10_000, description: 'maximum number of items; default: all' },
  }),
  handle: (app) => async (request) => {
    const { site, cursor, limit = Number.POSITIVE_INFINITY } = queryOf<ListQuery>(request);
    const place = placeAfter(cursor);
    if (place === null) return problem(400, badCursor);
    const io = await openSourcePorts(app);
    const sourcesOfSite = (await io.store.sources.list()).filter(
      (source) => site === undefined || source.site === site,
    );
    const rest = place === undefined ? sourcesOfSite : sourcesOfSite.filter(({ id }) => id > place.id);
    const page = rest.slice(0, limit);
    const next = nextAfter(page, limit, ({ id }) => ({ at: beginning, id }));
    const items = [];
    for (const source of page) items.push(await sourceView(io, source));
    return json(200, { total: sourcesOfSite.length, next, items }, nextLink('/v1/sources', request, next));
  },
};

/** Polls that the view of one source has. */
const shownPolls = 50;

export const getSource: Route = {
  path: '/v1/sources/:id',
  summary: 'One source with its last polls, newest first',
  success: { schema: record({ ...sourceSchema.unwrap().shape, visits: listOf(visit) }) },
  errors: { 404: 'there is no such source' },
  params: idParams,
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const io = await openSourcePorts(app);
      const source = await findSource(io, idOf(request));
      return { ...(await sourceView(io, source)), visits: await latestPolls(io, source, shownPolls) };
    }),
};

const windowSchema = {
  type: 'array',
  maxItems: 50,
  description: 'hours of the week: {timeZone, fromHour, toHour, days (0 is Sunday; default: every day)}; empty: always',
};
const definitionSchema: BodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'http(s) address' },
    kind: { type: 'string', enum: ['listing', 'feed', 'sitemap'], description: 'default: by the address' },
    weight: { type: 'number', exclusiveMinimum: 0, description: 'turns of its group among the due sources' },
    every: { type: 'string', description: 'polling interval: 90s, 15m, 2h or 1d' },
    minFactor: { type: 'number', description: 'shortest interval, as a factor' },
    maxFactor: { type: 'number', description: 'longest interval, as a factor' },
    activeWindows: windowSchema,
    maxDepth: { type: 'integer', minimum: 1, maximum: 10, description: 'links away from the source, at most' },
    links: {
      type: 'string',
      description: 'CSS selector, or XPath (begins with /, ( or xpath:), of the regions whose links are followed',
    },
    isPaused: { type: 'boolean', description: 'a new source begins paused' },
  },
};

export const postSource: Route = {
  path: '/v1/sources',
  summary: 'Adds a source, or gives it a new definition; what polling has taught stays',
  success: { status: 201, schema: sourceSchema },
  errors: { 400: 'the definition is wrong, or a scraper names the source' },
  body: definitionSchema,
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const { isPaused = false, ...body } = request.body as Partial<SourceDefinition> & { isPaused?: boolean };
      const { url = '' } = body;
      if (!URL.canParse(url)) return problem(400, 'url is not an http(s) address: write it in full.');
      const definition = { ...body, url, kind: body.kind ?? sourceKindOf(url) };
      const io = await openSourcePorts(app);
      return json(201, await sourceView(io, (await addSource(io, { definition, isPaused })).source));
    }),
};

/** A file with 10,000 sources. */
const maxImportBytes = 8 * 1024 * 1024;

export const importSources: Route = {
  path: '/v1/source-file',
  summary: 'Adds the sources of an OPML file, or of a list with one address per line',
  success: {
    schema: record({ added: count, updated: count, refused: listOf(record({ entry: z.string(), why: z.string() })) }),
  },
  errors: { 400: 'the text is neither' },
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: { text: { type: 'string', minLength: 1, description: 'the content of the file' } },
  },
  maxBodyBytes: maxImportBytes,
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const { text } = request.body as { readonly text: string };
      return addAll(await openSourcePorts(app), text);
    }),
};

async function addAll(io: SourcePorts, text: string) {
  const file = readSourceFile(text);
  const refused = [...file.refused];
  let [added, updated] = [0, 0];
  for (const request of file.requests) {
    const result = await addedOrRefused(io, request);
    if (result instanceof CommandError) refused.push({ entry: request.definition.url, why: result.message });
    else if (result.isNew) added += 1;
    else updated += 1;
  }
  return { added, updated, refused };
}

const addedOrRefused = (io: SourcePorts, request: SourceRequest) =>
  addSource(io, request).catch((error: unknown) => {
    if (error instanceof CommandError) return error;
    throw error;
  });

export const exportSources: Route = {
  path: '/v1/source-file',
  summary: 'All sources as OPML 2.0, which feed readers and newshawk import',
  success: { types: ['text/x-opml'] },
  handle: (app) => async () => {
    const { sources } = await app.store();
    const body = opmlOf(await sources.list(), app.clock.now());
    return new Answer({ type: 'text/x-opml; charset=utf-8', body });
  },
};

const { url: _url, isPaused: _isPaused, ...changeable } = definitionSchema.properties;

export const patchSource: Route = {
  method: 'PATCH',
  path: '/v1/sources/:id',
  summary: 'Changes some fields of a definition; the others, and what polling has taught, stay',
  success: { schema: sourceSchema },
  errors: { 400: 'the definition is wrong, or a scraper names the source', 404: 'there is no such source' },
  params: idParams,
  body: { type: 'object', additionalProperties: false, required: [], properties: changeable },
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const io = await openSourcePorts(app);
      const source = await findSource(io, idOf(request));
      const definition = { ...definitionOf(source), ...(request.body as object) };
      return sourceView(io, await changeSource(io, source, definition));
    }),
};

/** The definition that gives this source. */
const definitionOf = (source: Source): SourceDefinition => ({
  url: source.url,
  kind: source.kind,
  weight: source.weight,
  every: `${source.baseIntervalMs / 1_000}s`,
  minFactor: source.minFactor,
  maxFactor: source.maxFactor,
  activeWindows: source.activeWindows.map((window) => ({ ...window, days: [...window.days] })),
  maxDepth: source.maxDepth,
  ...(source.linkSelector !== null && { links: source.linkSelector }),
  ...(source.render !== null && { render: source.render }),
  ...(source.steps !== null && { steps: [...source.steps] as NonNullable<SourceDefinition['steps']> }),
});

type Change = (io: SourcePorts, target: string) => Promise<Source>;

const changeRoute = (verb: string, summary: string, change: Change): Route => ({
  method: 'PUT',
  path: `/v1/sources/:id/${verb}`,
  summary,
  success: { schema: sourceSchema },
  errors: { 404: 'there is no such source' },
  params: idParams,
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const io = await openSourcePorts(app);
      return sourceView(io, await change(io, idOf(request)));
    }),
});

export const putPause = changeRoute('pause', 'Stops the polls of a source until it is resumed', pauseSource);
export const putResume = changeRoute('resume', 'Polls a source again, by its own schedule', resumeSource);

export const deleteSource: Route = {
  method: 'DELETE',
  path: '/v1/sources/:id',
  summary: 'Removes a source; its visits and articles stay',
  success: { status: 204 },
  errors: { 404: 'there is no such source', 409: 'a scraper or a page names it: pause it instead' },
  params: idParams,
  handle: (app) => async (request) =>
    answerCommand(
      async () => {
        await removeSource(await openSourcePorts(app), idOf(request));
        return noContent();
      },
      { [exitCodes.usage]: 409 },
    ),
};

async function openSourcePorts(app: ServerApp): Promise<SourcePorts> {
  const sites = await app.sites();
  return { store: await app.store(), clock: app.clock, sites, siteOf: (host) => siteFor(sites, host) };
}

async function sourceView(io: SourcePorts, source: Source) {
  const { state, lastVisit } = await viewOf(io, source);
  const { entries: _, ...shown } = source; // what polls remember is of no use to readers
  return { ...shown, tuning: source.tuning ?? null, state, lastVisit };
}
