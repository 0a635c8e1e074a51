import { type CanonicalUrl, fetchAddress, type WebAddress } from '../../../model/web/canonical-url.ts';
import { leavesOf } from '../../../text/answer-data.ts';
import { decoded } from '../../../text/characters.ts';
import { explainPart } from '../explain-parts.ts';
import { filtered, idFilters, itemPlace, literalTemplate, type NamedValue, placeholdersIn } from '../placeholders.ts';
import { requestParts } from '../request-parts.ts';
import { addressOfItem } from './made-links.ts';

/** Templates that are kept, and tried. */
const [maxKept, maxTried] = [8, 300];
/** Values of an item, and characters of one. */
const [maxValues, maxValueLength] = [120, 400];
/** Items whose links are compared part by part. */
const comparedItems = 8;
/** Items that may name no link before the others are not looked at. */
const looseItems = 3;
/** Characters of a value that can name a page. */
const minValue = 3;
/** Links with a value that names a page, at most: others have it by chance. */
const maxNamed = 3;

/**
 * All templates that make the addresses of links from all items, the simplest first: a whole address, one that is compared part by part, an address with one value. An item
 * without the values is passed over; one that makes an address without a link is evidence against the template.
 * @param links by the spelling under which pages are stored
 */
export function addressTemplates(
  items: readonly unknown[],
  links: ReadonlyMap<CanonicalUrl, WebAddress>,
  pageUrl: string,
): readonly string[] {
  const page = new PageLinks(links);
  const first = items.slice(0, looseItems).find((item) => page.namedBy(itemValues(item)) !== null) ?? items[0];
  const templates = new Set<string>();
  let tried = 0;
  for (const template of candidates()) {
    if (templates.size >= maxKept || tried++ >= maxTried) break;
    if (!templates.has(template) && makesLinks(template, items, links, pageUrl)) templates.add(template);
  }
  return [...templates];

  function* candidates(): Generator<string> {
    for (const { name, value } of itemValues(first)) if (/[/.?]/.test(value)) yield `\${${name}}`;
    yield* byParts(items, page);
    yield* aroundValues(first, page);
  }
}

function makesLinks(
  template: string,
  items: readonly unknown[],
  links: ReadonlyMap<CanonicalUrl, WebAddress>,
  pageUrl: string,
): boolean {
  const urls = new Set<CanonicalUrl>();
  for (const item of items) {
    const address = addressOfItem(template, item, pageUrl);
    if (address === null) continue;
    if (!links.has(address.url)) return false;
    urls.add(address.url);
  }
  return urls.size >= Math.max(2, items.length / 2);
}

/** The texts and numbers of an item, the longest first; then what filters give. Of inner lists, the first item. */
function itemValues(item: unknown): readonly NamedValue[] {
  const values = leavesOf(item)
    .filter(({ path, value }) => typeof value !== 'boolean' && !/\[[1-9]\d*\]/.test(path))
    .map(({ path, value }) => ({ name: itemPlace(path), value: String(value) }))
    .filter(({ value }) => value !== '' && value.length <= maxValueLength && !/\s/.test(value))
    .slice(0, maxValues);
  const byLength = (named: readonly NamedValue[]) => named.toSorted((a, b) => b.value.length - a.value.length);
  const parts = [...idFilters.slice(1), '|stem'].flatMap((filter) =>
    values.flatMap(({ name, value }) => {
      const part = filtered(value, filter.slice(1));
      return part === null || part === '' || part === value ? [] : [{ name: name + filter, value: part }];
    }),
  );
  return [...byLength(values), ...byLength(parts)];
}

