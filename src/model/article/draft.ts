import type { OwnRuleFinding } from '../crawl/own-rule.ts';
import type { MediaItem } from '../media/media-item.ts';
import type { GrownScores } from '../topic/topic.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { Link } from '../web/link.ts';
import type { Category } from './category.ts';

export type PageType = 'article' | 'listing' | 'video' | 'product' | 'forum' | 'other';

/** `value` is ISO 8601: `2026-11-21` where only the day is known, else with offset. */
export interface DateValue {
  readonly value: string;
  readonly precision: 'day' | 'minute' | 'second';
}

export interface ImageRef {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
}

/** Who said it, and how sure that is (0 to 1). `state`: data in the page's scripts. */
export interface Provenance {
  readonly by: 'scraper' | 'wrapper' | 'json-ld' | 'state' | 'meta' | 'generic' | 'url';
  readonly confidence: number;
}

export type ArticleField =
  | 'title'
  | 'body'
  | 'authors'
  | 'publishedAt'
  | 'modifiedAt'
  | 'source'
  | 'section'
  | 'tags'
  | 'description'
  | 'lang'
  | 'leadImage';

/** What a page says, before it is known whether anybody else said it. */
export interface Draft {
  readonly url: CanonicalUrl;
  readonly canonicalUrl: CanonicalUrl;
  readonly site: string;
  readonly pageType: PageType;
  readonly title: string;
  /** Plain text, paragraphs divided by a blank line. */
  readonly body: string;
  /** Cleaned: no script, no handlers, no javascript: addresses. */
  readonly bodyHtml: string;
  readonly markdown: string;
  readonly authors: readonly string[];
  readonly publishedAt: DateValue | null;
  readonly modifiedAt: DateValue | null;
  readonly source: string | null;
  readonly section: string | null;
  readonly tags: readonly string[];
  readonly description: string | null;
  /** ISO 639-1, or null. */
  readonly lang: string | null;
  readonly leadImage: string | null;
  readonly images: readonly ImageRef[];
  readonly media: readonly MediaItem[];
  readonly provenance: Readonly<Partial<Record<ArticleField, Provenance>>>;
  /** Name and version of what extracted it: `gazette.example/2` (its scraper's rules), `generic/4+blocks-2` (our rules and the model that read the text), or both. */
  readonly extractor: string;
}

/** One line of the rule trace: which rule did what, and why. */
export interface TraceLine {
  readonly rule: string;
  readonly why: string;
}

/** A part of a page, in CSS px from its top left. */
export interface Region {
  readonly of: 'title' | 'body';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** All that one parse of a snapshot yields. */
export interface Reading {
  readonly pageType: PageType;
  readonly draft: Draft | null;
  /** Why there is no draft; null where there is one. */
  readonly reason: NoDraftReason | null;
  readonly detail: string;
  readonly links: readonly Link[];
  /** Addresses of the feeds that the page names, without those of comments. */
  readonly feeds: readonly string[];
  readonly fingerprint: Fingerprint | null;
  /** Weights of the terms that were asked for; null without a draft. */
  readonly terms: TermWeights | null;
  /** Null without a draft, and where nothing tells it. */
  readonly category: Category | null;
  /** What grown topics say of the text; empty without a draft, or where none were asked. */
  readonly grown: GrownScores;
  readonly trace: readonly TraceLine[];
  /** What the site's own rules came to, whatever the page is. */
  readonly ownRules: readonly OwnRuleFinding[];
  /** Where headline and text stand on the page; empty where the page was read without places. */
  readonly regions: readonly Region[];
  /** The next page of the same article; null where it has one page, or this is its last. */
  readonly nextPage: CanonicalUrl | null;
}

/** `layout-changed`: a page that should be an article and lacks a required field. */
export type NoDraftReason = 'not-an-article' | 'layout-changed' | 'blocked';

/** A story's marks, by which copies are found. */
export interface Fingerprint {
  /** SHA-256 of the normalised body. */
  readonly bodyHash: string;
  /** 64 bits, 16 hex digits. */
  readonly simhash: string;
  /** The title's heaviest terms, heaviest first. */
  readonly titleKeywords: readonly string[];
  /** The body's heaviest terms, heaviest first; empty in what an older version has stored. */
  readonly bodyKeywords: readonly string[];
  /** Bottom-k sketch: the smallest hashes of the text's shingles, 8 hex digits each, ascending. Copies that were cut or edited share many. */
  readonly sketch: readonly string[];
}

/** Where a document's terms stand: counts by position, folded by the tokenizer. */
export interface TermWeights {
  /** Of the document's most frequent term, each mention weighted by where it stands. */
  readonly highest: number;
  readonly title: Readonly<Record<string, number>>;
  readonly heading: Readonly<Record<string, number>>;
  readonly lead: Readonly<Record<string, number>>;
  readonly body: Readonly<Record<string, number>>;
  /** Of the page's own keywords and description; they don't count as text. */
  readonly meta: Readonly<Record<string, number>>;
}
