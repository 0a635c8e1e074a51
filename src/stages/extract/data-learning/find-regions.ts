import type { DataField } from '../../../model/data/data-field.ts';
import type { DataValues } from '../../../model/data/data-value.ts';
import type { DataPage } from '../data/data-page.ts';
import { isMissing } from '../data/read-fields.ts';
import type { Element } from '../dom/tree.ts';
import { expectedKeys, itemsOfValue, itemTypeOf } from './same-value.ts';
import { sharedSelectors } from './selectors.ts';
import type { ValuePlaces } from './value-places.ts';

/** A page whose records are all known. */
export interface RecordPage {
  readonly page: DataPage;
  readonly places: ValuePlaces;
  readonly records: readonly DataValues[];
}

/** A selector that may match the records, and which element is which record. */
export interface RegionCandidate {
  readonly region: string;
  /** By page: the element of each record, null where it has none; and the other elements that match. */
  readonly pages: readonly { readonly elements: readonly (Element | null)[]; readonly others: readonly Element[] }[];
  readonly assigned: number;
  readonly extra: number;
  readonly cost: number;
}

/** Elements around a record's values that are tried as the record. */
const maxLevels = 5;
/** Selectors that are tried, those of most records first. */
const maxSelectors = 80;
/** Share of a record's values that an element holds at least. */
const minHeld = 0.6;
/** Elements with the values of one record that are looked at. */
const maxCovers = 5;

/**
 * Selectors of repeated elements, each of which holds the values of one record: the element around a record's values is found, then the names that the elements of all records
 * share. The best first: most records, fewest other elements, shortest.
 */
export function findRegions(pages: readonly RecordPage[], fields: readonly DataField[]): readonly RegionCandidate[] {
  const covers = pages.map((page) => page.records.map((record) => coversOf(page, record, fields)));
  const counts = new Map<string, { readonly cost: number; records: number }>();
  for (const ofRecord of covers.flat()) {
    const seen = new Set<string>();
    for (const cover of ofRecord)
      for (const { selector, cost } of around(cover).flatMap(sharedSelectors)) {
        if (seen.has(selector)) continue;
        seen.add(selector);
        const count = counts.get(selector) ?? { cost, records: 0 };
        counts.set(selector, count);
        count.records += 1;
      }
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y.records - x.records || x.cost - y.cost || (a < b ? -1 : 1))
    .slice(0, maxSelectors)
    .map(([region, { cost }]) => assign(region, cost, pages, covers))
    .sort((a, b) => b.assigned - a.assigned || a.extra - b.extra || a.cost - b.cost || (a.region < b.region ? -1 : 1));
}

/** The records of a region that the scraper declares. */
export const assignRegion = (
  region: string,
  pages: readonly RecordPage[],
  fields: readonly DataField[],
): RegionCandidate =>
  assign(
    region,
    0,
    pages,
    pages.map((page) => page.records.map((record) => coversOf(page, record, fields))),
  );

function around(element: Element): Element[] {
  const chain: Element[] = [];
  for (
    let at: Element | null = element;
    at !== null && at.localName !== 'body' && at.localName !== 'html' && chain.length < maxLevels;
    at = at.parentElement
  )
    chain.push(at);
  return chain;
}

/** The smallest elements that hold all values of a record, then those that hold most: a value that was named wrong is somewhere else. */
function coversOf({ page, places }: RecordPage, record: DataValues, fields: readonly DataField[]): readonly Element[] {
  const holders: ReadonlySet<Element>[] = fields.flatMap(({ name, type }) => {
    const value = record[name] ?? null;
    if (isMissing(value)) return [];
    const item = itemTypeOf(type);
    return itemsOfValue(value).flatMap((one) => {
      const elements = places.of(item, expectedKeys(item, one, page.context)).map(({ element }) => element);
      return elements.length === 0 ? [] : [new Set(elements)];
    });
  });
  if (holders.length === 0) return [];
  const held = new Map<Element, number>();
  for (const elements of holders) {
    const seen = new Set<Element>();
    for (const element of elements)
      for (let at: Element | null = element; at !== null && !seen.has(at); at = at.parentElement) {
        seen.add(at);
        held.set(at, (held.get(at) ?? 0) + 1);
      }
  }
  return [...minimal(held, holders.length), ...minimal(held, Math.max(2, Math.ceil(minHeld * holders.length)))];
}

/** The innermost elements that hold this many values. */
function minimal(held: ReadonlyMap<Element, number>, count: number): readonly Element[] {
  const full = [...held].filter(([, holds]) => holds >= count);
  const isOuter = new Set<Element>();
  for (const [element] of full) if (element.parentElement !== null) isOuter.add(element.parentElement);
  return full
    .filter(([element]) => !isOuter.has(element))
    .sort(([, a], [, b]) => b - a)
    .map(([element]) => element)
    .slice(0, maxCovers);
}

function assign(
  region: string,
  cost: number,
  pages: readonly RecordPage[],
  covers: readonly (readonly (readonly Element[])[])[],
): RegionCandidate {
  let [assigned, extra] = [0, 0];
  const ofPages = pages.map(({ page }, at) => {
    const matches = page.document.querySelectorAll(region);
    const free = new Set(matches);
    const elements = (covers[at] ?? []).map((ofRecord) => {
      for (const cover of ofRecord) {
        const element = innermost(cover, free, matches);
        if (element === null) continue;
        free.delete(element);
        return element;
      }
      return null;
    });
    assigned += elements.filter((element) => element !== null).length;
    extra += free.size;
    return { elements, others: [...free] };
  });
  return { region, pages: ofPages, assigned, extra, cost };
}

/** The innermost match around an element; null where it is another record's already. */
function innermost(cover: Element, free: ReadonlySet<Element>, matches: readonly Element[]): Element | null {
  const all = new Set(matches);
  for (let at: Element | null = cover; at !== null; at = at.parentElement)
    if (all.has(at)) return free.has(at) ? at : null;
  return null;
}
