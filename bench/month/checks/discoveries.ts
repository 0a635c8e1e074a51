import type { PublishedArticle } from '../sites/articles.ts';
import type { SitePlan } from '../sites/site-plan.ts';
import type { Breach } from './limits.ts';
import type { SiteRequest } from './request-log.ts';

/** What became of an article, by the sites' own log. */
export interface Discovery {
  readonly host: string;
  readonly article: PublishedArticle;
  /** When it was first read, ms since the start; null: never. */
  readonly readMs: number | null;
}

export interface SiteArticles {
  readonly plan: SitePlan;
  readonly articles: readonly PublishedArticle[];
}

/** The articles that were published from the start on. */
export function discoveries(sites: readonly SiteArticles[], requests: readonly SiteRequest[]): Discovery[] {
  const firstReads = new Map<string, number>();
  for (const { host, path, status, answeredMs } of requests)
    if (status === 200 && !firstReads.has(host + path)) firstReads.set(host + path, answeredMs);
  return sites.flatMap(({ plan, articles }) =>
    articles
      .filter(({ publishedMs }) => publishedMs >= 0)
      .map((article) => ({ host: plan.host, article, readMs: firstReads.get(plan.host + article.path) ?? null })),
  );
}

/** Articles of before `byMs` that were never read, although they were there. */
export function unread(found: readonly Discovery[], byMs: number): Breach[] {
  return found
    .filter(({ readMs, article }) => readMs === null && article.publishedMs <= byMs && article.goneMs === null)
    .map(
      ({ host, article }) =>
        `${host}${article.path}, published in minute ${Math.round(article.publishedMs / 60_000)}, was never read`,
    );
}

/** Articles that were read again before their first re-visit was due. Asking for one that failed is no reading. */
export function readTwice(
  sites: readonly SiteArticles[],
  requests: readonly SiteRequest[],
  revisitAfterMs: number,
  stepsMs: readonly number[],
): Breach[] {
  const paths = new Set(sites.flatMap(({ plan, articles }) => articles.map(({ path }) => plan.host + path)));
  const reads = new Map<string, number>();
  const breaches: Breach[] = [];
  for (const { host, path, status, atMs } of requests) {
    const key = host + path;
    if (!paths.has(key) || (status !== 200 && status !== 304)) continue;
    const before = reads.get(key);
    const isStepped = stepsMs.some((ms) => before !== undefined && before <= ms && ms <= atMs);
    if (before !== undefined && !isStepped && atMs - before < revisitAfterMs)
      breaches.push(`${key} was read again after ${Math.round((atMs - before) / 1_000)} s`);
    reads.set(key, atMs);
  }
  return breaches;
}

/** Articles that a site published while it could not be read, and that came later than `withinMs` after the end of it. */
export function missedInTrouble(
  sites: readonly SiteArticles[],
  found: readonly Discovery[],
  withinMs: number,
): Breach[] {
  return sites.flatMap(({ plan }) =>
    plan.troubles.flatMap(({ fromMs, toMs }) =>
      found
        .filter(
          ({ host, article }) => host === plan.host && article.publishedMs >= fromMs && article.publishedMs < toMs,
        )
        .filter(({ article }) => article.goneMs === null)
        .filter(({ readMs }) => readMs === null || readMs > toMs + withinMs)
        .map(
          ({ article, readMs }) =>
            `${plan.host}${article.path} of the outage ${readMs === null ? 'never came' : `came ${Math.round((readMs - toMs) / 60_000)} minutes after its end`}`,
        ),
    ),
  );
}

/** The share-th quantile; NaN without numbers. */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN;
