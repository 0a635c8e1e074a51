import type { PageRequest } from '../../../model/page/page-api.ts';
import { jsonOf } from '../../../text/answer-data.ts';
import { decoded } from '../../../text/characters.ts';

/** A request with another value in one part, which is added where it has none. @param part a key of `RequestParts` @returns null where a part of this kind can't be set */
export function withPart(request: PageRequest, part: string, value: string | number): PageRequest | null {
  const [, kind = '', name = '', path] = /^(path|query|form|body)(?:\.([^:]+))?(?::(.+))?$/s.exec(part) ?? [];
  const url = new URL(request.url);
  if (kind === 'path') {
    const segments = url.pathname.split('/');
    if (segments[Number(name)] === undefined) return null;
    segments[Number(name)] = encodeURIComponent(value);
    url.pathname = segments.join('/');
    return { ...request, url: url.href };
  }
  if (kind === 'query') {
    const search = withField(url.search.slice(1), name, path, value);
    return search === null ? null : { ...request, url: `${url.origin}${url.pathname}?${search}` };
  }
  if (request.body === null) return null;
  const body =
    kind === 'form' ? withField(request.body, name, path, value) : withValue(request.body, path ?? '', value);
  return body === null ? null : { ...request, body };
}

/** A request without fields of its query or form. @param parts keys of `RequestParts` without a path in JSON */
export function withoutParts(request: PageRequest, parts: readonly string[]): PageRequest {
  const url = new URL(request.url);
  const without = (kind: string, form: string) =>
    form
      .split('&')
      .filter((pair) => !parts.includes(`${kind}.${formDecoded(pair.split('=', 1)[0] ?? '')}`))
      .join('&');
  if (parts.some((part) => part.startsWith('query.'))) url.search = without('query', url.search.slice(1));
  const hasForm = request.body !== null && parts.some((part) => part.startsWith('form.'));
  return { ...request, url: url.href, body: hasForm ? without('form', request.body ?? '') : request.body };
}

/** `a=1&b=2` with another value. @param path in a value that is JSON */
function withField(form: string, name: string, path: string | undefined, value: string | number): string | null {
  const pairs = form === '' ? [] : form.split('&');
  const at = pairs.findIndex((pair) => formDecoded(pair.split('=', 1)[0] ?? '') === name);
  const before = formDecoded(pairs[at]?.split('=').slice(1).join('=') ?? '');
  const after = path === undefined ? String(value) : withValue(before, path, value);
  if (after === null) return null;
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(after)}`;
  return (at === -1 ? [...pairs, pair] : pairs.with(at, pair)).join('&');
}

const formDecoded = (text: string): string => decoded(text.replace(/\+/g, ' '));

/** JSON with another value at `variables.after`. A number stays a number. */
function withValue(json: string, path: string, value: string | number): string | null {
  const data = jsonOf(json);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    data,
  );
  if (!isObject(parent) || last === '' || last === '__proto__') return null;
  parent[last] = typeof parent[last] === 'number' && Number.isFinite(Number(value)) ? Number(value) : value;
  return JSON.stringify(data);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The parts of a request that hold nothing: empty texts, and null in JSON. */
export function emptyParts({ url, body }: PageRequest): readonly string[] {
  const ofForm = (kind: string, form: string) =>
    form.split('&').flatMap((pair) => {
      const name = formDecoded(pair.split('=', 1)[0] ?? '');
      const value = formDecoded(pair.split('=').slice(1).join('='));
      if (value === '' || value === 'null') return name === '' ? [] : [`${kind}.${name}`];
      return nullsIn(jsonOf(value)).map((path) => `${kind}.${name}:${path}`);
    });
  const search = new URL(url).search.slice(1);
  const data = body === null ? undefined : jsonOf(body);
  const ofBody = isObject(data) ? nullsIn(data).map((path) => `body:${path}`) : ofForm('form', body ?? '');
  return [...ofForm('query', search), ...ofBody];
}

function nullsIn(data: unknown, path = ''): readonly string[] {
  if (data === null || (data === '' && path !== '')) return path === '' ? [] : [path];
  if (!isObject(data)) return [];
  return Object.entries(data).flatMap(([name, value]) => nullsIn(value, path === '' ? name : `${path}.${name}`));
}
