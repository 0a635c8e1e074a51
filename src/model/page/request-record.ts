/** One request of a page with its answer, for the network log of a failure. Bodies are not kept. */
export interface RequestRecord {
  readonly url: string;
  readonly method: string;
  /** Chromium's resource type; `document` for a fetch without a browser. */
  readonly type: string;
  /** Since the visit's first request, ms. */
  readonly atMs: number;
  /** Null: no end was seen. */
  readonly elapsedMs: number | null;
  /** 0 without an answer. */
  readonly status: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Of the answer's body, compressed; null: unknown. */
  readonly bytes: number | null;
  readonly failure: string | null;
  /** Null: it was not redirected. */
  readonly redirectedTo: string | null;
}
