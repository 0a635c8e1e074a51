import { getDomain } from 'tldts';
import type { PageAnswer, PageRequest } from '../../model/page/page-api.ts';
import type { HttpClient, HttpResponse, IdentityRoute, Turns } from '../../ports.ts';
import { decodeHtml } from './http/decode.ts';
import { answerKind } from './page/page-answers.ts';

export interface AnswerRequest {
  readonly identity: IdentityRoute;
  /** The page whose scripts would send the request. */
  readonly pageUrl: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly turns?: Turns | undefined;
}

export interface FetchedAnswer {
  /** Null: an error status, or neither data nor HTML. */
  readonly answer: PageAnswer | null;
  readonly status: number;
  /** As transferred. */
  readonly bytes: number;
}

/** Sends a request as the page's own script would: with its headers, referrer, origin and the identity's cookies. @throws NewshawkError of the HTTP client */
export const fetchAnswer =
  ({ http }: { readonly http: HttpClient }) =>
  async (request: PageRequest, { identity, pageUrl, ...limits }: AnswerRequest): Promise<FetchedAnswer> => {
    const { url, method, headers, body, by } = request;
    const response = await http.fetch({
      url,
      method,
      ...(body === null ? {} : { body }),
      headers: { ...contextHeaders(request, pageUrl), ...headers },
      as: by,
      identity,
      ...limits,
    });
    const text = textOf(response);
    const kind =
      response.status >= 200 && response.status <= 299
        ? answerKind(text, by, response.headers['content-type'] ?? '')
        : null;
    return {
      answer: kind === null ? null : { ...request, kind, text },
      status: response.status,
      bytes: response.wireBytes,
    };
  };

/** JSON is UTF-8 (RFC 8259) unless a charset is named; HTML is decoded as pages are. */
function textOf({ body, headers }: HttpResponse): string {
  const isHtml = /html/i.test(headers['content-type'] ?? '') || /charset/i.test(headers['content-type'] ?? '');
  return isHtml ? decodeHtml(body, headers).html : Buffer.from(body).toString();
}

const siteOf = ({ hostname }: URL): string => getDomain(hostname) ?? hostname;

/** What a browser says of the page that asks: `strict-origin-when-cross-origin` is the default referrer policy. */
function contextHeaders({ url, method, by }: PageRequest, pageUrl: string): Record<string, string> {
  const [target, page] = [new URL(url), new URL(pageUrl)];
  const isOwn = target.origin === page.origin;
  const isSameSite = siteOf(target) === siteOf(page) && target.protocol === page.protocol;
  const isDowngrade = page.protocol === 'https:' && target.protocol === 'http:';
  page.hash = '';
  return {
    ...(isDowngrade ? {} : { referer: isOwn ? page.href : `${page.origin}/` }),
    ...(by === 'fetch' && (method === 'POST' || !isOwn) ? { origin: page.origin } : {}),
    'sec-fetch-site': isOwn ? 'same-origin' : isSameSite ? 'same-site' : 'cross-site',
  };
}
