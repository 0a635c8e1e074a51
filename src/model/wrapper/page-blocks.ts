import type { CanonicalUrl } from '../web/canonical-url.ts';

/** A page as a person corrects it: its visible blocks in document order, and what extraction takes from them now. */
export interface PageBlocks {
  readonly url: CanonicalUrl;
  readonly blocks: readonly PageBlock[];
  /** Empty: the page has none. */
  readonly title: string;
  /** ISO 8601; null: unknown. */
  readonly publishedAt: string | null;
  readonly authors: readonly string[];
  /** Where the body comes from, as in an article's provenance; null: the page has no body. */
  readonly bodyBy: string | null;
}

export interface PageBlock {
  readonly text: string;
  /** Innermost block element around the text. */
  readonly tag: string;
  /** Extraction takes it for the body now. */
  readonly isBody: boolean;
  /** Whether the page's stored correction has it in the body; null: there is no such correction. */
  readonly isCorrected: boolean | null;
  /** The date that the text names, ISO 8601; null: none, or it is a long text. */
  readonly date: string | null;
  /** The names in the text; empty: none, or it is a long text. */
  readonly names: readonly string[];
}
