import { z } from 'zod';
import type { RecordFilter, StoredRecord } from '../../model/data/stored-record.ts';
import { recordKindCountSchema } from '../../model/data/stored-record.ts';
import { count, listOf, record } from '../../model/schema.ts';
import { tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import { json, problem } from '../answer.ts';
import { badCursor, cursorParameter, nextAfter, nextLink, placeAfter } from './cursor.ts';
import {
  idOf,
  idParams,
  limitParameter,
  offsetParameter,
  pageParameter,
  queryOf,
  querySchema,
  type Route,
  sinceParameter,
  siteParameter,
} from './route.ts';
import { recordBrief, storedRecord } from './schemas.ts';

interface Query {
  readonly site?: string;
  readonly kind?: string;
  readonly key?: string;
  readonly page?: string;
  readonly state: 'listed' | 'gone' | 'all';
  readonly since?: string;
  readonly cursor?: string;
  readonly limit: number;
  readonly offset: number;
}

export const listRecords: Route = {
  path: '/v1/records',
  summary: 'Records that sites declare (events, prices, comments), the last changed first, without their history',
  success: {
    schema: record({
      total: count,
      limit: count,
      offset: count,
      next: z.string().nullable(),
      items: listOf(recordBrief),
    }),
  },
  query: querySchema({
    site: siteParameter,
    kind: { type: 'string', minLength: 1, maxLength: 40, description: 'kind of the records, as the scraper names it' },
    key: { type: 'string', minLength: 1, maxLength: 200, description: 'key of the record within its site and kind' },
    page: pageParameter('a page that lists them'),
    state: {
      type: 'string',
      enum: ['listed', 'gone', 'all'],
      default: 'all',
      description: 'listed: on a page now; gone: no page lists them any more',
    },
    since: sinceParameter,
    cursor: cursorParameter,
    limit: limitParameter(50, 500),
    offset: offsetParameter('records'),
  }),
  dependsOnStoreOnly: true,
  handle: (app) => async (request) => {
    const { limit, offset, page, state, since, cursor, ...names } = queryOf<Query>(request);
    const url = page === undefined ? undefined : tryCanonicalUrl(page);
    if (url === null) return problem(400, 'page must be an http(s) address, written in full.');
    const place = placeAfter(cursor);
    if (place === null) return problem(400, badCursor);
    if (place !== undefined && offset > 0) return problem(400, 'cursor goes without offset.');
    const filter: Omit<RecordFilter, 'limit' | 'offset' | 'after'> = {
      ...names,
      ...(url !== undefined && { page: url }),
      ...(state !== 'all' && { gone: state === 'gone' }),
      ...(since !== undefined && { changedSince: new Date(since) }),
    };
    const { records } = await app.store();
    const after = place === undefined ? {} : { after: { id: place.id, changedAt: place.at } };
    const items = await records.find({ ...filter, ...after, limit, offset });
    const next = nextAfter(items, limit, ({ id, changedAt }) => ({ at: changedAt, id }));
    const total = await records.count(filter);
    const body = { total, limit, offset, next, items: items.map(briefOf) };
    return json(200, body, nextLink('/v1/records', request, next));
  },
};

const briefOf = ({ history: _, listedOn, ...shown }: StoredRecord) => ({
  ...shown,
  pages: listedOn.map(({ url }) => url),
});

export const getRecord: Route = {
  path: '/v1/records/:id',
  summary: 'One record with its history and the pages that list it',
  success: { schema: storedRecord },
  errors: { 404: 'there is no such record' },
  params: idParams,
  dependsOnStoreOnly: true,
  handle: (app) => async (request) => {
    const { records } = await app.store();
    return (
      (await records.get(idOf(request))) ?? problem(404, 'There is no record with this id: /v1/records lists them.')
    );
  },
};

export const listRecordKinds: Route = {
  path: '/v1/record-kinds',
  summary: 'Sites and kinds of records, with their numbers',
  success: { schema: record({ items: listOf(recordKindCountSchema) }) },
  dependsOnStoreOnly: true,
  handle: (app) => async () => ({ items: await (await app.store()).records.kinds() }),
};
