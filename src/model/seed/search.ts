/** A search back end that is asked for sites of a topic: a SearXNG instance, or any engine's news RSS. */
export interface SearchEngine {
  /** Its host, with a number where several engines are of one host. */
  readonly name: string;
  readonly kind: 'searxng' | 'rss';
  /** `searxng`: address of the instance, with query parameters of your own where you need some; `rss`: a template with `{query}`, and `{language}` where the engine has such a parameter. */
  readonly address: string;
}

/** A result of a search engine. */
export interface SearchResult {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO 8601, or null. */
  readonly publishedAt: string | null;
}

/** The results of one engine for one query, best first. */
export interface SearchRanking {
  readonly engine: string;
  readonly query: string;
  readonly results: readonly SearchResult[];
}
