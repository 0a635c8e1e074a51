import { z } from 'zod';
import type { AnswerPath, RequestTemplate } from '../../model/page/page-api.ts';
import {
  beginsWithPlaceholder,
  exampleOf,
  pathMistake,
  prefixed,
  templateMistake,
} from '../../stages/page-api/check-template.ts';
import { literalPattern } from '../../text/characters.ts';
import { closedObject } from '../setting.ts';

// What the APIs of articles and of lists have in common.

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

/** A path in the data of the first answer (`data.article.title`), or of another one. `isUtc`: of a date without a time zone that is in UTC. */
export type ApiPathDefinition = string | { answer?: number; path: string; isUtc?: boolean };

export const path = z.string().superRefine((text, context) => {
  const mistake = pathMistake(text);
  if (mistake !== null) context.addIssue({ code: 'custom', message: `${mistake}: write it like data.authors[].name` });
});
export const answerNumber = z.int().min(0).default(0);

export const answerPath = z.union([
  path.transform((text): AnswerPath => ({ answer: 0, path: text })),
  closedObject({ answer: answerNumber, path, isUtc: z.boolean().optional() }).transform(
    ({ isUtc, ...kept }): AnswerPath => (isUtc === true ? { ...kept, isUtc } : kept),
  ),
]);

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

export const request = closedObject({
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

/** Addresses that a person names. */
export const addressPattern = z.union([
  z.instanceof(RegExp),
  z.string().startsWith('/', "write a path from the first / on, such as '/news/*', or a regular expression"),
]);

type ParsedRequest = z.output<typeof request>;
export type Complain = (place: (string | number)[], message: string) => void;

/** Names the mistakes in the templates of requests. */
export function checkRequests(requests: readonly ParsedRequest[], complain: Complain): void {
  for (const [at, one] of requests.entries())
    for (const [place, template] of templatesOf(one)) {
      const mistake = templateMistake(template, at);
      if (mistake !== null) complain(['requests', at, ...place], mistake);
      else if (place[0] === 'url' && !isAddressTemplate(template))
        complain(['requests', at, 'url'], 'not an http(s) address: write it in full, or from the first / on');
    }
}

/** Names a path into an answer that no request gives. */
export function checkAnswer(
  place: string[],
  { answer: number }: AnswerPath,
  requests: number,
  complain: Complain,
): void {
  if (number >= requests && requests > 0)
    complain(place, `there is no request ${number}: the first one is 0, the last ${requests - 1}`);
}

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
export function toTemplate(
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
  new RegExp(`^https?://[^/]+${path.split('*').map(literalPattern).join('[^?#]*')}(?:[?#]|$)`);

/** A pattern as an expression on a whole address. */
export const patternOf = (pattern: string | RegExp): RegExp =>
  typeof pattern === 'string' ? pathPattern(pattern) : pattern;
