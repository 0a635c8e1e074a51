import type { Task } from '../../model/crawl/task.ts';
import type { Identity, Page } from '../../model/page/page.ts';
import { type CanonicalUrl, canonicalUrl, fetchAddress } from '../../model/web/canonical-url.ts';
import type { Clock, HttpClient, IdentityRoute, Turns } from '../../ports.ts';
import { decompress } from './http/body.ts';
import { decodeHtml } from './http/decode.ts';
import { judgePage } from './page-status.ts';

export interface StaticRequest {
  readonly identity: IdentityRoute;
  /** Beside the browser's own: If-None-Match and the like. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly turns?: Turns | undefined;
}

/** Images, films, PDFs, archives are no text: the page then has none. Servers that say nothing, or `octet-stream`, are given the benefit of the doubt. */
const textTypes = /^$|^text\/|html|xml|json|javascript|octet-stream|x-unknown/i;

/**
 * Fetches a page without a browser.
 * @throws NewshawkError as the HTTP client; throttled, blocked, unreachable by its status. 304, 404 and 410 come back as pages.
 */
export const fetchStatic =
  ({ http, clock }: { readonly http: HttpClient; readonly clock: Pick<Clock, 'now'> }) =>
  async (task: Task, request: StaticRequest): Promise<Page> => {
    const { status, headers, body, wireBytes, elapsedMs, url } = await http.fetch({
      ...request,
      url: fetchAddress(task),
    });
    const { html, encoding } = await textOf(body, headers, request.maxBytes);
    const page: Page = {
      task,
      via: 'static',
      finalUrl: keyOfAnswer(task, canonicalUrl(url)),
      status,
      headers,
      html,
      fetchedAt: clock.now(),
      elapsedMs,
      bytes: wireBytes,
      identity: publicIdentity(request.identity),
      network: [],
      console: [],
      settledBy: 'static',
      encoding,
    };
    await judgePage(page, async () => null);
    return page;
  };

/** A .gz file (many a sitemap) is unpacked, as against a compressed answer, which the HTTP client has unpacked before. @throws NewshawkError too-large, unreachable */
async function textOf(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<Pick<Page, 'html' | 'encoding'>> {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  if (isGzip) return decodeHtml(await decompress(body, 'gzip', maxBytes), headers);
  return isText(headers) ? decodeHtml(body, headers) : { html: '', encoding: null };
}

const isText = (headers: Readonly<Record<string, string>>): boolean =>
  textTypes.test((headers['content-type'] ?? '').split(';')[0]?.trim() ?? '');

/** A page that was not redirected is known under its task's key, also where that was made by an earlier version. */
export const keyOfAnswer = (task: Task, answered: CanonicalUrl): CanonicalUrl =>
  answered === canonicalUrl(fetchAddress(task)) ? task.url : answered;

/** Without the way out: that is of this process, a page is stored. */
export const publicIdentity = ({ id, proxy }: Identity): Identity => ({ id, proxy });
