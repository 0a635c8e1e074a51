import type { Task } from '../../model/crawl/task.ts';
import type { Identity, Page } from '../../model/page/page.ts';
import { type CanonicalUrl, canonicalUrl, fetchAddress } from '../../model/web/canonical-url.ts';
import type { Clock, HttpClient, IdentityRoute, Turns } from '../../ports.ts';
import { decompress } from './http/body.ts';
import { decodeHtml } from './http/decode.ts';
import { checkPage } from './page-status.ts';

export interface StaticRequest {
  readonly identity: IdentityRoute;
  /** In addition to a browser's headers, for example If-None-Match. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly turns?: Turns | undefined;
}

/** Content types that are read as text. A missing type and `octet-stream` are too; images, films, PDFs and archives give a page without text. */
const textTypes = /^$|^text\/|html|xml|json|javascript|octet-stream|x-unknown/i;

/**
 * Fetches a page without a browser.
 * @returns the page; also for 304, 404 and 410
 * @throws NewshawkError of the HTTP client; throttled, blocked or unreachable by the status
 */
export const fetchStatic =
  ({ http, clock }: { readonly http: HttpClient; readonly clock: Clock }) =>
  async (task: Task, request: StaticRequest): Promise<Page> => {
    const {
      status,
      headers,
      body,
      wireBytes,
      elapsedMs,
      url,
      requests = [],
    } = await http.fetch({
      ...request,
      url: fetchAddress(task),
    });
    const { html, encoding } = await textOf(body, headers, request.maxBytes);
    const page: Page = {
      task,
      via: 'static',
      finalUrl: keyOfPage(task, canonicalUrl(url)),
      status,
      headers,
      html,
      fetchedAt: clock.now(),
      elapsedMs,
      bytes: wireBytes,
      identity: publicIdentity(request.identity),
      network: [],
      console: [],
      requests,
      settledBy: 'static',
      encoding,
    };
    await checkPage(page, async () => ({ screenshot: null, requests }));
    return page;
  };

/** Decodes the body. A .gz file, as many sitemaps are, is decompressed here; the HTTP client handles content-encoding. @throws NewshawkError too-large, unreachable */
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

/** The key of the page that was fetched. A page that was not redirected keeps its task's key, even if an earlier version made that key differently. */
export const keyOfPage = (task: Task, finalUrl: CanonicalUrl): CanonicalUrl =>
  finalUrl === canonicalUrl(fetchAddress(task)) ? task.url : finalUrl;

/** The identity as it is stored with a page: the guard's address is valid in this process only. */
export const publicIdentity = ({ id, proxy }: Identity): Identity => ({ id, proxy });
