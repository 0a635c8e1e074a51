import type { PageAnswer, PageRequest } from '../../model/page/page-api.ts';
import type { HttpClient, IdentityRoute, Turns } from '../../ports.ts';
import { jsonpOf } from '../../text/answer-data.ts';

export interface AnswerRequest {
  readonly identity: IdentityRoute;
  readonly pageUrl: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly turns?: Turns | undefined;
}
export interface FetchedAnswer {
  readonly answer: PageAnswer | null;
  readonly status: number;
  readonly bytes: number;
}

export const fetchAnswer =
  (http: HttpClient) =>
  async (
    request: PageRequest,
    { identity, pageUrl, turns, maxBytes, timeoutMs }: AnswerRequest,
  ): Promise<FetchedAnswer> => {
    const { status, body, wireBytes } = await http.fetch({
      url: request.url,
      method: request.method,
      ...(request.body === null ? {} : { body: request.body }),
      headers: { accept: '*/*', referer: pageUrl, ...request.headers },
      identity,
      turns,
      maxBytes,
      timeoutMs,
    });
    const text = Buffer.from(body).toString();
    const kind = /^\s*[[{]/.test(text) ? 'json' : jsonpOf(text) !== null ? 'jsonp' : 'html';
    return { answer: status >= 200 && status < 300 ? { ...request, kind, text } : null, status, bytes: wireBytes };
  };
