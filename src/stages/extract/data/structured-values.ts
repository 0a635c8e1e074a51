import type { StructuredRule } from '../../../model/data/data-field.ts';
import type { Element } from '../dom/tree.ts';
import { isObject, type JsonObject, parseJsonLd, typesOf } from '../head/json-ld.ts';
import type { Metadata } from '../head/metadata.ts';
import type { ParsedPage } from '../page/parse.ts';
import { scriptValues } from '../state/script-values.ts';
import { type RawValue, shownText } from './raw-value.ts';

const currencyNames = ['product:price:currency', 'og:price:currency'];

/** At most this many values of one path. */
const maxValues = 1_000;

/** A part of a page: an element, and which of those in it belong to it. */
export interface PagePart {
  readonly root: Element;
  /** False for what belongs to a record within the record. */
  readonly has: (element: Element) => boolean;
}

/** The structured data of a page. Each sort is read when a rule first asks for it. */
export class StructuredValues {
  readonly #page: ParsedPage;
  readonly #meta: Metadata;
  readonly #html: string;
  #graph: ReturnType<typeof parseJsonLd> | undefined;
  #state: readonly unknown[] | undefined;

  constructor(page: ParsedPage, meta: Metadata, html: string) {
    this.#page = page;
    this.#meta = meta;
    this.#html = html;
  }

  /** All values of a path, in document order. @param part of the page that microdata are read in */
  values({ by, path }: StructuredRule, part: PagePart): RawValue[] {
    switch (by) {
      case 'meta':
        return this.#metaValues(path);
      case 'json-ld':
        return this.#jsonLdValues(path);
      case 'microdata':
        return microdataValues(part, path.split('.'));
      case 'state': {
        this.#state ??= scriptValues(this.#html).state;
        return firstWithValues(this.#state, path.split('.'), (value) => value);
      }
    }
  }

  #metaValues(path: string): RawValue[] {
    const name = path.toLowerCase();
    const currency = this.#meta.first(name.replace(/:amount$/, ':currency'), ...currencyNames);
    return this.#meta.all(name).map((value) => ({ value, isMachine: true, ...(currency !== null && { currency }) }));
  }

  /** `Product.offers.price` counts for nodes of that type only. */
  #jsonLdValues(path: string): RawValue[] {
    this.#graph ??= parseJsonLd(this.#page.jsonLd);
    const { nodes, resolve } = this.#graph;
    const steps = path.split('.');
    const [type = ''] = steps;
    const ofType = nodes.filter((node) => typesOf(node).includes(type));
    return ofType.length > 0
      ? firstWithValues(ofType, steps.slice(1), resolve)
      : firstWithValues(nodes, steps, resolve);
  }
}

type Resolve = (value: unknown) => unknown;

/** The values in the first of several objects that has any. */
function firstWithValues(objects: readonly unknown[], steps: readonly string[], resolve: Resolve): RawValue[] {
  for (const object of objects) {
    const values = valuesAt([object], steps, resolve);
    if (values.length > 0) return values;
  }
  return [];
}

/** Lists are passed through: `offers.price` gives the price of each offer. */
function valuesAt(parents: readonly unknown[], steps: readonly string[], resolve: Resolve): RawValue[] {
  const last = steps.at(-1);
  let level = flat(parents, resolve);
  for (const step of steps.slice(0, -1))
    level = flat(
      level.flatMap((value) => propertyOf(value, step)),
      resolve,
    );
  if (last === undefined) return level.map((value) => priced(value, undefined));
  return level.flatMap((parent) => rawOf(parent, last, resolve)).slice(0, maxValues);
}

const propertyOf = (value: unknown, name: string): unknown[] =>
  isObject(value) && Object.hasOwn(value, name) ? [value[name]] : [];

function rawOf(parent: unknown, name: string, resolve: Resolve): RawValue[] {
  const currency = isObject(parent) ? currencyIn(parent) : undefined;
  return flat(propertyOf(parent, name), resolve)
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map((value) => priced(value, currency));
}

/** An object stands for its price, or its name. */
function priced(value: unknown, currency: string | undefined): RawValue {
  const own = isObject(value) ? (currencyIn(value) ?? currency) : currency;
  const amount = isObject(value) ? (value.price ?? value.lowPrice ?? value['@value'] ?? value.name ?? value) : value;
  return { value: amount, isMachine: true, ...(own !== undefined && { currency: own }) };
}

const currencyIn = (object: JsonObject): string | undefined => {
  const currency = object.priceCurrency ?? object.currency;
  return typeof currency === 'string' ? currency : undefined;
};

function flat(values: readonly unknown[], resolve: Resolve): unknown[] {
  return values
    .flatMap((value) => (Array.isArray(value) ? flat(value, resolve) : [resolve(value)]))
    .slice(0, maxValues);
}

/** Values of `itemprop`s; `offers.price` is a price within an offer. */
function microdataValues({ root, has }: PagePart, steps: readonly string[]): RawValue[] {
  const name = steps.at(-1) ?? '';
  const currency = root.elementsWhere((element) => hasProp(element, 'priceCurrency') && has(element))[0];
  return root
    .elementsWhere((element) => hasProp(element, name) && has(element) && isWithin(element, steps.slice(0, -1), root))
    .slice(0, maxValues)
    .map((element) => propValue(element, currency === undefined ? undefined : String(propValue(currency).value)))
    .filter(({ value }) => value !== '');
}

const hasProp = (element: Element, name: string): boolean =>
  (element.getAttribute('itemprop') ?? '').split(/\s+/).includes(name);

/** Whether ancestors have these properties, the outermost first. */
function isWithin(element: Element, outer: readonly string[], root: Element): boolean {
  let left = outer.length;
  for (let at = element.parentElement; at !== null && left > 0; at = at.parentElement) {
    if (hasProp(at, outer[left - 1] ?? '')) left -= 1;
    if (at === root) break;
  }
  return left === 0;
}

/** By the rules of microdata: content, an address, a time, else the text. */
function propValue(element: Element, currency?: string): RawValue {
  const attributes = ['content', 'datetime', 'href', 'src', 'value'].filter((name) => element.hasAttribute(name));
  const value = attributes[0] === undefined ? null : element.getAttribute(attributes[0]);
  const more = currency === undefined ? {} : { currency };
  return value === null
    ? { value: shownText(element), isMachine: false, ...more }
    : { value: value.trim(), isMachine: true, ...more };
}
