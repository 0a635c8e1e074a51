// Pages of many types, each from its own seed. A page's texts, its language and its markup are drawn apart, so that combinations come that nobody thought of.
import type { Half } from '../totals.ts';
import { articles } from './articles.ts';
import { docs } from './docs.ts';
import { Draw, type Family, type MadePage } from './draw.ts';
import { forums } from './forums.ts';
import { lists } from './lists.ts';
import { products } from './products.ts';
import { services } from './services.ts';
import { botWalls, consentWalls, loginWalls, softMissing } from './walls.ts';
import { languages } from './words.ts';

export interface TypedPage extends MadePage {
  readonly id: string;
  readonly type: TrueType;
  readonly language: string;
}

/** How many pages of each type a half has: more than a quarter are articles, the control. */
const plan = {
  article: { families: articles, count: 77 },
  forum: { families: forums, count: 48 },
  list: { families: lists, count: 36 },
  product: { families: products, count: 20 },
  documentation: { families: docs, count: 16 },
  service: { families: services, count: 21 },
  'bot wall': { families: botWalls, count: 26 },
  'login wall': { families: loginWalls, count: 8 },
  'consent wall': { families: consentWalls, count: 8 },
  'soft 404': { families: softMissing, count: 8 },
} as const satisfies Record<string, { families: readonly Family[]; count: number }>;
export type TrueType = keyof typeof plan;

const seeds: Readonly<Record<Half, number>> = { open: 20_261, sealed: 904_417 };

/** The pages of a half. */
export function generatePages(half: Half): TypedPage[] {
  const pages: TypedPage[] = [];
  for (const [type, { families, count }] of Object.entries(plan) as [TrueType, (typeof plan)[TrueType]][])
    for (let at = 0; at < count; at++) {
      const seed = seeds[half] + pages.length * 7_907;
      const language = languages[(seed + at * 5 + (at >> 3)) % languages.length] ?? 'en';
      const family = families[at % families.length] as Family;
      pages.push({ ...family(new Draw(language, seed)), id: `${type}-${at}`, type, language });
    }
  return pages;
}
