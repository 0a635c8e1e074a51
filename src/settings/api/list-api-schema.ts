import { z } from 'zod';
import { confirmedByPerson, type ListApi, type NextPage } from '../../model/page/list-api.ts';
import type { NamedListApi } from '../../model/page/named-api.ts';
import { itemTemplateMistake } from '../../stages/page-api/check-template.ts';
import { closedObject } from '../closed-object.ts';
import {
  type ApiPathDefinition,
  type ApiRequestDefinition,
  addressPattern,
  answerPath,
  checkAnswer,
  checkRequests,
  path,
  patternOf,
  request,
  toTemplate,
} from './request-schema.ts';

/** The API behind a source's list that a scraper names (docs/page-api.md). */
export interface ListApiDefinition {
  /** Which sources: a path (`/`, `/sport/*`), or an expression on the whole address. */
  source: string | RegExp;
  /** For the first page of the list, in the order in which they are sent. */
  requests: ApiRequestDefinition[];
  list: {
    /** Path of the items: `data.stories[]`. */
    items: ApiPathDefinition;
    /** Of an item's page: `/story/${item.slug}`. */
    address: string;
    /** Path in an item. */
    title?: string;
    /** Path in an item: a date with its time zone, or seconds or milliseconds since 1970. */
    publishedAt?: string;
  };
  /** How the next page is asked for. Left out: the list has one page. */
  next?: NextPageDefinition;
}

/** `part` is a part of the request: `query.page`, `query.variables:after` (in JSON), `form.page`, `body:variables.after`, `path.2`. */
export type NextPageDefinition =
  /** The answer has its address. */
  | { address: string }
  /** The answer has a value that goes into the request. */
  | { cursor: string; part: string; drops?: string[] }
  /** A page's number, or an offset: `first` on the first page, `step` more on each further one. */
  | { part: string; first?: number; step?: number; drops?: string[] };

const part = z
  .string()
  .regex(
    /^(?:path\.\d+|(?:query|form)\.[^:]+(?::.+)?|body:.+)$/s,
    'not a part of a request: write query.page, query.variables:after, form.page, body:variables.after or path.2',
  );
const drops = z.array(part).default([]);

const nextPage = closedObject({
  address: path.optional(),
  cursor: path.optional(),
  part: part.optional(),
  first: z.int().min(0).default(1),
  step: z.int().min(1).default(1),
  drops,
}).transform(({ address, cursor, part, first, step, drops }, context): NextPage => {
  if (address !== undefined && cursor === undefined && part === undefined) return { kind: 'address', path: address };
  if (address === undefined && part !== undefined)
    return cursor === undefined
      ? { kind: 'number', part, first, step, drops }
      : { kind: 'cursor', path: cursor, part, drops };
  context.addIssue({
    code: 'custom',
    message:
      "write { address: 'links.next' } where the answer has the address, { cursor: 'next', part: 'query.after' } where it has a value for the request, or { part: 'query.page' } for a page's number",
  });
  return z.NEVER;
});

const inItem = path.nullable().default(null);

/** The API behind a list, as a scraper names it. */
export const namedList = closedObject({
  source: addressPattern,
  requests: z.array(request).min(1, 'name at least one request').max(8),
  list: closedObject({ items: answerPath, address: z.string().min(1), title: inItem, publishedAt: inItem }),
  next: nextPage.nullable().default(null),
}).superRefine(({ requests, list }, context) => {
  const complain = (place: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: place, message });
  checkRequests(requests, complain);
  for (const [at, { kind }] of requests.entries())
    if (kind === 'html') complain(['requests', at, 'kind'], 'a list is read from json or jsonp: html has no paths');
  checkAnswer(['list', 'items'], list.items, requests.length, complain);
  if (!list.items.path.endsWith('[]'))
    complain(['list', 'items'], 'the path of the items ends with []: data.stories[]');
  const mistake = itemTemplateMistake(list.address);
  if (mistake !== null) complain(['list', 'address'], mistake);
});

/** @param origin against which addresses from the first / on resolve */
export const toNamedList = (
  { source, requests, list, next }: z.output<typeof namedList>,
  origin: string,
): NamedListApi => {
  const { items, address, title, publishedAt } = list;
  const api: ListApi = {
    requests: requests.map((one) => toTemplate(one, origin, 'json')),
    list: { ...items, address, title, publishedAt },
    next,
    shownPages: 1,
    confirmed: confirmedByPerson,
  };
  return { source: patternOf(source), api };
};