/** An address with one value of the first item, all else constant. */
function* aroundValues(item: unknown, { addresses }: PageLinks): Generator<string> {
  for (const { name, value } of itemValues(item)) {
    if (value.length < minValue) continue;
    for (const spelling of new Set([value, encodeURI(value.toWellFormed())])) {
      // behind the host
      const naming = addresses.filter((address) => address.indexOf(spelling, address.indexOf('/', 8)) !== -1);
      if (naming.length > maxNamed) continue;
      for (const address of naming) {
        const at = address.lastIndexOf(spelling);
        if (datePart.test(address.slice(0, at))) continue;
        yield `${literalTemplate(address.slice(0, at))}\${${name}}${literalTemplate(address.slice(at + spelling.length))}`;
      }
    }
  }
}

/** Addresses whose parts are constants or values of the items: the items' links are compared. */
function* byParts(items: readonly unknown[], page: PageLinks): Generator<string> {
  const pairs: { readonly values: readonly NamedValue[]; readonly address: string }[] = [];
  for (const [at, item] of items.slice(0, 2 * comparedItems).entries()) {
    if (pairs.length === comparedItems || (at === looseItems && pairs.length === 0)) break;
    const values = itemValues(item);
    const address = page.namedBy(values);
    if (address !== null) pairs.push({ values, address });
  }
  const [first] = pairs;
  if (first === undefined || pairs.length < Math.min(2, items.length)) return;
  const split = pairs.map(({ address }) =>
    requestParts({ url: address, method: 'GET', headers: {}, body: null, by: 'fetch' }),
  );
  const keys = [...(split[0]?.parts.keys() ?? [])];
  if (!split.every(({ parts }) => [...parts.keys()].join('\n') === keys.join('\n'))) return;
  const shared = keys.map((key) => {
    const [head = [], ...others] = split.map(({ parts }, at) =>
      explainPart(parts.get(key) ?? '', pairs[at]?.values ?? []),
    );
    return bestOf(head.filter((template) => others.every((other) => other.includes(template))));
  });
  const chosen = shared.reduce<readonly (readonly string[])[]>(
    (before, templates) => before.flatMap((rest) => templates.map((template) => [...rest, template])).slice(0, maxKept),
    [[]],
  );
  for (const templates of chosen) {
    const template = split[0]?.template((key) => templates[keys.indexOf(key)] ?? '').url ?? '';
    if (!datePart.test(template)) yield template;
  }
}

/** Year, month and day of tomorrow are others: they are no constants. */
const datePart = /\/(?:19|20)\d\d[/-]|(?:19|20)\d\d[01]\d[0-3]\d/;

/** Templates of a part, the likeliest first. A value of the item that is the whole part goes before a constant: sections and dates are the same in many items. */
function bestOf(templates: readonly string[]): readonly string[] {
  const constant = templates.filter((template) => placeholdersIn(template).length === 0);
  if (constant.length === 0) return templates.slice(0, 3);
  const whole = templates.filter((template) => /^\$\{[^}]*\}$/.test(template));
  if (/^\d{1,4}$/.test(constant[0] ?? '')) {
    const ofDate = whole.filter((template) => /\|(?:year|month|day)\}$/.test(template));
    if (ofDate.length > 0) return ofDate.slice(0, 2);
  }
  return [...whole.slice(0, 2), ...constant];
}

/** The addresses of a page's links. */
class PageLinks {
  readonly addresses: readonly string[];
  readonly #readable: readonly string[];
  readonly #all: string;

  constructor(links: ReadonlyMap<CanonicalUrl, WebAddress>) {
    this.addresses = [...links.values()].map(fetchAddress);
    this.#readable = this.addresses.map(decoded);
    this.#all = this.#readable.join('\n');
  }

  /** The only link whose address has the longest of an item's values; null: none has, or many. */
  namedBy(values: readonly NamedValue[]): string | null {
    for (const { value } of values.toSorted((a, b) => b.value.length - a.value.length)) {
      if (value.length < minValue) break;
      if (!this.#all.includes(value)) continue;
      const naming = this.addresses.filter((_, at) => this.#readable[at]?.includes(value));
      if (naming.length === 1) return naming[0] ?? null;
    }
    return null;
  }
}
