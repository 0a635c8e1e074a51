import type { LivePage } from '../../browser-port.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { FetchWay, Page, RequestRecord } from '../../model/page/page.ts';
import type { IdentityRoute } from '../../ports.ts';
import type { PagePorts } from '../../services.ts';
import { fetchBrowser } from '../../stages/fetch/fetch-browser.ts';
import { fetchStatic } from '../../stages/fetch/fetch-static.ts';
import type { Crawl } from '../crawl.ts';
import type { PageVisit } from '../visit-result.ts';
import { stepsFor } from './site-steps.ts';

/** A fetched page; closing it closes the browser's page, if there is one. */
export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  readonly live: LivePage | null;
}

/** The requests of a page so far. */
export const requestsOf = ({
  page,
  live,
}: {
  readonly page: Page;
  readonly live: LivePage | null;
}): readonly RequestRecord[] => live?.requests() ?? page.requests ?? [];

export interface OpenRequest {
  readonly task: Task;
  readonly site: Site;
  readonly identity: IdentityRoute;
  /** If-None-Match and the like; static fetches only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the answers to the page's scripts are kept; in the browser only. */
  readonly keepAnswers?: boolean;
  /** Of a static fetch; default: `config.maxBodyBytes`. */
  readonly maxBytes?: number;
}

/** Fetches a page in one way. @throws NewshawkError of the fetch stage */
export async function openPage(ports: PagePorts, way: FetchWay, request: OpenRequest): Promise<OpenedPage> {
  const { task, site, identity, headers } = request;
  const { config, clock, turns } = ports;
  if (way === 'static') {
    const page = await fetchStatic({ http: ports.http, clock })(task, {
      identity,
      headers,
      turns,
      maxBytes: request.maxBytes ?? config.maxBodyBytes,
      timeoutMs: config.staticTimeoutMs,
    });
    return { page, live: null, [Symbol.asyncDispose]: async () => {} };
  }
  const plan = {
    waitFor: site.waitFor,
    steps: stepsFor(task, site),
    timeoutMs: config.pageTimeoutMs,
    turns,
    keepAnswers: request.keepAnswers ?? false,
  };
  const pool = await ports.browsers();
  if (pool.health.state !== 'absent') await turns?.free(task.url); // before it takes a place in the browser
  const { page, live } = await fetchBrowser({ pool, clock })(task, { ...plan, identity });
  return { page, live, [Symbol.asyncDispose]: () => live[Symbol.asyncDispose]() };
}

/** The ways to try for a page of an unknown format, cheapest first. */
export const waysOf = ({ render }: Site): readonly FetchWay[] => (render === 'auto' ? ['static', 'browser'] : [render]);

/** The page of a visit, with the headers of a conditional request where it was read before. @throws NewshawkError */
export async function openForVisit(
  crawl: Crawl,
  mode: 'static' | 'browser',
  visit: PageVisit,
  { keepAnswers }: { readonly keepAnswers: boolean },
): Promise<OpenedPage> {
  const { task, site, identity } = visit;
  const opened = await openPage(crawl, mode, { task, site, identity, keepAnswers, headers: conditionalHeaders(visit) });
  crawl.stepNotes.logMisses(crawl.log, task, opened.live?.steps ?? []);
  return opened;
}

function conditionalHeaders({ state, task }: PageVisit): Record<string, string> {
  if (!task.revisit || state === null) return {};
  return {
    ...(state.etag === null ? {} : { 'if-none-match': state.etag }),
    ...(state.lastModified === null ? {} : { 'if-modified-since': state.lastModified }),
  };
}
