/** A request that a page's own scripts send for data. */
export interface ApiRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Headers that the page's scripts set, without those that every request of the browser has; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST; else null. */
  readonly body: string | null;
  /** `script`: a JSONP request by a script element; `fetch`: fetch or XMLHttpRequest. */
  readonly by: 'fetch' | 'script';
}

/** The response to such a request. */
export interface ApiAnswer extends ApiRequest {
  readonly kind: 'json' | 'jsonp' | 'html';
  /** Decoded, as it came. */
  readonly text: string;
}

/** What a rendered page's scripts were answered, in the order of the requests. */
export interface PageAnswers {
  /** The document as the server sent it; null where the browser no longer has it, or it is too large. */
  readonly shell: string | null;
  readonly answers: readonly ApiAnswer[];
  /** Answers that were not kept because of their size or number, or because they were not complete. */
  readonly leftOut: number;
}

/** Limits on what is kept of a page, characters and numbers. */
export const answerLimits = { charsPerPage: 2_000_000, answersPerPage: 60, shellChars: 1_000_000 } as const;
