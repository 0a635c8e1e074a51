import type { DemoArticle } from '../../articles.ts';
import { escapeHtml } from '../../html.ts';
import { origin, pathOf } from './addresses.ts';

/** RSS 2.0 with the newest fifteen articles; links have campaign parameters, as in real feeds. */
export function rss(all: readonly DemoArticle[], builtAt: Date): string {
  const items = all.slice(0, 15).map(
    (article) => `<item><title>${escapeHtml(article.title)}</title>
<link>${origin}${pathOf(article)}?utm_source=rss&amp;utm_medium=feed</link>
<guid isPermaLink="true">${origin}${pathOf(article)}</guid>
<pubDate>${new Date(article.publishedAt).toUTCString()}</pubDate>
<dc:creator>${escapeHtml(article.author)}</dc:creator><category>${escapeHtml(article.section)}</category>
<description>${escapeHtml(article.summary)}</description></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>The Harbour Gazette</title><link>${origin}/</link><description>News from Carrow, Skell and the Elver coast</description>
<language>en-gb</language><lastBuildDate>${builtAt.toUTCString()}</lastBuildDate>
<atom:link href="${origin}/feed.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`;
}

/** A news sitemap with every article that is out. */
export function newsSitemap(all: readonly DemoArticle[]): string {
  const urls = all.map(
    (article) => `<url><loc>${origin}${pathOf(article)}</loc><lastmod>${article.modifiedAt}</lastmod>
<news:news><news:publication><news:name>The Harbour Gazette</news:name><news:language>en</news:language></news:publication>
<news:publication_date>${article.publishedAt}</news:publication_date><news:title>${escapeHtml(article.title)}</news:title></news:news></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${urls.join('\n')}
</urlset>
`;
}

export const robots = `User-agent: *
Disallow: /subscribers/
Disallow: /search
Crawl-delay: 0

Sitemap: ${origin}/sitemap-news.xml
`;
