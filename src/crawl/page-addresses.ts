import type { Article } from '../model/article/article.ts';
import { articleId } from '../model/article/article-id.ts';
import type { Outcome } from '../model/crawl/outcome.ts';
import type { Page } from '../model/page/page.ts';
import type { CanonicalUrl } from '../model/web/canonical-url.ts';
import type { Link } from '../model/web/link.ts';
import { admit } from '../stages/schedule/scope.ts';
import type { FrontierEntry } from '../storage/crawl/frontier-port.ts';
import type { OfflineCrawl } from './crawl.ts';
import type { LinkedPage } from './links/follow-links.ts';
import type { TaskVisit } from './visit-result.ts';
import type { VisitedPage } from './visited-page.ts';

// A page may have several addresses: its task's, the one after redirects, and the one that it names as its own.

/** Whether an address of the page belongs to the crawl, by the rules for links at its task's depth. */
export const admitAddress = ({ run }: OfflineCrawl, { task, site }: TaskVisit, url: CanonicalUrl): Outcome<Link> => {
  const link = { url, foundOn: null, anchorText: '', context: '', region: 'content', publishedAt: null } as const;
  return admit({ link, site, depth: task.depth, maxDepth: task.maxDepth, scope: run.scope });
};

/** Other addresses of the page, which need no fetch: the one after redirects, and the one that it names as its own if that is the same stored article. */
export function alsoVisited(
  crawl: OfflineCrawl,
  visit: TaskVisit,
  page: Page,
  article: Article | null,
): FrontierEntry[] {
  const { task } = visit;
  const named = article?.evidence.some(({ method, of }) => method === 'url' && of === articleId(article.canonicalUrl))
    ? [article.canonicalUrl]
    : [];
  const urls = [...new Set([page.finalUrl, ...named])].filter((url) => url !== task.url);
  const { kind, site, sourceId, depth, maxDepth, priority } = task;
  return urls
    .filter((url) => admitAddress(crawl, visit, url).kind === 'kept')
    .map((url) => ({
      url,
      kind,
      host: new URL(url).host,
      site,
      sourceId,
      depth,
      maxDepth,
      priority,
      linkTitle: null,
      dueAt: crawl.clock.now(),
    }));
}

/** The links of a page that was read. @param article null: it gives none */
export const linkedPageOf = ({ snapshot, reading, mediaSearch }: VisitedPage, article: Article | null): LinkedPage => ({
  url: snapshot.finalUrl,
  reading,
  topics: article?.topics ?? [],
  playLinks: mediaSearch.playLinks,
});
