import type { Entry, Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import { decoded } from '../../../text/characters.ts';
import { namesInAddress, valueNames } from './address-names.ts';
import { mediaAddress, mediaExtension, mediaUrlKey } from './media-url.ts';

/** Fields that name an object among others. */
const nameField =
  /^(_?id|identifier|uuid|guid|key|code|slug|name|title|(episode|ep|video|clip|film|item|track|chapter|part)(_?(number|no|nr|id|index))?|number|no|nr|index|position|order|vid)$/i;
/** Fields that lead to the page of an object. */
const pageField = /^(page|link|href|permalink|(page|web|share|canonical|watch|video)?_?-?url|url)$/i;
/** Fields with other films than the page's. */
const othersField =
  /^(related|recommend|similar|suggest|up_?next|next(up|videos?|items?)?$|more(videos|like|from)?|others?$|trending|popular)/i;
/** Longer texts are not parsed as data. */
const maxData = 1_000_000;
const maxValues = 20_000;
const assignment = /^\s*(?:(?:var|let|const)\s+)?[\w$.[\]'"]+\s*=\s*([[{][\s\S]*[\]}])\s*;?\s*$/;

/** Returns the entry of each media address in JSON, by address; empty where the text is no JSON. */
export function readEntries(text: string, base: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const data = parseData(text);
  if (data !== null) new EntryReader(base, entries).read(data, { path: '', fields: [], isOthers: false });
  return entries;
}

function parseData(text: string): unknown {
  if (text.length > maxData) return null;
  const json = /^\s*[[{]/.test(text) ? text : (assignment.exec(text)?.[1] ?? null);
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null; // a script, not data
  }
}

/** Where a value is: in which list, and the simple fields of the objects around it. */
interface Place {
  readonly path: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly isOthers: boolean;
}

class EntryReader {
  readonly #base: string;
  readonly #entries: Map<string, Entry>;
  #values = 0;

  constructor(base: string, entries: Map<string, Entry>) {
    this.#base = base;
    this.#entries = entries;
  }

  read(value: unknown, place: Place): void {
    if (++this.#values > maxValues) return;
    if (typeof value === 'string') this.#add(value, place);
    else if (Array.isArray(value)) for (const item of value) this.read(item, { ...place, fields: [] });
    else if (typeof value === 'object' && value !== null) this.#readObject(value as Record<string, unknown>, place);
  }

  /** An object whose fields are numbers or ids is a list, too: each field names its value. */
  #readObject(object: Record<string, unknown>, place: Place): void {
    const simple = Object.entries(object).flatMap(([name, field]): [string, string][] =>
      typeof field === 'string' || typeof field === 'number' ? [[name, String(field)]] : [],
    );
    for (const [name, field] of Object.entries(object)) {
      const isKey = /^\d+$|^[0-9a-f]{8,}$/i.test(name);
      this.read(field, {
        path: isKey ? place.path : `${place.path}.${name}`,
        fields: isKey ? [['key', name]] : [...place.fields, ...simple],
        isOthers: place.isOthers || othersField.test(name),
      });
    }
  }

  #add(text: string, { path, fields, isOthers }: Place): void {
    if (!mediaExtension.test(text)) return;
    const url = mediaAddress(text, this.#base);
    if (url === null) return;
    this.#entries.set(mediaUrlKey(url), entryOf(path, fields, { base: this.#base, isOthers }));
  }
}

/** @param group what the list is called: its entries have the same */
export function entryOf(
  group: string,
  fields: readonly (readonly [name: string, value: string])[],
  { base, isOthers = false }: { readonly base: string; readonly isOthers?: boolean },
): Entry {
  const isName = ([name, value]: readonly [string, string]): boolean => nameField.test(name) && value.length <= 200;
  return {
    group,
    names: [...new Set(fields.filter(isName).flatMap(([name, value]) => valueNames(name, value)))],
    pages: fields.flatMap(([name, value]) => {
      const url = pageField.test(name) && !mediaExtension.test(value) ? mediaAddress(value, base) : null;
      return url === null ? [] : [url];
    }),
    isOthers,
  };
}

/** Adds to each sighting what the page's address says about its entry: whether it names this one, or another one of the list. */
export function judgeEntries(sightings: readonly Sighting[], addresses: readonly string[]): Sighting[] {
  const listed = sightings.flatMap(({ url, entry }) => (entry === null ? [] : [{ key: mediaUrlKey(url), entry }]));
  const verdicts = new Map<string, Evidence>();
  for (const group of Map.groupBy(listed, ({ entry }) => entry.group).values()) {
    const keys = new Set(group.map(({ key }) => key));
    const meant = keys.size < 2 ? null : meantKeys(group, keys.size, addresses);
    for (const { key, entry } of group) {
      const isOther =
        entry.isOthers || (meant === null ? keys.size > 1 && isElsewhere(entry, addresses) : !meant.has(key));
      if (isOther) verdicts.set(key, verdicts.get(key) ?? 'of another entry');
      else if (meant !== null) verdicts.set(key, 'named by the address');
    }
  }
  for (const group of filesByShape(sightings).values()) {
    const keys = new Set(group.map(({ key }) => key));
    const meant = keys.size < 2 ? null : meantKeys(group, keys.size, addresses);
    if (meant === null) continue;
    for (const key of keys)
      if (!verdicts.has(key)) verdicts.set(key, meant.has(key) ? 'named by the address' : 'of another entry');
  }
  return sightings.map((seen) => {
    const verdict = verdicts.get(mediaUrlKey(seen.url));
    return verdict === undefined ? seen : { ...seen, evidence: [...seen.evidence, verdict] };
  });
}

/** Files in no list whose addresses differ in one part only: `/clips/7712/index.m3u8` and `/clips/7690/index.m3u8` are two entries of one. */
function filesByShape(sightings: readonly Sighting[]): Map<string, Listed[]> {
  const shaped = sightings.flatMap(({ url, entry }) => {
    if (entry !== null || !/^https?:/.test(url)) return [];
    const { origin, pathname } = new URL(url);
    const parts = pathname.split('/');
    return [parts.length - 1, parts.length - 2].flatMap((at) => {
      const [, stem = '', extension = ''] = /^(.+?)(\.\w{2,5})?$/.exec(parts[at] ?? '') ?? [];
      if (stem === '') return [];
      const group = `${origin}${parts.with(at, `*${extension}`).join('/')}`;
      const listed: Entry = { group, names: valueNames('', decoded(stem)), pages: [], isOthers: false };
      return [{ key: mediaUrlKey(url), entry: listed }];
    });
  });
  return Map.groupBy(shaped, ({ entry }) => entry.group);
}

interface Listed {
  readonly key: string;
  readonly entry: Entry;
}

/** The media that an address names; null: it names none, or all of them. */
function meantKeys(group: readonly Listed[], count: number, addresses: readonly string[]): ReadonlySet<string> | null {
  const tests = [
    (entry: Entry) => entry.pages.some((page) => addresses.some((address) => isSamePage(page, address))),
    ...addresses.flatMap(namesInAddress).map(
      (names) =>
        (entry: Entry): boolean =>
          entry.names.some((name) => names.has(name)),
    ),
  ];
  for (const test of tests) {
    const keys = new Set(group.filter(({ entry }) => test(entry)).map(({ key }) => key));
    if (keys.size > 0 && keys.size < count) return keys;
  }
  return null;
}

/** Whether the entry has a page on this site, and it is another one. */
function isElsewhere({ pages }: Entry, addresses: readonly string[]): boolean {
  const here = pages.filter((page) => addresses.some((own) => new URL(own).host === new URL(page).host));
  return here.length > 0 && !here.some((page) => addresses.some((own) => isSamePage(page, own)));
}

/** Whether an address is that of the page; it may have more parameters. */
function isSamePage(page: string, address: string): boolean {
  const [named, own] = [new URL(page), new URL(address)];
  return (
    named.host === own.host &&
    named.pathname === own.pathname &&
    [...named.searchParams].every(([name, value]) => own.searchParams.get(name) === value) &&
    (named.hash === '' || named.hash === own.hash)
  );
}
