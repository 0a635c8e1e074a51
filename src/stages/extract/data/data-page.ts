import type { Site } from '../../../model/crawl/site.ts';
import type { DataRule } from '../../../model/data/data-field.ts';
import type { Snapshot } from '../../../model/page/snapshot.ts';
import { webUrl } from '../../../model/web/canonical-url.ts';
import type { DateContext } from '../dates/date-parse.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import type { Metadata } from '../head/metadata.ts';
import { foldSpace } from '../page/blocks.ts';
import type { ParsedPage } from '../page/parse.ts';
import { pageDocument, runFunction, select } from '../site-rules.ts';
import { decimalSignOf } from './number-signs.ts';
import type { ValueContext } from './parse-value.ts';
import { type RawValue, shownText } from './raw-value.ts';
import { type PagePart, StructuredValues } from './structured-values.ts';

export interface DataPageInput {
  readonly snapshot: Snapshot;
  readonly site: Site;
  readonly parsed: ParsedPage;
  readonly meta: Metadata;
  readonly dates: DateContext;
  /** Language code that the page or its site declares. */
  readonly language: string | null;
}

/** A part of a page in which rules are applied: all of it, or one record. */
export interface DataScope extends PagePart {
  /** For messages: `data.rating`, `records.event.price`. */
  readonly nameOf: (field: string) => string;
}

/** At most this many elements of one rule are read. */
const maxElements = 1_000;

/** Attributes that hold an address, or a value for programs, by the type that asks for it. */
const attributesOfType: Readonly<Record<string, readonly string[]>> = {
  url: ['href', 'src', 'content', 'data-src'],
  date: ['datetime', 'content'],
};

/** A page as the rules of declared fields read it. */
export class DataPage {
  readonly context: ValueContext;
  readonly document: Document;
  readonly #site: Site;
  readonly #url: string;
  readonly #structured: StructuredValues;

  constructor({ snapshot, site, parsed, meta, dates, language }: DataPageInput) {
    const { document } = parsed;
    const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
    this.document = document;
    this.#site = site;
    this.#url = snapshot.finalUrl;
    this.#structured = new StructuredValues(parsed, meta, snapshot.html);
    this.context = {
      baseUrl: webUrl(base, snapshot.finalUrl) ?? snapshot.finalUrl,
      decimal: decimalSignOf(language, site.country),
      language,
      country: site.country,
      dates,
    };
  }

  /** Elements of a region's selector, in document order. @throws NewshawkError misconfigured on an invalid selector */
  regions(selector: string): Element[] {
    return select(this.document, selector, this.#site);
  }

  /** What a rule finds, empty texts left out. @param kind of the field's type @throws NewshawkError misconfigured when a function throws */
  raw(rule: DataRule, kind: string, scope: DataScope, field: string): RawValue[] {
    if (rule.by === 'function') {
      const page = pageDocument(scope.root, this.#url, this.#site);
      const value = runFunction(rule.read, page, `${this.#site.host}: ${scope.nameOf(field)}`);
      return (Array.isArray(value) && kind !== 'custom' ? value : [value])
        .filter((item) => item !== null && item !== undefined && item !== '')
        .map((item) => ({ value: item, isMachine: typeof item !== 'string' }));
    }
    if (rule.by !== 'css') return this.#structured.values(rule, scope);
    const { selector, attribute } = rule;
    const elements =
      selector === '' || selector === ':scope'
        ? [scope.root]
        : select(scope.root, selector, this.#site).filter(scope.has);
    return elements
      .slice(0, maxElements)
      .map((element) => rawOfElement(element, attribute, kind))
      .filter(({ value }) => value !== '');
  }

  /** Whether a rule of a `present` field matches. */
  matches(rule: DataRule, scope: DataScope, field: string): boolean {
    if (rule.by === 'function') {
      const page = pageDocument(scope.root, this.#url, this.#site);
      return Boolean(runFunction(rule.read, page, `${this.#site.host}: ${scope.nameOf(field)}`));
    }
    if (rule.by !== 'css') return this.#structured.values(rule, scope).length > 0;
    const { selector, attribute } = rule;
    const elements = selector === '' ? [scope.root] : select(scope.root, selector, this.#site).filter(scope.has);
    return elements.some((element) => attribute === null || element.hasAttribute(attribute));
  }
}

/** What an element holds. @param attribute null: what its type asks for, else the text */
export function rawOfElement(element: Element, attribute: string | null, kind: string): RawValue {
  if (attribute !== null) return { value: foldSpace(element.getAttribute(attribute) ?? ''), isMachine: true };
  const own = attributesOfType[kind]?.find((name) => element.hasAttribute(name));
  if (own !== undefined) return { value: foldSpace(element.getAttribute(own) ?? ''), isMachine: true };
  // microdata stands in elements without text
  if (/^(?:meta|data|input)$/.test(element.localName)) {
    const value = element.getAttribute('content') ?? element.getAttribute('value');
    if (value !== null) return { value: foldSpace(value), isMachine: true };
  }
  return { value: shownText(element), isMachine: false };
}
