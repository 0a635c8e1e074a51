import { type AddressKind, pagePatterns } from './address.ts';
import { bodyForms } from './body-form.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type AuthorForm, type DateForm, envelopes, fieldNames, type RecordPlan } from './record.ts';
import { german } from './words/de.ts';
import { english } from './words/en.ts';
import { spanish } from './words/es.ts';
import type { Language } from './words/language.ts';
import { chinese } from './words/zh.ts';

/** How the app asks: the browser's fetch, XMLHttpRequest, or a client of its own that sets headers. */
export type CallForm = 'fetch' | 'xhr' | 'client';
/** How the app builds its DOM. */
export type InsertForm = 'inner-html' | 'template' | 'nodes' | 'element';

/** Answers beside the article's. */
export const noiseKinds = [
  'tracker',
  'related',
  'config',
  'comments',
  'most-read',
  'advertisement',
  'consent',
  'latest',
] as const;
/** `prefetch`: the next article is fetched by the same API before anybody asks for it, as endless pages do. */
export type NoiseKind = (typeof noiseKinds)[number] | 'prefetch';

/** Where an API stands: `{base}/{noun}/…{suffix}{constants}`. */
export interface Endpoint {
  readonly base: string;
  readonly noun: string;
  readonly suffix: string;
  /** A constant query, with its question mark; empty: none. */
  readonly constants: string;
}

export interface ListPlan {
  readonly paging: 'cursor' | 'offset' | 'page';
  readonly size: number;
  /** Items name the page's address, or only the values that make it. */
  readonly items: 'address' | 'parts';
}

/** All axes of a site but its style: each is drawn on its own. */
export interface SitePlan {
  readonly key: string;
  readonly host: string;
  /** The same as `host`, or a host for the API only. */
  readonly apiHost: string;
  readonly language: Language;
  readonly siteName: string;
  /** Sections that have stories: where addresses name them, each is another URL format. */
  readonly sections: Language['sections'];
  readonly pagePattern: string;
  readonly endpoint: Endpoint;
  readonly record: RecordPlan;
  readonly call: CallForm;
  readonly insert: InsertForm;
  /** Number of the article markup. */
  readonly markup: number;
  readonly noise: readonly NoiseKind[];
  readonly list: ListPlan;
  /** Delays of answers, ms: the article's, and that of the slowest noise. */
  readonly articleDelayMs: number;
  readonly lateDelayMs: number;
  readonly paragraphs: readonly [least: number, greatest: number];
  readonly maxAuthors: number;
  readonly imageShare: number;
  /** Slugs are written as the titles are, percent-encoded in addresses. */
  readonly nativeSlugs: boolean;
}

const languages = [english, german, spanish, chinese];
const lengths: readonly SitePlan['paragraphs'][] = [
  [3, 5],
  [5, 12],
  [4, 20],
  [14, 30],
];
export const markupCount = 5;

export interface PlanRequest {
  readonly style: string;
  readonly seed: number;
  readonly address: AddressKind;
  /** Null: drawn. */
  readonly paging: ListPlan['paging'] | null;
  /** Whether the app may fetch another article too: not where that has an effect, or needs the other page's HTML. */
  readonly mayPrefetch: boolean;
}

/** The axes of a style and a seed. */
export function planOf({ style, seed, address, paging, mayPrefetch }: PlanRequest): SitePlan {
  const key = `${style}-${seed}`;
  const chance = chanceOf(key);
  const language = chance.pick(languages);
  const host = `${key}.example`;
  const drawsPrefetch = mayPrefetch && chanceOf(`${key}/prefetch`).happens(0.4);
  return {
    key,
    host,
    apiHost: chance.happens(0.25) ? `api.${host}` : host,
    language,
    siteName: chance.pick(language.siteNames),
    sections: language.sections.slice(0, chanceOf(`${key}/sections`).pick([1, 2, 2, 3])),
    pagePattern: chance.pick(pagePatterns[address]),
    endpoint: endpointOf(chance),
    record: recordPlanOf(chance),
    call: chance.pick(['fetch', 'fetch', 'xhr', 'client'] as const),
    insert: chance.pick(['inner-html', 'template', 'nodes', 'element'] as const),
    markup: chance.below(markupCount),
    noise: [...noiseKinds.filter(() => chance.happens(0.6)), ...(drawsPrefetch ? (['prefetch'] as const) : [])],
    list: {
      paging: drawnPaging(chance, paging),
      size: chance.pick([8, 10, 12]),
      items: chance.pick(['address', 'parts'] as const),
    },
    articleDelayMs: chance.pick([0, 0, 30, 150]),
    lateDelayMs: chance.pick([0, 50, 200]),
    paragraphs: chance.pick(lengths),
    maxAuthors: chance.pick([1, 1, 2, 3]),
    imageShare: chance.pick([0, 0.5, 1]),
    nativeSlugs: language.code === 'zh' && chance.happens(0.4),
  };
}

const drawnPaging = (chance: Chance, paging: ListPlan['paging'] | null): ListPlan['paging'] => {
  const drawn = chance.pick(['cursor', 'offset', 'page'] as const);
  return paging ?? drawn;
};

const endpointOf = (chance: Chance): Endpoint => ({
  base: chance.pick(['/api', '/api/v2', '/svc', '/content-api/v1', '/rest']),
  noun: chance.pick(['articles', 'story', 'content', 'posts', 'items']),
  suffix: chance.pick(['', '', '.json', '/full']),
  constants: chance.pick(['', '', '?lang=all&fields=full', '?v=3']),
});

const recordPlanOf = (chance: Chance): RecordPlan => ({
  envelope: chance.pick(envelopes),
  paths: chance.pick(fieldNames),
  body: chance.pick(bodyForms),
  dates: chance.pick(['iso', 'iso-offset', 'seconds', 'milliseconds'] satisfies DateForm[]),
  authors: chance.pick(['line', 'list', 'objects', 'first-object'] satisfies AuthorForm[]),
});
