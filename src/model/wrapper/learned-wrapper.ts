import type { LearnedDataField, LearnedRecords } from './learned-data.ts';

/**
 * What is learned of a site's pages: which styles hold the article, which lines recur, where the fields are. Plain JSON, which a person can read and edit
 * (docs/wrappers.md). The *style* of an element is its tag with its class names and id, digits folded to 0 (`div.prose#story-0`).
 */
export interface LearnedWrapper {
  /** Version of this record's shape. */
  readonly shape: 1;
  /** Host, or the name that a batch gives the site. */
  readonly site: string;
  /** Number of pages that it is learned from, copies of an article counted once. */
  readonly pages: number;
  /** Number of corrected pages among them. */
  readonly correctedPages: number;
  /** Pages by URL format: which templates it is learned from. */
  readonly formats: Readonly<Record<string, number>>;
  /** Class names and ids that styles have, as they recur on the site's pages; `*` stands for all others. Null: all names count. */
  readonly names: readonly string[] | null;
  /** Decisions about text, the most frequent styles first. */
  readonly styles: readonly LearnedStyle[];
  /** Lines that recur under the same style on several pages: boilerplate. */
  readonly recurring: readonly RecurringLine[];
  /** Patterns of short lines that differ in a name or a number only. */
  readonly expressions: readonly LearnedExpression[];
  readonly fields: Readonly<Partial<Record<WrapperField, LearnedField>>>;
  /** Where own data are, by field. Absent: no page was corrected in them. */
  readonly data?: Readonly<Record<string, LearnedDataField>>;
  /** Where own records are, by kind. */
  readonly records?: Readonly<Record<string, LearnedRecords>>;
}

/** Levels of a style path: all elements up to the body, the innermost three, the innermost two. */
export const styleDetails = ['two', 'three', 'full'] as const;
export type StyleDetail = (typeof styleDetails)[number];

/** What is known of the text under one style path. */
export interface LearnedStyle {
  readonly detail: StyleDetail;
  /** Innermost element first: `p<div.prose<article`; behind `|` the inline element that holds most of the text. */
  readonly path: string;
  /** These blocks look like text, but a rule against boilerplate removes them. */
  readonly removed: boolean;
  /** Mean score of the generic extractor, 0 to 1: the probability that the text is part of the article. */
  readonly score: number;
  /** Number of pages with such text. */
  readonly pages: number;
  /** What corrected pages say; null: none has such text. */
  readonly corrected: { readonly score: number; readonly pages: number } | null;
  /** Words of the text on a page, mean. */
  readonly words: number;
  /** Share of lines that differ from page to page, 0 to 1. */
  readonly variety: number;
}

export interface RecurringLine {
  /** Path of two levels. */
  readonly path: string;
  /** MD5 of the folded text and the path. */
  readonly code: string;
  /** The beginning of the text, for people. */
  readonly text: string;
  readonly pages: number;
}

/** An anchored regular expression without nested quantifiers. */
export interface LearnedExpression {
  readonly pattern: string;
  /** Path of two levels. */
  readonly path: string;
  /** Number of pages with a line that matches. */
  readonly support: number;
  /** Lines of article text on the learning pages that match. */
  readonly counterExamples: number;
  readonly examples: readonly string[];
}

export const wrapperFields = ['title', 'authors', 'publishedAt', 'section', 'source', 'leadImage', 'nextPage'] as const;
export type WrapperField = (typeof wrapperFields)[number];

/** Where a field's value is. */
export interface LearnedField {
  /** CSS selector. */
  readonly selector: string;
  /** Attribute that holds the value; null: the text. */
  readonly attribute: string | null;
  /** Share of the learning pages with a value on which it gives that value. */
  readonly confidence: number;
  /** Number of these pages. */
  readonly pages: number;
  /** Whether it counts more than the page's own metadata: a correction shows that these are wrong. */
  readonly overrides: boolean;
}

/** What a page shows of its site's wrapper: the evidence of drift. */
export interface WrapperEvidence {
  /** Share of the words of the generic body under styles of three levels that the wrapper knows as text. */
  readonly known: number;
  /** Share of the body's words that the wrapper added or removed. */
  readonly changed: number;
}
