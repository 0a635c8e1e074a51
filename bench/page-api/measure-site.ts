import { treeCpuSeconds } from '../../src/machine/process-tree.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { urlFormats } from '../../src/stages/schedule/url-format.ts';
import {
  type ComparedArticle,
  isSameArticle,
  likeness,
  likenessToTruth,
} from '../../test/support/api-sites/compare.ts';
import {
  type ArticleVisit,
  type CrawledSites,
  type CrawlSource,
  crawlApiSites,
} from '../../test/support/api-sites/crawl-api-sites.ts';
import { type ApiSite, openApiSite } from '../../test/support/api-sites/open-api-site.ts';

export interface SiteMeasurement {
  readonly style: string;
  readonly seed: number;
  readonly pages: number;
  readonly concurrency: number;
  readonly source: CrawlSource;
  /** A new release of the app after this many answers with an article; absent: none. */
  readonly bumpAfterAnswers?: number;
  /** Crawl a second time, in the browser only, to compare with. */
  readonly compare: boolean;
}

/** What one site gives: counts, so that sites can be added up. */
export interface SiteScore {
  readonly style: string;
  readonly seed: number;
  readonly learnable: boolean;
  readonly pages: number;
  /** Pages that were stored. */
  readonly stored: number;
  readonly formats: number;
  /** For each URL format in which a page came without a browser: rendered pages that had ended before the first of them ended. */
  readonly renderedBefore: readonly number[];
  /** By way: visits that began with or after the first page of their format without a browser, or after its fifth rendered page had ended. */
  readonly later: Readonly<Record<string, number>>;
  /** Stored pages by way. */
  readonly byWay: Readonly<Record<string, number>>;
  readonly sameAsTruth: number;
  readonly sameAsRendered: number;
  /** Stored pages of both crawls: what `sameAsRendered` and `exactBodies` count. */
  readonly compared: number;
  /** Bodies that are equal to the rendered ones, letter by letter. */
  readonly exactBodies: number;
  /** Articles whose effect the crawl caused more than once. */
  readonly effectsTwice: number;
  /** Null: the system does not say. */
  readonly cpuSeconds: number | null;
  readonly browserCpuSeconds: number | null;
  readonly seconds: number;
  /** A line for each page that is not the same; empty for sealed seeds. */
  readonly differences: readonly string[];
}

/** A learned format has at most this many rendered pages before (the bar). */
export const renderedBar = 5;

/** Crawls a generated site with `render: auto`, and a second, equal one with the browser only. */
export async function measureSite(plan: SiteMeasurement, isSealed: boolean): Promise<SiteScore> {
  const { style, seed, pages, compare, bumpAfterAnswers } = plan;
  const released = bumpAfterAnswers === undefined ? {} : { bumpAfterAnswers };
  await using site = await openApiSite({ style, seed, pages, ...released });
  const begun = performance.now();
  const auto = await timed(plan, site, 'auto');
  const seconds = (performance.now() - begun) / 1_000;
  const effectsTwice = [...site.effects.values()].filter((count) => count > 1).length;
  await using again = await openApiSite({ style, seed, pages });
  const rendered = compare ? await timed(plan, again, 'browser') : null;
  return {
    style,
    seed,
    learnable: site.learnable,
    pages,
    stored: auto.crawled.articles.size,
    ...waysOf(auto.crawled.visits),
    ...sameness(site, auto.crawled, rendered?.crawled ?? null),
    differences: isSealed ? [] : differences(site, auto.crawled.articles),
    effectsTwice,
    cpuSeconds: auto.cpuSeconds,
    browserCpuSeconds: rendered?.cpuSeconds ?? null,
    seconds,
  };
}

async function timed(plan: SiteMeasurement, site: ApiSite, render: 'auto' | 'browser') {
  const before = treeCpuSeconds(process.pid);
  const crawled = await crawlApiSites({
    sites: [site],
    render,
    concurrency: plan.concurrency,
    targets: [],
    source: plan.source,
  });
  const after = treeCpuSeconds(process.pid);
  return { crawled, cpuSeconds: before === null || after === null ? null : after - before };
}

/** How many rendered pages each URL format needed, and by which ways its later pages came. Visits in the order of their start. */
export function waysOf(
  visits: readonly ArticleVisit[],
): Pick<SiteScore, 'formats' | 'renderedBefore' | 'later' | 'byWay'> {
  const stored = visits.filter(({ outcome }) => outcome === 'stored');
  const formats = Map.groupBy(stored, ({ url }) => urlFormats(canonicalUrl(url)).fine);
  const later: Record<string, number> = {};
  const byWay: Record<string, number> = {};
  const renderedBefore: number[] = [];
  for (const visit of stored) count(byWay, visit.via);
  for (const group of formats.values()) {
    const rendered = group.filter(({ via }) => via === 'browser').map(({ endedAtMs }) => endedAtMs);
    const first = group.find(({ via }) => via !== 'browser');
    const firstAtMs = first?.startedAtMs ?? Number.POSITIVE_INFINITY;
    // a visit waits for its turn after its start; pages that were still under way when it ended taught it nothing
    if (first !== undefined) renderedBefore.push(rendered.filter((endedAtMs) => endedAtMs <= first.endedAtMs).length);
    const barAtMs = rendered.sort((a, b) => a - b)[renderedBar - 1] ?? Number.POSITIVE_INFINITY;
    const learnedByMs = Math.min(firstAtMs, barAtMs);
    for (const visit of group) if (visit.startedAtMs >= learnedByMs) count(later, visit.via);
  }
  return { formats: formats.size, renderedBefore, later, byWay };
}

function count(counts: Record<string, number>, via: string | null): void {
  const way = via ?? 'none';
  counts[way] = (counts[way] ?? 0) + 1;
}

function sameness(site: ApiSite, auto: CrawledSites, rendered: CrawledSites | null) {
  let [sameAsTruth, sameAsRendered, compared, exactBodies] = [0, 0, 0, 0];
  for (const expected of site.articles) {
    const article = auto.articles.get(expected.url);
    if (article === undefined) continue;
    const isTrue = isSameArticle(likenessToTruth(article, expected));
    if (isTrue) sameAsTruth++;
    const other = rendered?.articles.get(expected.url);
    if (other === undefined) continue;
    compared++;
    const near = likeness(article, other);
    // a site that draws one of two bodies gives another one each time: both are right
    const isEitherBody = expected.bodies.length > 1 && isTrue;
    if (isEitherBody || isSameArticle(near)) sameAsRendered++;
    if (isEitherBody || near.sameBody) exactBodies++;
  }
  return { sameAsTruth, sameAsRendered, compared, exactBodies };
}

function differences(site: ApiSite, articles: ReadonlyMap<string, ComparedArticle>): readonly string[] {
  return site.articles.flatMap((expected) => {
    const article = articles.get(expected.url);
    if (article === undefined) return [`${expected.url}: not stored`];
    const near = likenessToTruth(article, expected);
    if (isSameArticle(near)) return [];
    const { sameTitle, bodyF1, sameAuthors, sameDate } = near;
    const parts = [
      sameTitle ? '' : `title "${article.title}"`,
      bodyF1 < 1 ? `body F1 ${bodyF1.toFixed(3)}` : '',
      sameAuthors ? '' : `authors ${JSON.stringify(article.authors)} for ${JSON.stringify(expected.authors)}`,
      sameDate ? '' : `date ${article.publishedAt} for ${expected.publishedAt.toISOString()}`,
    ];
    return [`${expected.url}: ${parts.filter((part) => part !== '').join(', ')}`];
  });
}
