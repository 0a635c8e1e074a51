import type { DataValue } from '../../src/model/data/data-value.ts';
import type { ScraperDefinition } from '../../src/settings/definitions/scraper-definition.ts';
import { type Chance, chanceOf } from '../../test/support/api-sites/chance.ts';
import { declared, type FieldKind, type Notation, notationOf, origin, phrase, showValue } from './fields.ts';
import { locales } from './locales.ts';
import { el, htmlOf, type Place, placesOf, type Tag } from './markup.ts';
import { classNaming, type Slot, slotMarkup, slotOf, sourceOf } from './slots.ts';

export const siteKinds = ['shop', 'events', 'forum'] as const;
export type SiteKind = (typeof siteKinds)[number];

/** From here on seeds are sealed: their pages are not looked at, only their scores are shown. */
export const firstSealedSeed = 1_000;

type Values = Readonly<Record<string, DataValue>>;

/** A page with its truth. */
export interface OwnDataPage {
  readonly url: string;
  readonly html: string;
  /** Of the page itself. */
  readonly values: Values;
  /** In page order; `id` is the key. */
  readonly records: readonly Values[];
  /** Which element or attribute holds each value. */
  readonly places: readonly Place[];
}

export interface OwnDataSite {
  readonly kind: SiteKind;
  readonly seed: number;
  /** The axes that were drawn, by name. */
  readonly axes: Readonly<Record<string, string>>;
  /** The declaration that a person would write. */
  readonly definition: ScraperDefinition;
  readonly pages: readonly OwnDataPage[];
}

interface Plan {
  readonly page: Readonly<Record<string, FieldKind>>;
  readonly records: Readonly<Record<string, FieldKind>>;
}

const plans: Readonly<Record<SiteKind, Plan>> = {
  shop: {
    page: {
      name: 'words',
      price: 'price',
      rating: 'rating',
      votes: 'votes',
      stock: 'stock',
      released: 'day',
      tags: 'tags',
    },
    records: { product: 'words', cost: 'price', target: 'link' },
  },
  events: {
    page: {},
    records: { event: 'words', day: 'day', place: 'words', fee: 'price', seats: 'votes', more: 'link' },
  },
  forum: {
    page: { topic: 'words', views: 'votes' },
    records: { author: 'words', posted: 'day', text: 'words', likes: 'votes', score: 'rating' },
  },
};

interface Layout {
  readonly notation: Notation;
  readonly slots: Readonly<Record<string, Slot>>;
  readonly container: 'cards' | 'list' | 'table' | 'nested';
  readonly region: string;
  readonly main: string;
  readonly missing: number;
  readonly ads: 'none' | 'between' | 'as-records';
  readonly isShuffled: boolean;
}

/** A site of a kind: layout, language and habits by the seed, values by page. */
export function makeSite(kind: SiteKind, seed: number, pageCount = 12): OwnDataSite {
  const chance = chanceOf(`${kind} ${seed}`);
  const notation = notationOf(chance, chance.pick(locales));
  const naming = classNaming(chance);
  const plan = plans[kind];
  const fields = Object.entries({ ...plan.page, ...plan.records });
  const slots = Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      slotOf(chance, field, name, naming(name), phrase(chance, notation.locale, 1)),
    ]),
  );
  const layout: Layout = {
    notation,
    slots,
    container:
      kind === 'forum'
        ? chance.pick(['cards', 'list', 'nested'] as const)
        : chance.pick(['cards', 'list', 'table'] as const),
    region: naming('entry'),
    main: naming('main'),
    missing: chance.pick([0, 0.1, 0.3]),
    ads: chance.pick(['none', 'between', 'as-records'] as const),
    isShuffled: chance.happens(0.3),
  };
  const { container, ads } = layout;
  const { rating, votes, day, locale } = notation;
  const habits = {
    locale: locale.tag,
    rating,
    votes,
    day,
    missing: String(layout.missing),
    shuffled: String(layout.isShuffled),
  };
  return {
    kind,
    seed,
    axes: {
      ...habits,
      container,
      ads,
      ...Object.fromEntries(Object.values(slots).map(({ name, style }) => [name, style])),
    },
    definition: definitionOf(plan, layout),
    pages: Array.from({ length: pageCount }, (_, at) =>
      makePage(chanceOf(`${kind} ${seed} page ${at}`), plan, layout, at),
    ),
  };
}

