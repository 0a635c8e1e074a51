import { storyOf } from '../../soak-site.ts';
import { listedAt, type PublishedArticle, versionAt } from './articles.ts';
import type { SitePlan } from './site-plan.ts';

/** What a site answers, without regard to what the client has already. */
export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: () => string;
  /** Changes with the content; null: it has none. */
  readonly etag: string | null;
}

const notFound: PageAnswer = { status: 404, type: 'text/html', body: () => '<h1>Not found</h1>', etag: null };
/** Numbers of the texts that changes add to articles: no article has them. */
const firstUpdate = 50_000_000;

export interface SiteContent {
  readonly plan: SitePlan;
  readonly articles: readonly PublishedArticle[];
  readonly byPath: ReadonlyMap<string, PublishedArticle>;
}

/** The page at a path. @param nowMs ms since the start @param startMs the start, as a date */
export function pageAt(site: SiteContent, path: string, nowMs: number, startMs: number): PageAnswer {
  const { plan, articles, byPath } = site;
  if (path === '/robots.txt') return { status: 200, type: 'text/plain', body: () => robotsOf(plan), etag: null };
  if (path === plan.listPath) {
    const listed = listedAt(articles, nowMs, plan.listLength);
    const etag = `"${listed.length}-${listed.reduce((sum, { number }, at) => (sum * 31 + number + at) % 2 ** 31, 7)}"`;
    const type = plan.kind === 'listing' ? 'text/html' : 'application/xml';
    return { status: 200, type, body: () => listOf(plan, listed, startMs), etag };
  }
  const article = byPath.get(path);
  if (article === undefined || article.publishedMs > nowMs) return notFound;
  if (article.goneMs !== null && article.goneMs <= nowMs) return notFound;
  const version = versionAt(article, nowMs);
  const etag = `"${article.number}-${version}"`;
  return { status: 200, type: 'text/html', body: () => articleOf(article, version, startMs), etag };
}

const robotsOf = ({ crawlDelayS }: SitePlan): string =>
  `User-agent: *\n${crawlDelayS === null ? '' : `Crawl-delay: ${crawlDelayS}\n`}Disallow: /private/\n`;

function listOf(plan: SitePlan, listed: readonly PublishedArticle[], startMs: number): string {
  const urlOf = ({ path }: PublishedArticle) => `http://${plan.host}${path}`;
  const dateOf = ({ publishedMs }: PublishedArticle) => new Date(startMs + publishedMs);
  const each = (line: (article: PublishedArticle) => string): string => listed.map(line).join('\n');
  if (plan.kind === 'feed')
    return `<?xml version="1.0"?><rss version="2.0"><channel><title>${plan.host}</title>${each(
      (article) =>
        `<item><title>${article.title}</title><link>${urlOf(article)}</link><pubDate>${dateOf(article).toUTCString()}</pubDate></item>`,
    )}</channel></rss>`;
  if (plan.kind === 'sitemap')
    return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${each(
      (article) => `<url><loc>${urlOf(article)}</loc><lastmod>${dateOf(article).toISOString()}</lastmod></url>`,
    )}</urlset>`;
  return `${head(plan.host)}<body><main><h1>${plan.host}</h1>${each(
    ({ path, title }) => `<article><h2><a href="${path}">${title}</a></h2></article>`,
  )}</main></body></html>`;
}

const head = (title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>`;

function articleOf({ number, title, publishedMs }: PublishedArticle, version: number, startMs: number): string {
  const updates = Array.from({ length: version }, (_, at) =>
    storyOf(firstUpdate + number * 20 + at).paragraphs.slice(0, 4),
  );
  const text = [...storyOf(number).paragraphs, ...updates.flat()].map((paragraph) => `<p>${paragraph}</p>`).join('');
  const date = new Date(startMs + publishedMs).toISOString();
  return `${head(title)}<body><main><article><h1>${title}</h1><p class="byline">By <span rel="author">Ada Example</span> <time datetime="${date}">${date}</time></p>${text}</article></main></body></html>`;
}
