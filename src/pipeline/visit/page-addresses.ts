import type { Article } from '../../model/article/article.ts';
import { articleId } from '../../model/article/article-id.ts';
import type { Outcome } from '../../model/crawl/outcome.ts';
import type { Page } from '../../model/page/page.ts';
import type { PageState } from '../../model/page/page-state.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import {
  endRevisits,
  type PageObservation,
  stateAfterFirstVisit,
  stateAfterVisit,
} from '../../stages/schedule/revisits/revisit.ts';
import { admit } from '../../stages/schedule/scope.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';
import type { ExtractedPage } from '../crawl.ts';
import type { LinkedPage } from '../lists/links.ts';
import type { OfflinePorts } from '../ports.ts';
import type { PageVisit, ReadVisit } from './page-visit.ts';

// A page may have several addresses: its task's, the one after redirects, and the one that it names as its own.

/** Whether an address of the page belongs to the crawl, by the rules for links at its task's depth. */
export const admitAddress = (
  { run, task, site }: Pick<PageVisit, 'run' | 'task' | 'site'>,
  url: CanonicalUrl,
): Outcome<Link> => {
  const link = { url, foundOn: null, anchorText: '', context: '', region: 'content', publishedAt: null } as const;
  return admit({ link, site, depth: task.depth, maxDepth: task.maxDepth, scope: run.scope });
};

/** Other addresses of the page, which need no fetch: the one after redirects, and the one that it names as its own if that is the same stored article. */
export function alsoVisited(
  { clock }: OfflinePorts,
  visit: Pick<PageVisit, 'run' | 'task' | 'site'>,
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
    .filter((url) => admitAddress(visit, url).kind === 'kept')
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
      dueAt: clock.now(),
    }));
}

/** The links of a page, before its topics are judged. */
export const linkedPageOf = ({ snapshot, reading, mediaSearch }: ExtractedPage): LinkedPage => ({
  url: snapshot.finalUrl,
  reading,
  topics: [],
  playLinks: mediaSearch.playLinks,
});

/**
 * The schedule of a stored page: one for all its addresses, kept under the address after redirects. A task that has a schedule keeps it, unless the address
 * after redirects has one too: then the task is not visited again.
 */
export async function scheduleOf(
  { store }: OfflinePorts,
  visit: ReadVisit,
  page: Page,
  sight: PageObservation,
): Promise<{ readonly state: PageState; readonly changed: boolean | null }> {
  const { task, state, plan } = visit;
  const isMoved = page.finalUrl !== task.url && admitAddress(visit, page.finalUrl).kind === 'kept';
  const stateThere = isMoved ? await store.pages.get(page.finalUrl) : null;
  const before = state ?? stateThere;
  if (before === null) {
    const url = isMoved ? page.finalUrl : task.url;
    return { state: stateAfterFirstVisit({ url, site: task.site }, sight, plan), changed: null };
  }
  const after = stateAfterVisit(before, sight, plan);
  const isTwice = state !== null && stateThere !== null;
  return isTwice ? { ...after, state: endRevisits(after.state) } : after;
}