function definitionOf({ page, records }: Plan, { notation, slots, region, main }: Layout): ScraperDefinition {
  const { language, country } = notation.locale;
  const sourceIn = (name: string, scope: string): string => {
    const source = sourceOf(slots[name] as Slot);
    return source.startsWith('.') ? `${scope}${source}` : source;
  };
  const fieldsOf = (kinds: Readonly<Record<string, FieldKind>>, scope: string) =>
    Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, declared(kind, sourceIn(name, scope), notation)]),
    );
  const id = { id: { type: { kind: 'text' }, from: '@data-id', required: true } } as const;
  return {
    host: new URL(origin).host,
    language,
    country,
    articles: false,
    data: fieldsOf(page, `.${main} `),
    records: { entry: { region: `.${region}`, key: 'id', fields: { ...id, ...fieldsOf(records, '') } } },
  };
}

/** The fields of a page or a record, some left out, with their values. */
function makeFields(chance: Chance, kinds: Readonly<Record<string, FieldKind>>, layout: Layout, record: string | null) {
  const values: Record<string, DataValue> = {};
  const tags: Tag[][] = [];
  for (const [at, [name, kind]] of Object.entries(kinds).entries()) {
    // the first field stays: a record has at least one value
    const isThere = at === 0 || !chance.happens(layout.missing);
    const shown = showValue(kind, chance, layout.notation);
    values[name] = isThere ? shown.value : kind === 'tags' ? [] : null;
    tags.push(isThere ? slotMarkup(kind, layout.slots[name] as Slot, shown, record) : []);
  }
  return { values, tags: layout.isShuffled ? shuffled(chance, tags) : tags };
}

const shuffled = <T>(chance: Chance, items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, rank: chance.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

function makePage(chance: Chance, plan: Plan, layout: Layout, at: number): OwnDataPage {
  const own = makeFields(chance, plan.page, layout, null);
  const count = 4 + chance.below(9);
  const records = Array.from({ length: count }, (_, index) => {
    const id = `r${at}-${index}`;
    const { values, tags } = makeFields(chance, plan.records, layout, id);
    return { id, values: { id, ...values }, tags };
  });
  const navigation = el(
    'nav',
    {},
    ...Array.from({ length: 5 }, () => el('a', { href: '/' }, phrase(chance, layout.notation.locale, 1))),
  );
  const body = el(
    'body',
    {},
    navigation,
    el(
      'section',
      { class: layout.main, ...(Object.keys(plan.page).length > 0 && { itemscope: '' }) },
      ...own.tags.flat(),
    ),
    recordList(chance, layout, records),
    el('footer', {}, phrase(chance, layout.notation.locale, 8)),
  );
  const head = `<head><meta charset="utf-8"><title>${htmlOf(phrase(chance, layout.notation.locale, 3))}</title></head>`;
  return {
    url: `${origin}/p/${at}`,
    html: `<!doctype html><html lang="${layout.notation.locale.tag}">${head}${htmlOf(body)}</html>`,
    values: own.values,
    records: records.map(({ values }) => values),
    places: placesOf(body),
  };
}

interface MadeRecord {
  readonly id: string;
  readonly tags: readonly (readonly Tag[])[];
}

function recordList(chance: Chance, layout: Layout, records: readonly MadeRecord[]): Tag {
  const { container } = layout;
  if (container === 'nested') return el('div', {}, ...nested(layout, records));
  const [outer, inner] = { cards: ['div', 'article'], list: ['ul', 'li'], table: ['table', 'tr'] }[container] as [
    string,
    string,
  ];
  const rows = records.flatMap(({ id, tags }) => [
    ...adBefore(chance, layout, inner),
    el(
      inner,
      { class: layout.region, 'data-id': id },
      ...(container === 'table' ? tags.map((cell) => el('td', {}, ...cell)) : tags.flat()),
    ),
  ]);
  return container === 'table' ? el('table', {}, el('tbody', {}, ...rows)) : el(outer, {}, ...rows);
}

/** Each second record is a reply to the one before it. */
function nested({ region }: Layout, records: readonly MadeRecord[]): Tag[] {
  const made = records.map(({ id, tags }) => ({ id, tags: tags.flat() }));
  return made.flatMap(({ id, tags }, at) => {
    if (at % 2 === 1) return [];
    const reply = made[at + 1];
    const inner = reply === undefined ? [] : [el('div', { class: region, 'data-id': reply.id }, ...reply.tags)];
    return [el('div', { class: region, 'data-id': id }, ...tags, ...inner)];
  });
}

/** Advertisements: elements of their own, or with the class of the records and none of their values. */
function adBefore(chance: Chance, { ads, region, notation }: Layout, tag: string): Tag[] {
  if (ads === 'none' || !chance.happens(0.3)) return [];
  const words = phrase(chance, notation.locale, 3);
  const inner = tag === 'tr' ? el('td', {}, words) : el('em', {}, words);
  return [el(tag, { class: ads === 'between' ? 'promo' : `${region} promo` }, inner)];
}
