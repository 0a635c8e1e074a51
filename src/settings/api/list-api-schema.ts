import { z } from 'zod';
import { confirmedByPerson, type ListApi } from '../../model/page/list-api.ts';
import type { NamedListApi } from '../../model/page/named-api.ts';
import { itemTemplateMistake } from '../../stages/page-api/check-template.ts';
import { closedObject } from '../setting.ts';
import { checkNext, type NextPageDefinition, nextPage, toNextPage } from './next-page-schema.ts';
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

const inItem = path.nullable().default(null);

/** The API behind a list, as a scraper names it. */
export const namedList = closedObject({
  source: addressPattern,
  requests: z.array(request).min(1, 'name at least one request').max(8),
  list: closedObject({ items: answerPath, address: z.string().min(1), title: inItem, publishedAt: inItem }),
  next: nextPage.nullable().default(null),
}).superRefine(({ requests, list, next }, context) => {
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
  const listRequest = requests[list.items.answer];
  // a request with mistakes of its own says nothing of its parts
  if (next !== null && listRequest !== undefined && context.issues.length === 0)
    checkNext(next, toTemplate(listRequest, anyOrigin, 'json'), complain);
});

/** The site's own is not known here, and no check depends on it. */
const anyOrigin = 'https://site.example';

/** @param origin against which addresses from the first / on resolve */
export const toNamedList = (
  { source, requests, list, next }: z.output<typeof namedList>,
  origin: string,
): NamedListApi => {
  const { items, address, title, publishedAt } = list;
  const templates = requests.map((one) => toTemplate(one, origin, 'json'));
  const api: ListApi = {
    requests: templates,
    list: { ...items, address, title, publishedAt },
    next: toNextPage(next, templates[items.answer]),
    shownPages: 1,
    confirmed: confirmedByPerson,
  };
  return { source: patternOf(source), api };
};
