import type { PageDocument } from '../page/page-document.ts';
import type { DataValue } from './data-value.ts';

// What a field is (`DataType`) is apart from where its value stands (`DataRule`): other rules, which nobody wrote by hand, can fill the same fields.

/** The type of a field's value. Read values are checked against it. */
export type DataType =
  | { readonly kind: 'text' }
  /** `decimal` null: by the page's language where the text leaves a choice. */
  | { readonly kind: 'number' | 'integer'; readonly decimal: '.' | ',' | null }
  /** `currency`: of prices that name none. */
  | { readonly kind: 'price'; readonly currency: string | null; readonly decimal: '.' | ',' | null }
  /** ISO 8601: `2026-11-21` where the day is all that is known. */
  | { readonly kind: 'date' }
  /** Words for true and false beside the usual ones. */
  | { readonly kind: 'boolean'; readonly yes: readonly string[]; readonly no: readonly string[] }
  /** True where a rule matches. */
  | { readonly kind: 'present' }
  /** Absolute, http or https. */
  | { readonly kind: 'url' }
  /** From the page's words to values. */
  | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
  /** Any JSON value of a function. */
  | { readonly kind: 'custom' }
  | { readonly kind: 'list'; readonly of: ItemType };

/** The type of a list's items. */
export type ItemType = Exclude<DataType, { readonly kind: 'list' | 'present' }>;

/** A declared field. */
export interface DataField {
  readonly name: string;
  readonly type: DataType;
  /** Whether a page, or a record, without it counts as a failure. */
  readonly required: boolean;
}

export type DataFunction = (document: PageDocument) => DataValue | undefined;

/** Where the value of a field stands. */
export type DataRule = SelectorRule | StructuredRule | FunctionRule;

/** `attribute` null: the text of the element. An empty selector is the record itself. */
export interface SelectorRule {
  readonly by: 'css';
  readonly selector: string;
  readonly attribute: string | null;
  /** The part of the text that counts: the first group, or the whole match. */
  readonly match: RegExp | null;
}

export const structuredSources = ['json-ld', 'microdata', 'meta', 'state'] as const;

/** A path into the data of the page: `offers.price`, `og:price:amount`. */
export interface StructuredRule {
  readonly by: (typeof structuredSources)[number];
  readonly path: string;
  readonly match: RegExp | null;
}

export interface FunctionRule {
  readonly by: 'function';
  readonly read: DataFunction;
}

/** The rules of each field by its name, in the order in which they are tried. */
export type DataRules = Readonly<Record<string, readonly DataRule[]>>;

/** Fields, and the rules that the scraper gives for them. */
export interface DataDeclaration {
  readonly fields: readonly DataField[];
  readonly rules: DataRules;
}

/** Repeated items of a page. */
export interface RecordDeclaration extends DataDeclaration {
  /** A name for items of this sort: `event`. */
  readonly kind: string;
  /** CSS selector that matches each item; null: it is learned from corrected pages. */
  readonly region: string | null;
  /** Names of the fields that identify an item; empty: its texts, addresses and dates do. */
  readonly key: readonly string[];
  /** Addresses of the pages that list such items; empty: any page may. */
  readonly pages: readonly RegExp[];
  /** Whether a page with such an address but without an item counts as a failure. */
  readonly required: boolean;
}

/** The kind of records where none is named. */
export const defaultKind = 'item';

/** The kind of records that hold the data of pages that are no articles. No declaration may use it. */
export const pageKind = 'page';

/** The names of the sites' own rules for data in tallies, and in messages. */
export const dataFieldName = (name: string): string => `data.${name}`;
export const recordFieldName = (kind: string, name?: string): string =>
  name === undefined ? `records.${kind}` : `records.${kind}.${name}`;
