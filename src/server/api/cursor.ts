import type { ApiRequest } from '../answer.ts';

/** The place of the last item of a page, in the order of its list. Clients give it back as it is. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

const cursorOf = ({ at, id }: Place): string => Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url');

/** Null: it is no cursor of this API. */
function placeOf(cursor: string): Place | null {
  try {
    const [ms, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (!Number.isSafeInteger(ms) || typeof id !== 'string' || Math.abs(Number(ms)) > 8.64e15) return null;
    return { at: new Date(Number(ms)), id };
  } catch {
    return null;
  }
}

/** The place of a request's cursor; null: it is none of this API; undefined: the list begins. */
export const placeAfter = (cursor: string | undefined): Place | null | undefined =>
  cursor === undefined ? undefined : placeOf(cursor);

/** The cursor of the next page; null: this was the last one. */
export function nextAfter<Item>(items: readonly Item[], limit: number, place: (last: Item) => Place): string | null {
  const last = items.length < limit ? undefined : items.at(-1);
  return last === undefined ? null : cursorOf(place(last));
}

export const badCursor = 'cursor is not one that this list gave: begin without it.';

export const cursorParameter = {
  type: 'string',
  minLength: 1,
  maxLength: 600,
  description: '`next` of the page before: the list goes on there, whatever is stored meanwhile',
} as const;

/** `Link` to the next page (RFC 8288), for a path of this server. */
export function nextLink(path: string, { query }: ApiRequest, next: string | null): Record<string, string> {
  if (next === null) return {};
  const entries = Object.entries(query as Record<string, unknown>).filter(([name]) => name !== 'offset');
  const parameters = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  parameters.set('cursor', next);
  return { link: `<${path}?${parameters}>; rel="next"` };
}
