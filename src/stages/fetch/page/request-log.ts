import type { Page, Request, Response } from 'playwright-core';
import type { RequestRecord } from '../../../model/page/page.ts';

/** Requests of a page that are kept for a failure, at most. */
const maxRequests = 1_000;

interface Seen {
  readonly atMs: number;
  response: Response | null;
  endMs: number | null;
  failure: string | null;
}

/** Notes when a page's requests began and ended. What they carry is read only for a failure: most pages need none of it. */
export class RequestLog {
  readonly #seen = new Map<Request, Seen>();
  readonly #nowMs: () => number;

  /** @param nowMs since the page was asked for */
  constructor(page: Page, nowMs: () => number) {
    this.#nowMs = nowMs;
    page.on('request', (request) => {
      if (this.#seen.size < maxRequests)
        this.#seen.set(request, { atMs: nowMs(), response: null, endMs: null, failure: null });
    });
    page.on('response', (response) => {
      const seen = this.#seen.get(response.request());
      if (seen !== undefined) seen.response = response;
    });
    page.on('requestfinished', (request) => this.#end(request, null));
    page.on('requestfailed', (request) => this.#end(request, request.failure()?.errorText ?? 'failed'));
  }

  #end(request: Request, failure: string | null): void {
    const seen = this.#seen.get(request);
    if (seen !== undefined) Object.assign(seen, { endMs: this.#nowMs(), failure });
  }

  records(): readonly RequestRecord[] {
    return [...this.#seen].map(([request, { atMs, response, endMs, failure }]) => {
      const responseHeaders = response?.headers() ?? {};
      const length = Number(responseHeaders['content-length'] ?? Number.NaN);
      return {
        url: request.url(),
        method: request.method(),
        type: request.resourceType(),
        atMs,
        elapsedMs: endMs === null ? null : endMs - atMs,
        status: response?.status() ?? 0,
        requestHeaders: request.headers(),
        responseHeaders,
        bytes: Number.isInteger(length) && length >= 0 ? length : null,
        failure,
        redirectedTo: request.redirectedTo()?.url() ?? null,
      };
    });
  }
}
