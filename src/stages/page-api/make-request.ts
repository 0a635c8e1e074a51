import type { PageRequest, RequestTemplate } from '../../model/page/page-api.ts';
import { type Encoding, fill, type ValueSources } from './placeholders.ts';

/** The request of a page by its template; or the part that has no value there. @throws RangeError for a malformed template */
export function makeRequest(
  { url, method, headers, body, by }: RequestTemplate,
  sources: ValueSources,
): PageRequest | { readonly lacks: string } {
  const filledUrl = fillUrl(url, sources);
  if (filledUrl === null || !URL.canParse(filledUrl)) return { lacks: url };
  const filledHeaders = Object.entries(headers).map(([name, value]) => [name, fill(value, sources, 'none')] as const);
  const missing = filledHeaders.find(([, value]) => value === null);
  if (missing !== undefined) return { lacks: `the header ${missing[0]}` };
  const filledBody = body === null ? null : fill(body, sources, encodingOf(body, headers['content-type'] ?? ''));
  if (body !== null && filledBody === null) return { lacks: 'the body' };
  return {
    url: filledUrl,
    method,
    headers: Object.fromEntries(filledHeaders) as Record<string, string>,
    body: filledBody,
    by,
  };
}

/** A placeholder at the beginning is a whole address or origin. @param encoding of the others */
export function fillUrl(template: string, sources: ValueSources, encoding: Encoding = 'uri'): string | null {
  const [, start = '', rest = template] = /^(\$\{(?:"[^"]*"|[^}"])*\})(.*)$/s.exec(template) ?? [];
  const first = start === '' ? '' : fill(start, sources, 'none');
  const others = fill(rest, sources, encoding);
  return first === null || others === null ? null : first + others;
}

function encodingOf(body: string, contentType: string): Encoding {
  if (/^\s*[[{]/.test(body)) return 'json';
  return /x-www-form-urlencoded/i.test(contentType) ? 'uri' : 'none';
}
