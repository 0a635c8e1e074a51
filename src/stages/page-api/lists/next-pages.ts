import type { NextPage } from '../../../model/page/list-api.ts';
import type { PageRequest } from '../../../model/page/page-api.ts';
import { type DataLeaf, leavesOf, valuesAt } from '../../../text/answer-data.ts';
import { requestParts } from '../request-parts.ts';
import { emptyParts, withoutParts, withPart } from './request-edit.ts';

/** The first page of a list. */
export interface FirstPage {
  readonly request: PageRequest;
  readonly data: unknown;
  /** Path of its items: `data.items[]`. */
  readonly path: string;
  /** Number of its items. */
  readonly count: number;
}

const pageName = /^(?:p|pg|page|page_?(?:no|num|number|index)|current_?page)$/i;
const offsetName = /^(?:offset|skip|start|start_?(?:at|index)|from)$/i;
const sizeName = /^(?:limit|size|count|first|take|rows|num|per_?page|page_?size)$/i;
const cursorPart = /^(?:cursor|after|next|start_?after|continue|scroll_?id|(?:next_?)?(?:page_?)?(?:cursor|token))$/i;
const cursorValue = /(?:cursor|after|next|continue|token|scroll_?id)/i;
/** Fields that only the first request of a list has, at most. */
const maxDropped = 2;
/** Characters of a cursor, at most: longer values are texts. */
const maxCursor = 500;

/** Ways to ask for the next page that the answer and its request show, the surest first. @param further the page's own request for the next page, where it was seen */
export function nextPages(first: FirstPage, further: PageRequest | null): readonly NextPage[] {
  if (further !== null) return seenNext(first, further);
  return [...addresses(first), ...cursors(first), ...numbers(first)];
}

/** Values beside the items. */
const valuesBeside = ({ data, path }: FirstPage): readonly DataLeaf[] =>
  leavesOf(data).filter((leaf) => !leaf.path.replace(/\[\d+\]/g, '[]').startsWith(path));

/** As the page itself asks. */
function seenNext(first: FirstPage, further: PageRequest): readonly NextPage[] {
  const before = requestParts(first.request).parts;
  const after = requestParts(further).parts;
  const changed = [...after].filter(([key, text]) => before.get(key) !== text);
  const drops = [...before.keys()].filter((key) => !after.has(key));
  const beside = valuesBeside(first);
  const address = beside.filter(({ value }) => addressIn(value, first.request)?.href === further.url);
  if (address.length > 0) return address.map(({ path }) => ({ kind: 'address', path }));
  const [[part, text] = ['', '']] = changed;
  if (changed.length !== 1) return [];
  const cursor = beside.filter(({ value }) => typeof value !== 'boolean' && String(value) === text);
  const ways = cursor.map(({ path }): NextPage => ({ kind: 'cursor', path, part, drops }));
  const from = before.get(part) ?? (pageName.test(nameOf(part)) ? '1' : '0');
  if (!/^\d{1,6}$/.test(text) || !/^\d{1,6}$/.test(from)) return ways;
  const step = Number(text) - Number(from);
  const isStep = step === 1 || step === first.count || step === sizeOf(first);
  // a number that the answer has as well is counted rather than read
  return isStep ? [{ kind: 'number', part, first: Number(from), step, drops }, ...ways] : ways;
}

/** Whether a request is the page's own for the next page of a list. */
export function isFurtherRequest(first: PageRequest, further: PageRequest): boolean {
  if (first.method !== further.method || first.by !== further.by) return false;
  const [a, b] = [requestParts(first).parts, requestParts(further).parts];
  const changed = [...b.keys()].filter((key) => a.get(key) !== b.get(key));
  const dropped = [...a.keys()].filter((key) => !b.has(key));
  return (
    changed.length === 1 &&
    !/^(?:origin|header\.)/.test(changed[0] ?? '') &&
    dropped.length <= maxDropped &&
    dropped.every((key) => /^(?:query|form)\.[^:#]+$/.test(key))
  );
}

/** Addresses that are named "next". */
const addresses = (first: FirstPage): readonly NextPage[] =>
  valuesBeside(first).flatMap(({ path, value }): NextPage[] =>
    /next/i.test(path) && addressIn(value, first.request) !== null ? [{ kind: 'address', path }] : [],
  );

/** Values named like cursors that fit an empty part of the request. */
function cursors(first: FirstPage): readonly NextPage[] {
  const parts = emptyParts(first.request).filter((part) => cursorPart.test(nameOf(part)));
  const [part] = parts;
  if (part === undefined || parts.length > 1) return [];
  const values = valuesBeside(first).filter(
    ({ path, name, value }) =>
      (cursorValue.test(name) || /next/i.test(path)) &&
      !/prev|start_?cursor|has/i.test(name) &&
      typeof value !== 'boolean' &&
      value !== '' &&
      String(value).length <= maxCursor,
  );
  return values.map(({ path }) => ({ kind: 'cursor', path, part, drops: [] }));
}

/** Numbers in the request: of the page, or an offset. */
function numbers(first: FirstPage): readonly NextPage[] {
  const size = sizeOf(first);
  return [...requestParts(first.request).parts].flatMap(([part, text]): NextPage[] => {
    if (!/^(?:query|form|body)/.test(part) || !/^\d{1,6}$/.test(text)) return [];
    const name = nameOf(part);
    if (pageName.test(name) && Number(text) <= 1)
      return [{ kind: 'number', part, first: Number(text), step: 1, drops: [] }];
    const isFirst = isOffset(part) && Number(text) <= 1;
    return isFirst ? [{ kind: 'number', part, first: Number(text), step: size ?? first.count, drops: [] }] : [];
  });
}

/** Items of a page as the request limits them; null: it does not. */
function sizeOf({ request }: FirstPage): number | null {
  const size = [...requestParts(request).parts].find(
    ([part, text]) => sizeName.test(nameOf(part)) && /^\d{1,4}$/.test(text),
  );
  return size === undefined ? null : Number(size[1]);
}

/** Whether a part is named like an offset, which grows by the items of a page. */
export const isOffset = (part: string): boolean => offsetName.test(nameOf(part));

/** The last name of a part: `after` of `query.variables:page.after`. */
const nameOf = (part: string): string => part.split(/[.:]/).at(-1) ?? '';

/** An address of the same place as the request, other than its own. */
function addressIn(value: unknown, { url }: PageRequest): URL | null {
  if (typeof value !== 'string' || !/^(?:https?:\/\/|\/|\?)/.test(value) || !URL.canParse(value, url)) return null;
  const [address, own] = [new URL(value, url), new URL(url)];
  const isSamePlace =
    address.origin === own.origin && (address.pathname === own.pathname || address.search === own.search);
  return isSamePlace && address.href !== own.href ? address : null;
}

/** A page of a list that was read. */
export interface AnsweredRequest {
  readonly request: PageRequest;
  readonly data: unknown;
}

/** The request for the page behind another; null: it is the last one, or the answer lacks what the request needs. @param page number of the page to ask for, the first is 0 */
export function nextRequest(next: NextPage, { request, data }: AnsweredRequest, page: number): PageRequest | null {
  if (next.kind === 'number')
    return withPart(withoutParts(request, next.drops), next.part, next.first + page * next.step);
  const [value] = valuesAt(data, next.path);
  if (next.kind === 'address') {
    const address = addressIn(value, request);
    return address === null ? null : { ...request, url: address.href };
  }
  const isValue = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isValue ? withPart(withoutParts(request, next.drops), next.part, value) : null;
}
