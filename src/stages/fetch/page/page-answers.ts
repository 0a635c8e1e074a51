import type { CDPSession } from 'playwright-core';
import { answerLimits, type PageAnswer, type PageAnswers } from '../../../model/page/page-api.ts';
import { jsonOf, jsonpOf } from '../../../text/answer-data.ts';
import type { PageLease } from '../browser/context-pool.ts';
import { withTimeout } from '../deadline.ts';

/** Bytes of bodies that the browser keeps until they are asked for, in all and of one response. */
export const answerBuffers = { maxTotalBufferSize: 16_000_000, maxResourceBufferSize: 4_000_000 };
export const noAnswers: PageAnswers = { shell: null, answers: [], leftOut: 0 };

/** The browser's process gives a body from its buffer. If that takes longer, the browser hangs, and the answer is left out, ms. */
const bodyTimeoutMs = 2_000;
/** Bytes as transferred. A JSONP answer holds one article; larger scripts are programs. */
const maxScriptBytes = 300_000;

/** Headers that the browser itself sets, and that say nothing of the page's scripts. */
const browserHeader =
  /^(?:user-agent|referer|origin|accept-language|accept-encoding|cookie|content-length|connection|host|priority|upgrade-insecure-requests|dnt|cache-control|pragma|sec-.*)$/i;

/** Which kind of answer a text is: data, or a piece of a page; null: neither. */
export function answerKind(text: string, by: PageAnswer['by'], mimeType: string): PageAnswer['kind'] | null {
  if (by === 'script') return jsonpOf(text) === null || jsonOf(text) !== undefined ? null : 'jsonp';
  if (/^\s*<[a-z!]/i.test(text)) return /xml(?!.*html)/i.test(mimeType) && !/html/i.test(mimeType) ? null : 'html';
  if (/json/i.test(mimeType) || /^(?:\)\]\}'?,?)?\s*[[{]/.test(text)) return 'json';
  return jsonpOf(text) === null ? null : 'jsonp';
}

interface OpenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly hasLongBody: boolean;
  readonly type: string;
  mimeType: string;
  status: number;
}

/** Keeps the answers to a page's own scripts, and its document as the server sent it. Bounded in number, size and time. */
export class AnswerKeeper {
  readonly #cdp: CDPSession;
  readonly #mainFrame: string;
  readonly #requests = new Map<string, OpenRequest>();
  /** In the order of the requests. */
  readonly #answers: (Promise<PageAnswer | null> | null)[] = [];
  readonly #places = new Map<string, number>();
  #shell: Promise<string | null> = Promise.resolve(null);
  #chars = 0;
  #leftOut = 0;

  constructor({ cdp, targetId }: PageLease) {
    this.#cdp = cdp;
    this.#mainFrame = targetId;
    cdp.on('Network.requestWillBeSent', ({ requestId, frameId, type = '', request, redirectResponse }) => {
      // of redirects, the first address is what the scripts asked for; documents count with the last one
      if (frameId !== this.#mainFrame || (redirectResponse !== undefined && type !== 'Document')) return;
      this.#begin(requestId, type, request);
    });
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      const request = this.#requests.get(requestId);
      if (request === undefined) return;
      request.status = response.status;
      request.mimeType = response.mimeType;
    });
    cdp.on('Network.loadingFailed', ({ requestId }) => void this.#requests.delete(requestId));
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => this.#end(requestId, encodedDataLength));
  }

  /** All answers that are complete by now. */
  async all(): Promise<PageAnswers> {
    const answers = await Promise.all(this.#answers.map(async (answer) => await answer));
    return { shell: await this.#shell, answers: answers.filter((answer) => answer !== null), leftOut: this.#leftOut };
  }

  #begin(
    requestId: string,
    type: string,
    {
      url,
      method,
      headers,
      postData,
      hasPostData,
    }: { url: string; method: string; headers: Record<string, string>; postData?: string; hasPostData?: boolean },
  ): void {
    if (!isCandidate(type, method, url)) return;
    if (type !== 'Document') {
      if (this.#places.size >= answerLimits.answersPerPage) return void this.#leftOut++;
      this.#places.set(requestId, this.#answers.push(null) - 1);
    }
    const own = Object.entries(headers).filter(
      ([name, value]) => !browserHeader.test(name) && !(name.toLowerCase() === 'accept' && value === '*/*'),
    );
    this.#requests.set(requestId, {
      url,
      method,
      headers: Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
      body: postData ?? null,
      hasLongBody: hasPostData === true && postData === undefined,
      type,
      mimeType: '',
      status: 0,
    });
  }

  #end(requestId: string, bytes: number): void {
    const request = this.#requests.get(requestId);
    if (request === undefined) return;
    this.#requests.delete(requestId);
    if (request.type === 'Document') {
      this.#shell = this.#body(requestId).then((html) =>
        html === null || html.length > answerLimits.shellChars ? null : html,
      );
      return;
    }
    const isScript = request.type === 'Script';
    if (request.status < 200 || request.status > 299 || (isScript && bytes > maxScriptBytes)) return;
    this.#answers[this.#places.get(requestId) ?? -1] = this.#answer(requestId, request);
  }

  async #answer(
    requestId: string,
    { url, method, headers, body, hasLongBody, type, mimeType }: OpenRequest,
  ): Promise<PageAnswer | null> {
    if (/^(?:image|font|video|audio)\//i.test(mimeType)) return null;
    const text = await this.#body(requestId);
    const sent = hasLongBody ? await this.#sentBody(requestId) : body;
    if (text === null || sent === undefined) return this.#leaveOut();
    const by = type === 'Script' ? 'script' : 'fetch';
    const kind = answerKind(text, by, mimeType);
    if (kind === null) return null;
    if (this.#chars + text.length > answerLimits.charsPerPage) return this.#leaveOut();
    this.#chars += text.length;
    return {
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: method === 'POST' ? (sent ?? '') : null,
      by,
      kind,
      text,
    };
  }

  #leaveOut(): null {
    this.#leftOut++;
    return null;
  }

  /** Null: the browser no longer has it. */
  async #body(requestId: string): Promise<string | null> {
    const answer = await this.#ask(this.#cdp.send('Network.getResponseBody', { requestId }));
    if (answer === null) return null;
    return answer.base64Encoded ? Buffer.from(answer.body, 'base64').toString() : answer.body;
  }

  /** Undefined: the browser no longer has it. */
  async #sentBody(requestId: string): Promise<string | undefined> {
    return (await this.#ask(this.#cdp.send('Network.getRequestPostData', { requestId })))?.postData;
  }

  /** Null where the page is gone, the body was dropped from the buffer, or the browser hangs. */
  #ask<T>(question: Promise<T>): Promise<T | null> {
    return withTimeout(question, bodyTimeoutMs, () => new Error('no answer')).catch(() => null);
  }
}

/** Requests of scripts, JSONP scripts, and the document. */
function isCandidate(type: string, method: string, url: string): boolean {
  if (!/^https?:/.test(url) || (method !== 'GET' && method !== 'POST')) return false;
  return type === 'XHR' || type === 'Fetch' || type === 'Document' || (type === 'Script' && url.includes('?'));
}
