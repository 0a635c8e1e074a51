import { NewshawkError } from '../../errors.ts';
import { functionRules, type OwnRule, wrapperRules } from '../../model/crawl/own-rule.ts';
import type { Site, SiteWrapper } from '../../model/crawl/site.ts';
import type { PageDocument } from '../../model/page/page-document.ts';
import { fieldAttribute } from './answers/answer-page.ts';
import type { Document } from './dom/document.ts';
import type { Element } from './dom/tree.ts';
import { foldSpace } from './page/blocks.ts';
import { parseInto } from './page/parse.ts';
import { imageSource } from './text/output.ts';

/** A page's fields by the site's own rules; null or empty if no rule matches. */
export interface SiteFields {
  /** `api`: a page made from answers names its fields itself. */
  readonly by: 'scraper' | 'wrapper' | 'api';
  /** The rules that ran. */
  readonly rules: readonly OwnRule[];
  readonly title: string | null;
  readonly body: Element | null;
  readonly authors: readonly string[];
  readonly date: string | null;
  readonly section: string | null;
  readonly tags: readonly string[];
  /** The lead image's address, as the page writes it. */
  readonly image: string | null;
}

/** The parsed page, or a part of it, as site functions see it. Its methods throw NewshawkError misconfigured on an invalid selector. */
export function pageDocument(root: Document | Element, url: string, site: Site): PageDocument {
  const all = (selector: string) => select(root, selector, site);
  return {
    url,
    text: (selector) => all(selector).map(textOf)[0] ?? null,
    texts: (selector) => all(selector).map(textOf),
    attribute: (selector, name) => all(selector)[0]?.getAttribute(name) ?? null,
    html: (selector) => all(selector)[0]?.innerHTML ?? null,
  };
}

/** The fields by the site's own functions; null if it has none. @throws NewshawkError misconfigured when one throws */
export function callSiteFields(site: Site, document: Document, url: string): SiteFields | null {
  if (Object.keys(site.fields).length === 0) return null;
  const page = pageDocument(document, url, site);
  const call = (name: keyof Site['fields']): string[] => {
    const read = site.fields[name];
    return read === undefined ? [] : strings(runFunction(read, page, `${site.host}: fields.${name}`));
  };
  return {
    by: 'scraper',
    rules: functionRules(site.fields),
    title: call('title')[0] ?? null,
    body: bodyOf(call('body'), document),
    authors: call('authors'),
    date: call('publishedAt')[0] ?? null,
    section: call('section')[0] ?? null,
    tags: [],
    image: null,
  };
}

/** The fields by a wrapper's selectors. @throws NewshawkError misconfigured on an invalid selector */
export function readWrapper(site: Site, wrapper: SiteWrapper, document: Document): SiteFields {
  const matches = (selector: string | null): Element[] => (selector === null ? [] : select(document, selector, site));
  const text = (selector: string | null): string | null =>
    matches(selector)
      .map(textOf)
      .find((value) => value !== '') ?? null;
  const date = matches(wrapper.date)[0];
  const parts = matches(wrapper.body);
  const body = document.createElement('div');
  // a match inside another match is part of it already
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
    tags: matches(wrapper.tags)
      .map(textOf)
      .filter((tag) => tag !== ''),
    image:
      matches(wrapper.image)
        .map(imageAt)
        .find((source) => source) ?? null,
  };
}

/** The fields of a page that was made from answers; null for any other page. */
export function readAnswerFields(document: Document): SiteFields | null {
  const marked = (name: string): Element[] => [...document.querySelectorAll(`[${fieldAttribute}="${name}"]`)];
  const [body = null] = marked('body');
  if (body === null) return null;
  const [title] = marked('title');
  const [date] = marked('date');
  return {
    by: 'api',
    rules: [],
    title: title === undefined ? null : textOf(title),
    body: textOf(body) === '' ? null : body,
    authors: marked('author').map(textOf),
    date: date?.getAttribute('datetime') ?? null,
    section: null,
    tags: [],
    image: null,
  };
}

/** The image that an element is, names or contains. */
function imageAt(element: Element): string | null {
  if (element.localName === 'img') return imageSource(element);
  const named = element.getAttribute('content') ?? (element.localName === 'link' ? element.getAttribute('href') : null);
  if (named !== null) return named;
  const image = element.querySelector('img');
  return image === null ? null : imageSource(image);
}

const textOf = (element: Element): string => foldSpace(element.textContent ?? '');

export function select(root: Document | Element, selector: string, site: Site): Element[] {
  try {
    return [...root.querySelectorAll(selector)];
  } catch (cause) {
    const where = site.file ?? site.host;
    throw new NewshawkError('misconfigured', `${where}: "${selector}" is not a CSS selector`, { cause });
  }
}

/** @throws NewshawkError misconfigured when the function throws */
export function runFunction<T>(read: (page: PageDocument) => T, page: PageDocument, where: string): T {
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

/** The body of a function's strings: text paragraphs, or HTML from `html()`. */
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
