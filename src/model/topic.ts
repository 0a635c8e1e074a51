export interface Topic {
  readonly name: string;
  /** Term -> weight. */
  readonly keywords: Readonly<Record<string, number>>;
  /** Any of these terms makes the page off topic. */
  readonly exclude: readonly string[];
  /** Cosine from which on a page is kept, 0 to 1. */
  readonly threshold: number;
}

export interface TopicScore {
  readonly topic: string;
  readonly score: number;
  readonly kept: boolean;
  /** The terms that counted, with their share of the score. */
  readonly terms: readonly { readonly term: string; readonly share: number }[];
}
