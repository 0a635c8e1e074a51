import { z } from 'zod';
import { listOf, record } from '../schema.ts';
export const discoverKinds = ['feeds', 'sitemaps', 'lists'] as const;
/** What a crawl may find by itself: feeds that pages name, sitemaps of robots.txt, and pages that are lists. */
export type DiscoverKind = (typeof discoverKinds)[number];

export const crawlScope = {
  /** Only addresses below these paths (`/sport/`), on every host of the crawl; empty: all. */
  under: listOf(z.string()),
  /** What is followed beside articles; null: lists, and what the setting `NEWSHAWK_DISCOVER` says. */
  discover: listOf(z.enum(discoverKinds)).nullable(),
  /** Articles published before are neither fetched nor stored; null: all ages. */
  since: z.date().nullable(),
  /** Only pages that are articles are stored, and only links to articles and lists are followed. */
  articlesOnly: z.boolean(),
};

/** Which pages of its sites a crawl fetches and stores. The addresses that a person names are always fetched. */
const crawlScopeSchema = record(crawlScope);
export type CrawlScope = z.infer<typeof crawlScopeSchema>;

export const wholeSite: CrawlScope = { under: [], discover: null, since: null, articlesOnly: false };

/** Whether the scope leaves nothing of a site out. */
export const isWholeSite = ({ under, discover, since, articlesOnly }: CrawlScope): boolean =>
  under.length === 0 && since === null && !articlesOnly && (discover === null || discover.includes('lists'));

/** A path of `CrawlScope.under` in the spelling of canonical URLs; null where the text is no path. */
export function pathOfScope(text: string): string | null {
  if (!text.startsWith('/') || text.startsWith('//') || /[?#\s\\]/.test(text)) return null;
  return new URL(text, 'https://site.invalid').pathname;
}

/** Whether an address is below one of the paths, by whole segments: `/sport` and `/sport/` both include `/sport`, `/sport/` and `/sport/cup`, but not `/sports`. */
export function isUnder(paths: readonly string[], url: string): boolean {
  if (paths.length === 0) return true;
  const { pathname } = new URL(url);
  return paths.some((path) => `${pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`));
}
