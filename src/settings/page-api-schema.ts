import { z } from 'zod';
import type { NamedApi } from '../model/page/named-api.ts';
import type { AnswerFieldName, AnswerPath, BodyPath, PageApi, RequestTemplate } from '../model/page/page-api.ts';
import {
  beginsWithPlaceholder,
  exampleOf,
  pathMistake,
  prefixed,
  templateMistake,
} from '../stages/page-api/check-template.ts';
import { closedObject } from './closed-object.ts';

/** An API that a scraper names (docs/page-api.md). */
export interface ApiDefinition {
  /** Which articles: a path in which `*` stands for any text (`/news/*`), or an expression on the whole address. */
  pages: string | RegExp;
  /** In the order in which they are sent. */
  requests: ApiRequestDefinition[];
  /** Where the article is in the answers. Left out: the answers are HTML, read as a page. */
  fields?: ApiFieldsDefinition;
  /** Whether the body is all that its paths give; default true. False: extraction searches the text in it. */
  takesWholeBody?: boolean;
  /** Whether title and metadata of the page itself are used too, for one more request; default false. */
  usesShell?: boolean;
}

export interface ApiRequestDefinition {
  /** With placeholders: `https://api.example/articles/${address.segment.-1|last}`; from the first / on for the site's own origin. */
  url: string;
  method?: 'GET' | 'POST';
  /** That the page's scripts set. Others, cookies too, are sent as the browser would. */
  headers?: Record<string, string>;
  /** Of a POST. */
  body?: string;
  /** Of the answer; default `json`, without `fields` `html`. */
  kind?: RequestTemplate['kind'];
}

/** A path in the data of the first answer (`data.article.title`), or of another one. */
export type ApiPathDefinition = string | { answer?: number; path: string };
/** `texts`: names of the properties that hold text, for a body that is a tree of nodes. `skips`: names of properties, and `type=image` for objects. */
export type ApiBodyDefinition = string | { answer?: number; path: string; texts?: string[]; skips?: string[] };

export type ApiFieldsDefinition = Partial<Record<AnswerFieldName, ApiPathDefinition>> & {
  /** Several parts are joined in their order. */
  body: ApiBodyDefinition | ApiBodyDefinition[];
};

const path = z.string().superRefine((text, context) => {
  const mistake = pathMistake(text);
  if (mistake !== null) context.addIssue({ code: 'custom', message: `${mistake}: write it like data.authors[].name` });
});
const answer = z.int().min(0).default(0);

const fieldPath = z.union([
  path.transform((text): AnswerPath => ({ answer: 0, path: text })),
  closedObject({ answer, path }),
]);
const bodyPath = z.union([
  path.transform((text): BodyPath => ({ answer: 0, path: text, texts: [], skips: [] })),
  closedObject({ answer, path, texts: z.array(z.string()).default([]), skips: z.array(z.string()).default([]) }),
]);

const optionalPath = fieldPath.nullable().default(null);
const fields = closedObject({
  title: optionalPath,
  body: z
    .unknown()
    .refine((value) => value !== null, { abort: true, message: "say where the text is: body: 'data.text'" })
    .transform((value) => (Array.isArray(value) ? value : [value]))
    .pipe(z.array(bodyPath).min(1, 'name at least one path'))
    .prefault(null),
  authors: optionalPath,
  publishedAt: optionalPath,
  modifiedAt: optionalPath,
  section: optionalPath,
  leadImage: optionalPath,
  media: optionalPath,
});

/** Headers that no script of a page can set (Fetch standard, "forbidden request-header"), and that of the browser. */
const forbiddenHeader =
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i;

function headerMistake(name: string): string | null {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'not the name of a header';
  return forbiddenHeader.test(name)
    ? `a page's script can't set "${name}": leave it out, newshawk sends what the browser would`
    : null;
}

const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'a header is one line of Latin-1 text');

const request = closedObject({
  url: z.string().min(1),
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: z.record(z.string(), headerValue).default({}),
  body: z.string().nullable().default(null),
  kind: z.enum(['json', 'jsonp', 'html']).optional(),
}).superRefine(({ method, body, headers }, context) => {
  for (const name of Object.keys(headers)) {
    const mistake = headerMistake(name);
    if (mistake !== null) context.addIssue({ code: 'custom', path: ['headers', name], message: mistake });
  }
  if (method === 'GET' && body !== null)
    context.addIssue({ code: 'custom', path: ['body'], message: "only a POST has a body: write method: 'POST' too" });
});

