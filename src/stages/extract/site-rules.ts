import { NewshawkError } from '../../errors.ts';
import { functionRules, type OwnRule, wrapperRules } from '../../model/crawl/own-rule.ts';
import type { FieldFunction, PageDocument, Site, SiteWrapper } from '../../model/crawl/site.ts';
import type { Document } from './dom/document.ts';
import type { Element } from './dom/tree.ts';
import { foldSpace } from './page/blocks.ts';
import { parseInto } from './page/parse.ts';

/** What a site's own rules say of a page; null where they say nothing. */
export interface SiteFields {
  readonly by: 'scraper' | 'wrapper';
  /** The rules that were asked. */
  readonly rules: readonly OwnRule[];
  readonly title: string | null;
  readonly body: Element | null;
  readonly authors: readonly string[];
  readonly date: string | null;
  readonly section: string | null;
}

/** The wrapper of the layout that was live then: oldest first, an older one carries `validUntil`. */
export const wrapperAt = (site: Site, takenAt: Date): SiteWrapper | null =>
  site.wrappers.find(({ validUntil }) => validUntil === null || takenAt < validUntil) ?? null;

/** A parsed page for a site's own functions. @throws NewshawkError misconfigured on a selector that is none */
export function pageDocument(document: Document, url: string, site: Site): PageDocument {
  const all = (selector: string) => select(document, selector, site);
  return {
    url,
    text: (selector) => all(selector).map(textOf)[0] ?? null,
    texts: (selector) => all(selector).map(textOf),
    attribute: (selector, name) => all(selector)[0]?.getAttribute(name) ?? null,
    html: (selector) => all(selector)[0]?.innerHTML ?? null,
  };
}

/** Runs a site's own functions. @throws NewshawkError misconfigured when one throws */
export function readFields(site: Site, document: Document, url: string): SiteFields | null {
  if (Object.keys(site.fields).length === 0) return null;
  const page = pageDocument(document, url, site);
  const call = (name: keyof Site['fields']): string[] => {
    const read = site.fields[name];
    return read === undefined ? [] : strings(runField(read, page, `${site.host}: fields.${name}`));
  };
  return {
    by: 'scraper',
    rules: functionRules(site.fields),
    title: call('title')[0] ?? null,
    body: bodyOf(call('body'), document),
    authors: call('authors'),
    date: call('publishedAt')[0] ?? null,
    section: call('section')[0] ?? null,
  };
}

/** Applies the selectors of a layout. @throws NewshawkError misconfigured on a selector that is none */
export function readWrapper(site: Site, wrapper: SiteWrapper, document: Document): SiteFields {
  const matches = (selector: string | null): Element[] => (selector === null ? [] : select(document, selector, site));
  const text = (selector: string | null): string | null =>
    matches(selector)
      .map(textOf)
      .find((value) => value !== '') ?? null;
  const date = matches(wrapper.date)[0];
  const parts = matches(wrapper.body);
  const body = document.createElement('div');
  // a match within a match is there already
  for (const part of parts.filter((part) => !parts.some((other) => other !== part && other.contains(part))))
    body.appendChild(part.cloneNode(true));
  for (const element of wrapper.clean.flatMap((selector) => select(body, selector, site))) element.remove();
  return {
    by: 'wrapper',
    rules: wrapperRules(wrapper),
    title: text(wrapper.title),
    body: textOf(body) === '' ? null : body,
    authors: matches(wrapper.byline)
      .map(textOf)
      .filter((name) => name !== ''),
    date: date === undefined ? null : (date.getAttribute('datetime') ?? date.getAttribute('content') ?? textOf(date)),
    section: text(wrapper.section),
  };
}

const textOf = (element: Element): string => foldSpace(element.textContent ?? '');

function select(root: Document | Element, selector: string, site: Site): Element[] {
  try {
    return [...root.querySelectorAll(selector)];
  } catch (cause) {
    const where = site.file ?? site.host;
    throw new NewshawkError('misconfigured', `${where}: "${selector}" is no CSS selector`, { cause });
  }
}

function runField(read: FieldFunction, page: PageDocument, where: string): string | readonly string[] | null {
  try {
    return read(page);
  } catch (cause) {
    if (cause instanceof NewshawkError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new NewshawkError('misconfigured', `${where} throws on ${page.url}: ${message}`, { cause });
  }
}

const strings = (value: string | readonly string[] | null): string[] =>
  (typeof value === 'string' ? [value] : [...(value ?? [])]).filter((text) => text.trim() !== '');

/** Paragraphs as text, or HTML where a function hands over what `html()` gave it. */
function bodyOf(parts: readonly string[], document: Document): Element | null {
  if (parts.length === 0) return null;
  const body = document.createElement('div');
  for (const part of parts) {
    if (/<\/?[a-z][^<>]*>/i.test(part)) {
      body.appendChild(parseInto(document.createElement('div'), part));
    } else {
      for (const line of part.split(/\n\s*\n/)) {
        const paragraph = document.createElement('p');
        paragraph.textContent = line;
        body.appendChild(paragraph);
      }
    }
  }
  return textOf(body) === '' ? null : body;
}
