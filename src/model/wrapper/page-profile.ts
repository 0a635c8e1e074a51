import type { Snapshot } from '../page/snapshot.ts';
import type { Correction } from './correction.ts';
import type { WrapperField } from './learned-wrapper.ts';

/** What one page says about its site: input of learning, made from a snapshot. */
export interface PageProfile {
  readonly id: string;
  readonly url: string;
  /** URL format without section names; empty where the page has no address. */
  readonly format: string;
  readonly elements: ProfileElements;
  /** The visible blocks, in document order. */
  readonly blocks: readonly ProfileBlock[];
  readonly fields: Readonly<Partial<Record<WrapperField, FieldSample>>>;
  /** A person, or a model that was asked, has said which blocks are the article. */
  readonly isCorrected: boolean;
}

/** The elements around a page's text, in columns indexed by element. Parents come before their children. */
export interface ProfileElements {
  readonly tags: readonly string[];
  /** -1 for the root. */
  readonly parents: readonly number[];
  /** Class names and id of each element, as styles have them: `['.prose', '#story-0']`. */
  readonly names: readonly (readonly string[])[];
}

export interface ProfileBlock {
  /** The innermost block element around the text. */
  readonly node: number;
  /** The inline element that holds most of the text, or `node`. */
  readonly inner: number;
  readonly words: number;
  /** The generic extractor's probability that the block is part of the article: at least .6 in its body, at most .4 outside. */
  readonly score: number;
  /** It looks like text, but a rule against boilerplate removes it. */
  readonly isRemoved: boolean;
  /** At most 200 characters of the text. */
  readonly line: string;
  /** MD5 of the folded text. */
  readonly code: string;
  /** Of a corrected page: whether the block is part of the article; else null. */
  readonly isArticle: boolean | null;
}

/** A field's value on a page, and the places that give it. */
export interface FieldSample {
  readonly value: string;
  /** A correction gave the value. */
  readonly isCorrected: boolean;
  /** The page's metadata or the generic extractor give the value. */
  readonly isGeneric: boolean;
  /** Selectors, with `@name` for an attribute, whose first match on the page has the value; the shortest first. */
  readonly places: readonly string[];
}

/** A page to learn own data from: a corrected one that has some, or another page of its site. */
export interface DataPageToLearn {
  readonly snapshot: Snapshot;
  /** Null: nobody has looked at it; what is learned is tried on it. */
  readonly correction: Correction | null;
}
