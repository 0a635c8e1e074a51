import { z } from 'zod';
import type { NextPage } from '../../model/page/list-api.ts';
import type { RequestTemplate } from '../../model/page/page-api.ts';
import { canDrop, checkNextPart } from '../../stages/page-api/lists/check-next.ts';
import { isOffset } from '../../stages/page-api/lists/next-pages.ts';
import { closedObject } from '../setting.ts';
import { type Complain, path } from './request-schema.ts';

/** `part` is a part of the request: `query.page`, `query.variables:after` (in JSON), `form.page`, `body:variables.after`, `path.2`. */
export type NextPageDefinition =
  /** The answer has its address. */
  | { address: string }
  /** The answer has a value that goes into the request. */
  | { cursor: string; part: string; drops?: string[] }
  /** A page's number, or an offset: `first` on the first page, `step` more on each further one. Default: the number in the request, or 1; and 1. */
  | { part: string; first?: number; step?: number; drops?: string[] };

const part = z
  .string()
  .regex(
    /^(?:path\.\d+|(?:query|form)\.[^:]+(?::.+)?|body:.+)$/s,
    'not a part of a request: write query.page, query.variables:after, form.page, body:variables.after or path.2',
  );
const dropped = z
  .string()
  .regex(/^(?:query|form)\.[^:]+$/s, 'only a field can be left out: write query.first or form.first');

/** How the next page is asked for, as a scraper names it. */
export const nextPage = closedObject({
  address: path.optional(),
  cursor: path.optional(),
  part: part.optional(),
  first: z.int().min(0).optional(),
  step: z.int().min(1).optional(),
  drops: z.array(dropped).optional(),
}).superRefine((next, context) => {
  const { address, cursor, part: placed, ...others } = next;
  const complain = (message: string) => context.addIssue({ code: 'custom', message });
  if ((address === undefined) === (placed === undefined) || (cursor !== undefined && placed === undefined))
    return complain(
      "write { address: 'links.next' } where the answer has the address, { cursor: 'next', part: 'query.after' } where it has a value for the request, or { part: 'query.page' } for a page's number",
    );
  const unused = [
    ...(address === undefined ? [] : Object.keys(others)),
    ...(cursor === undefined ? [] : Object.keys(others).filter((name) => name !== 'drops')),
  ];
  if (unused.length > 0)
    complain(
      `with \`${address === undefined ? 'cursor' : 'address'}\` nothing uses ${unused.join(' and ')}: leave it out`,
    );
});

type ParsedNext = z.output<typeof nextPage>;

/** Names the mistakes that show only beside the request. @param request whose answer has the list */
export function checkNext(
  { part, cursor, first, step, drops = [] }: ParsedNext,
  request: RequestTemplate,
  complain: Complain,
): void {
  for (const drop of drops)
    if (!canDrop(request, drop)) complain(['next', 'drops'], `the request has no ${drop} that could be left out`);
  if (part === undefined) return;
  const { mistake, text } = checkNextPart(request, part);
  if (mistake !== null) complain(['next', 'part'], mistake);
  else if (cursor === undefined) checkNumber({ part, first, step }, text, complain);
}

function checkNumber(
  {
    part,
    first,
    step,
  }: { readonly part: string; readonly first: number | undefined; readonly step: number | undefined },
  text: string | null,
  complain: Complain,
): void {
  if (text !== null && text !== '' && !isNumber(text))
    complain(['next', 'part'], `${part} is "${text}" in the request, which is not a number`);
  else if (text !== null && isNumber(text) && first !== undefined && first !== Number(text))
    complain(['next', 'first'], `the request has ${text} for ${part}: write first: ${text}, or leave it out`);
  if (step === undefined && isOffset(part))
    complain(['next', 'step'], `${part} is an offset: write by how much it grows, the number of items on a page`);
}

const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

/** @param request whose answer has the list */
export function toNextPage(next: ParsedNext | null, request: RequestTemplate | undefined): NextPage | null {
  if (next === null || request === undefined) return null;
  const { address, cursor, part = '', first, step = 1, drops = [] } = next;
  if (address !== undefined) return { kind: 'address', path: address };
  if (cursor !== undefined) return { kind: 'cursor', path: cursor, part, drops };
  const { text } = checkNextPart(request, part);
  return { kind: 'number', part, first: first ?? (text !== null && isNumber(text) ? Number(text) : 1), step, drops };
}
