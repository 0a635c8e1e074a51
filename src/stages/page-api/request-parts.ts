import type { PageRequest, RequestTemplate } from '../../model/page/page-api.ts';
import { jsonOf } from '../../text/answer-data.ts';
import { decoded } from '../../text/characters.ts';
import { literalTemplate, rewritten } from './placeholders.ts';

/**
 * A request taken apart into texts that may differ by page, each under a key: `origin`, `path.0`, `query.id`, `query.variables:slug` (inside JSON), `header.x-api`,
 * `body:query`, `form.id`. The keys of two requests of one kind are the same.
 */
export interface RequestParts {
  /** Key and text, in the order of the request. */
  readonly parts: ReadonlyMap<string, string>;
  /** Puts templates for the parts together again. @param templateOf the template of a part's key */
  readonly template: (templateOf: (key: string) => string) => Pick<RequestTemplate, 'url' | 'headers' | 'body'>;
}

type Texts = Map<string, string>;
/** Writes one piece of the request with the templates of its parts. */
type Write = (templateOf: (key: string) => string) => string;

/** Takes a request apart. */
export function requestParts({ url, headers, body }: PageRequest): RequestParts {
  const texts: Texts = new Map();
  const { origin, pathname, search } = new URL(url);
  texts.set('origin', origin);
  const path = pathname
    .split('/')
    .map((segment, at) =>
      segment === '' ? constant('') : textPart(texts, `path.${at}`, decoded(segment), encodeLiteral),
    );
  const query = search === '' ? null : formPart(texts, 'query', search.slice(1));
  const writtenHeaders = Object.entries(headers).map(
    ([name, value]) => [name, textPart(texts, `header.${name}`, value, asItIs)] as const,
  );
  const writtenBody = body === null ? null : bodyPart(texts, body, headers['content-type'] ?? '');
  return {
    parts: texts,
    template: (templateOf) => ({
      url: `${templateOf('origin')}${path.map((write) => write(templateOf)).join('/')}${query === null ? '' : `?${query(templateOf)}`}`,
      headers: Object.fromEntries(writtenHeaders.map(([name, write]) => [name, write(templateOf)])),
      body: writtenBody === null ? null : writtenBody(templateOf),
    }),
  };
}

/** Headers and plain bodies need no encoding. */
const asItIs = (template: string): string => template;

const constant =
  (text: string): Write =>
  () =>
    text;

/** A part of its own. @param escaped writes the constant texts of its template into their place */
function textPart(texts: Texts, key: string, text: string, escaped: (template: string) => string): Write {
  texts.set(key, text);
  return (templateOf) => escaped(templateOf(key));
}

/** Percent-encodes a template's texts, not its placeholders. */
const encodeLiteral = (template: string): string => rewritten(template, encodeURIComponent);

/** `a=1&b=2`; values may be JSON. */
function formPart(texts: Texts, prefix: string, form: string): Write {
  const seen = new Map<string, number>();
  const pairs = form.split('&').map((pair) => {
    const at = pair.indexOf('=');
    const name = formDecoded(at === -1 ? pair : pair.slice(0, at));
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const key = `${prefix}.${name}${count === 0 ? '' : `#${count}`}`;
    if (at === -1) return constant(pair);
    const value = formDecoded(pair.slice(at + 1));
    const data = structureOf(value);
    const write = data === undefined ? textPart(texts, key, value, encodeLiteral) : jsonInForm(texts, key, data);
    return ((templateOf) => `${encodeURIComponent(name)}=${write(templateOf)}`) satisfies Write;
  });
  return (templateOf) => pairs.map((write) => write(templateOf)).join('&');
}

const formDecoded = (text: string): string => decoded(text.replace(/\+/g, ' '));

/** Lists and objects; undefined for all other texts. */
function structureOf(text: string): unknown {
  return /^\s*[[{]/.test(text) ? jsonOf(text) : undefined;
}

/** JSON inside of a form: values are escaped for JSON first (`|json`), then with the form. */
function jsonInForm(texts: Texts, key: string, data: unknown): Write {
  const write = jsonPart(texts, `${key}:`, data);
  const forJson = (template: string) =>
    rewritten(
      template,
      (text) => text,
      (placeholder) => `${placeholder}|json`,
    );
  return (templateOf) => encodeLiteral(write((part) => forJson(templateOf(part))));
}

function bodyPart(texts: Texts, body: string, contentType: string): Write {
  const data = structureOf(body);
  if (data !== undefined) return jsonPart(texts, 'body:', data);
  if (/x-www-form-urlencoded/i.test(contentType)) return formPart(texts, 'form', body);
  return textPart(texts, 'body', body, asItIs);
}

/** JSON with a part for each string and number. */
function jsonPart(texts: Texts, prefix: string, data: unknown): Write {
  if (Array.isArray(data)) {
    const items = data.map((item, at) => jsonPart(texts, `${prefix}${at}.`, item));
    return (templateOf) => `[${items.map((write) => write(templateOf)).join(',')}]`;
  }
  if (typeof data === 'object' && data !== null) {
    const entries = Object.entries(data).map(
      ([name, value]) => [JSON.stringify(name), jsonPart(texts, `${prefix}${name}.`, value)] as const,
    );
    return (templateOf) =>
      `{${entries.map(([name, write]) => `${literalTemplate(name)}:${write(templateOf)}`).join(',')}}`;
  }
  const key = prefix.replace(/\.$/, '');
  if (typeof data === 'string') {
    texts.set(key, data);
    return (templateOf) => `"${escapeForJson(templateOf(key))}"`;
  }
  if (typeof data === 'number') {
    texts.set(key, String(data));
    return (templateOf) => templateOf(key);
  }
  return constant(JSON.stringify(data));
}

/** Escapes a template's texts for a JSON string, not its placeholders. */
const escapeForJson = (template: string): string => rewritten(template, (text) => JSON.stringify(text).slice(1, -1));
