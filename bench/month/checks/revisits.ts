import { dayMs } from '../sites/site-plan.ts';
import type { SiteArticles } from './discoveries.ts';
import type { Breach } from './limits.ts';
import type { SiteRequest } from './request-log.ts';

/** By the docs: two answers 404 end the visits of a page, and so do three without a change from this age on. */
const [goneAnswers, unchangedAnswers] = [2, 3];
const oldMs = 14 * dayMs;

/** The requests of each article, in order. */
function visitsOf(
  { plan, articles }: SiteArticles,
  requests: readonly SiteRequest[],
): readonly (readonly [SiteArticles['articles'][number], readonly SiteRequest[]])[] {
  const own = Map.groupBy(
    requests.filter(({ host }) => host === plan.host),
    ({ path }) => path,
  );
  return articles.map((article) => [article, own.get(article.path) ?? []]);
}

/** Pages that were asked for after they had answered 404 often enough. */
export function visitsWhenGone(sites: readonly SiteArticles[], requests: readonly SiteRequest[]): Breach[] {
  return sites.flatMap((site) =>
    visitsOf(site, requests).flatMap(([{ path }, visits]) => {
      const more = visits.length - 1 - visits.findIndex((_, at) => countGone(visits.slice(0, at + 1)) === goneAnswers);
      return countGone(visits) < goneAnswers || more === 0
        ? []
        : [`${site.plan.host}${path} was asked for ${more} times after ${goneAnswers} answers 404`];
    }),
  );
}

const countGone = (visits: readonly SiteRequest[]): number => visits.filter(({ status }) => status === 404).length;

/** Pages that were asked for although they were old and had not changed. */
export function visitsWhenOld(sites: readonly SiteArticles[], requests: readonly SiteRequest[]): Breach[] {
  return sites.flatMap((site) =>
    visitsOf(site, requests).flatMap(([{ path, publishedMs }, visits]) => {
      const isOld = ({ atMs }: SiteRequest): boolean => atMs - publishedMs >= oldMs;
      const late = visits.filter((_, at) => {
        const before = visits.slice(Math.max(0, at - unchangedAnswers), at);
        const last = before.at(-1);
        const areUnchanged = before.length === unchangedAnswers && before.every(({ status }) => status === 304);
        return last !== undefined && areUnchanged && isOld(last);
      });
      return late.length === 0
        ? []
        : [`${site.plan.host}${path} was asked for ${late.length} times although it was old`];
    }),
  );
}

/** Times from the changes of articles to the visits that saw them, ms; of changes that the log's end did not cut. @param untilMs changes up to then */
export function changeDelays(
  sites: readonly SiteArticles[],
  requests: readonly SiteRequest[],
  untilMs: number,
): number[] {
  return sites.flatMap((site) =>
    visitsOf(site, requests).flatMap(([{ changesMs, goneMs }, visits]) =>
      changesMs
        .filter((changeMs) => changeMs >= 0 && changeMs <= untilMs && changeMs < (goneMs ?? Number.POSITIVE_INFINITY))
        .flatMap((changeMs) => {
          const seen = visits.find(({ status, atMs }) => status === 200 && atMs >= changeMs);
          return seen === undefined ? [] : [seen.atMs - changeMs];
        }),
    ),
  );
}
