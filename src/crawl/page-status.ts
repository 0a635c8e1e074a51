import { NewshawkError } from '../errors.ts';
import type { Page } from '../model/page/page.ts';
import type { CanonicalUrl } from '../model/web/canonical-url.ts';
import { unsupportedType } from '../model/web/content-type.ts';
import { listKindOf } from '../stages/discover/sitemap.ts';
import { stateAfterGone, stateAfterUnchanged } from '../stages/schedule/revisits/revisit.ts';
import type { VisitResult } from '../storage/port.ts';
import type { Crawl } from './crawl.ts';
import { admitAddress } from './page-addresses.ts';
import { goneSighting } from './reading/own-data.ts';
import { type PageVisit, visitResult } from './visit-result.ts';

/** A page whose visit has its result without a reading. */
export interface EndedPage {
  readonly result: VisitResult;
  /** The address is a feed or sitemap: its links are followed. Null: it is neither. */
  readonly list: LinkedList | null;
}

/** A feed or sitemap that a person named as a page, or that a page links to. */
export interface LinkedList {
  readonly kind: 'feed' | 'sitemap';
  readonly text: string;
  /** After redirects. */
  readonly url: CanonicalUrl;
}

/**
 * The result of a page that is not read, because of its status, content type or address; null: read it.
 * @throws NewshawkError unreachable
 */
export function endedByStatus(crawl: Crawl, visit: PageVisit, page: Page): EndedPage | null {
  const result = resultOfStatus(crawl, visit, page);
  if (result !== null) return { result, list: null };
  const kind = listKindOf(page.html);
  if (kind === null) return null;
  const listed = visitResult(crawl, { ...visit, page }, { visit: { outcome: 'listed' } });
  return { result: listed, list: { kind, text: page.html, url: page.finalUrl } };
}

function resultOfStatus(crawl: Crawl, visit: PageVisit, page: Page): VisitResult | null {
  if (page.status === 304) return unchanged(crawl, visit, page);
  if (page.status === 404 || page.status === 410) return gone(crawl, visit, page);
  if (page.status >= 400) throw new NewshawkError('unreachable', `the site answered ${page.status}`, { fault: 'page' });
  const type = unsupportedType(page.headers);
  if (type !== null)
    return visitResult(
      crawl,
      { ...visit, page },
      { visit: { outcome: 'dropped', reason: 'not-an-article', detail: `unsupported type ${type}` } },
    );
  return leadsElsewhere(crawl, visit, page);
}

/** The server says that nothing is new: no render, no reading. */
function unchanged(crawl: Crawl, visit: PageVisit, page: Page): VisitResult {
  const { state, plan } = visit;
  return visitResult(
    crawl,
    { ...visit, page },
    {
      visit: { outcome: 'dropped', reason: 'unchanged', detail: 'the site answered 304', changed: false },
      pageState: state === null ? null : stateAfterUnchanged(state, crawl.clock.now(), plan),
    },
  );
}

function gone(crawl: Crawl, visit: PageVisit, page: Page): VisitResult {
  const { state, plan, site, task } = visit;
  return visitResult(
    crawl,
    { ...visit, page },
    {
      visit: { outcome: 'dropped', reason: 'gone', detail: `the site answered ${page.status}` },
      records: goneSighting(site, task.site, page.finalUrl, page.fetchedAt),
      pageState: state === null ? null : stateAfterGone(state, crawl.clock.now(), plan),
    },
  );
}

/** A link that redirects out of the site, or to its login, is dropped. An address that a person named may lead anywhere. */
function leadsElsewhere(crawl: Crawl, visit: PageVisit, page: Page): VisitResult | null {
  const { task } = visit;
  if (page.finalUrl === task.url || task.depth === 0) return null;
  const admitted = admitAddress(crawl, visit, page.finalUrl);
  if (admitted.kind !== 'dropped') return null;
  const { reason, detail } = admitted;
  return visitResult(
    crawl,
    { ...visit, page },
    { visit: { outcome: 'dropped', reason, detail: `redirects to ${page.finalUrl}: ${detail}` } },
  );
}
