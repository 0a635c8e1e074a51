import type { PageRequest, RequestTemplate } from '../../../model/page/page-api.ts';
import { beginsWithPlaceholder, exampleOf } from '../check-template.ts';
import { requestParts } from '../request-parts.ts';
import { withoutParts, withPart } from './request-edit.ts';

/** Another value of a part than the one of the first page. */
const otherValue = 7;

/** A part of a list's first request, as a person's rule for the next page names it. */
export interface CheckedPart {
  /** What is wrong with it; null: it can be set. */
  readonly mistake: string | null;
  /** Its text in the first request; null: it has none, or it differs by list. */
  readonly text: string | null;
}

/** Whether a request has a part whose value the next page can change. @param part a key of `RequestParts` */
export function checkNextPart(template: RequestTemplate, part: string): CheckedPart {
  const example = exampleRequest(template, '1');
  const other = exampleRequest(template, '2');
  if (example === null || other === null) return { mistake: null, text: null }; // its address has a mistake
  const text = requestParts(example).parts.get(part) ?? null;
  const isConstant = text === requestParts(other).parts.get(part);
  return { mistake: partMistake(template, example, part), text: isConstant ? text : null };
}

function partMistake({ url }: RequestTemplate, example: PageRequest, part: string): string | null {
  const { body } = example;
  const isJson = body !== null && /^\s*[[{]/.test(body);
  if (/^(?:form|body)/.test(part) && body === null) return `the request has no body for ${part}: it is a GET`;
  if (part.startsWith('form.') && isJson) return `the body is JSON: write body:${part.slice('form.'.length)}`;
  if (part.startsWith('body:') && !isJson) return `the body is a form: write form.${part.slice('body:'.length)}`;
  if (part.startsWith('path.')) return beginsWithPlaceholder(url) ? null : pathMistake(example, part);
  return withPart(example, part, otherValue) === null
    ? `the request has no place for ${part}: the JSON there has no such object`
    : null;
}

function pathMistake({ url }: PageRequest, part: string): string | null {
  const segments = new URL(url).pathname.split('/').slice(1);
  const at = Number(part.slice('path.'.length));
  if (at >= 1 && at <= segments.length) return null;
  return `the address has no ${part}: path.1 is "${segments[0]}", the last one is path.${segments.length}`;
}

/** Whether a part that only the first request has can be left out. */
export function canDrop(template: RequestTemplate, part: string): boolean {
  const example = exampleRequest(template, '1');
  if (example === null) return true; // its address has a mistake
  const { url, body } = withoutParts(example, [part]);
  return url !== example.url || body !== example.body;
}

/** The request of a list with the same value in all placeholders; null: it has no address. */
function exampleRequest({ url, method, headers, body, by }: RequestTemplate, value: string): PageRequest | null {
  const address = exampleOf(url, value);
  const base = beginsWithPlaceholder(url) ? 'https://site.example/' : undefined;
  if (!URL.canParse(address, base)) return null;
  const text = body === null ? null : exampleOf(body, value);
  return { url: new URL(address, base).href, method, headers, body: text, by };
}