const pagePattern = z.union([
  z.instanceof(RegExp),
  z.string().startsWith('/', "write a path from the first / on, such as '/news/*', or a regular expression"),
]);

const namedApi = closedObject({
  pages: pagePattern,
  requests: z.array(request).min(1, 'name at least one request').max(8),
  fields: fields.nullable().default(null),
  takesWholeBody: z.boolean().default(true),
  usesShell: z.boolean().default(false),
}).superRefine((api, context) => {
  const complain = (place: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: place, message });
  for (const [at, one] of api.requests.entries()) {
    for (const [place, template] of templatesOf(one)) {
      const mistake = templateMistake(template, at);
      if (mistake !== null) complain(['requests', at, ...place], mistake);
      else if (place[0] === 'url' && !isAddressTemplate(template))
        complain(['requests', at, 'url'], 'not an http(s) address: write it in full, or from the first / on');
    }
    if (api.fields === null ? (one.kind ?? 'html') !== 'html' : one.kind === 'html')
      complain(
        ['requests', at, 'kind'],
        api.fields === null
          ? 'without `fields` all answers are html: add `fields`'
          : '`fields` needs json or jsonp: html has no paths',
      );
  }
  if (api.fields !== null && api.requests.length > 0)
    for (const [name, paths] of Object.entries(api.fields))
      for (const one of paths === null ? [] : [paths].flat())
        if (one.answer >= api.requests.length)
          complain(
            ['fields', name],
            `there is no request ${one.answer}: the first one is 0, the last ${api.requests.length - 1}`,
          );
});

type ParsedApi = z.output<typeof namedApi>;
type ParsedRequest = ParsedApi['requests'][number];

/** The APIs of a scraper: one, or a list. */
export const namedApis = z
  .unknown()
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .pipe(z.array(namedApi))
  .prefault([]);

type PlacedTemplate = readonly [place: readonly string[], template: string];

const templatesOf = ({ url, headers, body }: ParsedRequest): readonly PlacedTemplate[] => [
  [['url'], url],
  ...Object.entries(headers).map(([name, value]): PlacedTemplate => [['headers', name], value]),
  ...(body === null ? [] : [[['body'], body] as PlacedTemplate]),
];

function isAddressTemplate(template: string): boolean {
  if (beginsWithPlaceholder(template) || /^\/(?!\/)/.test(template)) return true;
  const example = exampleOf(template);
  return /^https?:\/\//i.test(example) && URL.canParse(example);
}

/** @param origin against which addresses from the first / on resolve */
export const toNamedApi = (
  { pages, requests, fields, takesWholeBody, usesShell }: ParsedApi,
  { origin, language }: { readonly origin: string; readonly language: string | null },
): NamedApi => {
  const api: PageApi = {
    requests: requests.map((one) => toTemplate(one, origin, fields === null ? 'html' : 'json')),
    fields,
    reading: { takesWholeBody, usesShell },
    lang: language,
  };
  return { pages: typeof pages === 'string' ? pathPattern(pages) : pages, api };
};

function toTemplate(
  { url, method, headers, body, kind }: ParsedRequest,
  origin: string,
  defaultKind: RequestTemplate['kind'],
): RequestTemplate {
  const isJson = body !== null && /^\s*[[{]/.test(body);
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const bodyType = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    url: url.startsWith('/') ? prefixed(origin, url) : url,
    method,
    headers: method === 'POST' ? { 'content-type': bodyType, ...named } : named,
    body: method === 'POST' ? (body ?? '') : null,
    by: kind === 'jsonp' ? 'script' : 'fetch',
    kind: kind ?? defaultKind,
  };
}

/** Any host, the path with `*` for any text, any query. */
const pathPattern = (path: string): RegExp =>
  new RegExp(`^https?://[^/]+${path.split('*').map(escaped).join('[^?#]*')}(?:[?#]|$)`);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
