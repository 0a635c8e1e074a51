import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, RunRules } from '../../../src/app.ts';
import { openApp } from '../../../src/main.ts';
import type { CrawlReport } from '../../../src/run/report.ts';
import type { Store } from '../../../src/storage/port.ts';
import type { ComparedArticle } from './compare.ts';
import type { ApiSite } from './open-api-site.ts';

export type CrawlSource = 'sitemap' | 'list' | 'clicked-list';

const sourceScripts: Readonly<Record<CrawlSource, string>> = {
  sitemap: `sitemap('/sitemap.xml')`,
  list: `listing('/')`,
  'clicked-list': `listing('/', { steps: [clickUntilGone('.load-more')] })`,
};

export interface SiteCrawl {
  readonly sites: readonly ApiSite[];
  readonly render: 'auto' | 'browser' | 'static';
  readonly concurrency: number;
  /** Addresses of pages; empty: all that the sites' sources lead to. */
  readonly targets: readonly string[];
  /** Where the crawl begins: `clicked-list`: the list, on which the browser clicks "load more". Default: the sitemap. */
  readonly source?: CrawlSource;
  /** Links away from the sources that are followed. Default: 1, and 0 with targets. */
  readonly depth?: number;
}

/** One visit of an article's page. */
export interface ArticleVisit {
  readonly url: string;
  readonly outcome: string;
  readonly reason: string | null;
  /** The way that brought the page: `static`, `browser`, `api`; null: none did. */
  readonly via: string | null;
  /** Ms since 1970. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export interface CrawledSites {
  readonly report: CrawlReport;
  /** In the order in which they began. */
  readonly visits: readonly ArticleVisit[];
  /** By URL. */
  readonly articles: ReadonlyMap<string, ComparedArticle>;
}

/** More than the visits of a crawl of generated sites. */
const allVisits = 100_000;

/** The product with an empty store and a scraper for each site. Both are deleted when it is closed. */
export interface SitesApp extends AsyncDisposable {
  readonly app: App;
  /** Crawls the sites once more. */
  crawl(): Promise<CrawlReport>;
}

/** Opens the product, in this process. */
export async function openSitesApp(crawl: SiteCrawl): Promise<SitesApp> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-api-sites-'));
  for (const site of crawl.sites) await writeScraper(folder, site, crawl);
  await writeFile(join(folder, 'no-topics.json'), '[]');
  const app = await openApp({
    env: { ...process.env, ...environmentOf(crawl.sites, folder) },
    cwd: folder,
    logLevel: 'error',
    logJson: false,
    logStream: process.stderr,
  });
  return {
    app,
    crawl: () => app.crawl(optionsOf(crawl)),
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Crawls sites with the product, in this process, with an empty store that is deleted at the end. */
export async function crawlApiSites(crawl: SiteCrawl): Promise<CrawledSites> {
  await using opened = await openSitesApp(crawl);
  const report = await opened.crawl();
  return await crawledSites(crawl.sites, report, await opened.app.store());
}

const optionsOf = ({ sites, targets, concurrency, depth }: SiteCrawl): RunRules => ({
  targets: targets.length > 0 ? targets : sites.map(({ host }) => host),
  limit: null,
  depth: depth ?? (targets.length > 0 ? 0 : 1),
  concurrency,
  timeLimitMs: null,
  failureLimit: null,
  topic: null,
  resume: false,
  signal: new AbortController().signal,
  onProgress: () => {},
});

async function crawledSites(sites: readonly ApiSite[], report: CrawlReport, store: Store): Promise<CrawledSites> {
  const articles = new Map<string, ComparedArticle>();
  for await (const { url, title, body, authors, publishedAt } of store.articles.stream({}))
    articles.set(url, { title, body, authors, publishedAt: publishedAt?.value ?? null });
  const pages = new Set(sites.flatMap((site) => site.articles.map(({ url }) => url)));
  const visits = await store.visits.find({ run: report.runId, limit: allVisits });
  return {
    report,
    articles,
    visits: visits
      .filter(({ url }) => pages.has(url))
      .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
      .map(({ url, outcome, reason, via, startedAt, elapsedMs }) => ({
        url,
        outcome,
        reason,
        via,
        startedAtMs: startedAt.getTime(),
        endedAtMs: startedAt.getTime() + elapsedMs,
      })),
  };
}

const environmentOf = (sites: readonly ApiSite[], folder: string): Readonly<Record<string, string>> => ({
  NEWSHAWK_STORE: `file:${folder}/store`,
  NEWSHAWK_TOPICS: join(folder, 'no-topics.json'),
  NEWSHAWK_SCRAPERS: join(folder, 'scrapers'),
  NEWSHAWK_CONNECT_TO: sites.flatMap(({ connectTo }) => connectTo).join(','),
  NEWSHAWK_ALLOW_NETWORKS: sites.map(({ port }) => `127.0.0.1:${port}`).join(','),
  NEWSHAWK_HOST_GAP_MS: '0',
  NEWSHAWK_HOST_CONCURRENCY: '16',
  NEWSHAWK_MAX_ATTEMPTS: '2',
});

async function writeScraper(folder: string, { host, origin, plan }: ApiSite, crawl: SiteCrawl): Promise<void> {
  const path = join(folder, 'scrapers', host);
  await mkdir(path, { recursive: true });
  await writeFile(
    join(path, 'scraper.ts'),
    `import { clickUntilGone, defineScraper, listing, sitemap } from 'newshawk';
export default defineScraper({
  host: '${host}', origin: '${origin}', language: '${plan.language.code}', render: '${crawl.render}', sources: [${sourceScripts[crawl.source ?? 'sitemap']}],
  links: { ignore: [/\\/topics\\//, /\\/people\\//] }, politeness: { gapMs: 0, concurrency: 16 },
});
`,
  );
}
