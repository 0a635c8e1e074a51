import { z } from 'zod';
import type { OwnRuleFinding } from '../crawl/own-rule.ts';
import type { DataValues } from '../data/data-value.ts';
import type { OwnData } from '../data/own-data.ts';
import type { MediaItem } from '../media/media-item.ts';
import { record } from '../schema.ts';
import type { GrownScores } from '../topic/topic.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { Link } from '../web/link.ts';
import type { WrapperEvidence } from '../wrapper/learned-wrapper.ts';
import type { Category } from './category.ts';

/**
 * `forum`: a topic with its posts. `wiki`: a page of a wiki. `documentation`: a page of a manual, a reference or a help centre. `service`: what somebody offers, or says of itself.
 * `bot-wall`: a challenge or a refusal in the place of the page. `login-wall`: a form to log in or to register. `consent-wall`: a form for consent to cookies, or an offer to pay instead.
 */
export const pageTypes = [
  'article',
  'listing',
  'video',
  'product',
  'forum',
  'wiki',
  'documentation',
  'service',
  'bot-wall',
  'login-wall',
  'consent-wall',
  'other',
] as const;
export type PageType = (typeof pageTypes)[number];

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

/** Which extractor gave a field, and its confidence (0 to 1). `learned`: the site's learned wrapper; `state`: data in the page's scripts; `api`: data that its scripts would load. */
export interface Provenance {
  readonly by: 'scraper' | 'wrapper' | 'learned' | 'api' | 'json-ld' | 'state' | 'meta' | 'generic' | 'url';
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

/** A post of a forum's topic. Unknown authors and dates are null. */
export interface ThreadPost {
  readonly author: string | null;
  readonly publishedAt: DateValue | null;
  /** Plain text; blank lines separate paragraphs. */
  readonly text: string;
}

/** An extracted article, before it is compared with others. */
export interface Draft {
  readonly url: CanonicalUrl;
  readonly canonicalUrl: CanonicalUrl;
  readonly site: string;
  readonly pageType: PageType;
  readonly title: string;
  /** Plain text; blank lines separate paragraphs. */
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
  /** Values of the fields that the site declares; empty: it declares none. */
  readonly data: DataValues;
  /** The posts of a forum's topic, in order; empty for other pages, and where the posts are not known. */
  readonly posts: readonly ThreadPost[];
  readonly provenance: Readonly<Partial<Record<ArticleField, Provenance>>>;
  /** Name and version of the extractor: `gazette.example/2` (the scraper's rules), `generic/7+blocks-4` (our rules and the text model), or both. */
  readonly extractor: string;
}

/** One line of the rule trace: which rule did what, and why. */
export const traceLineSchema = record({
  rule: z.string(),
  why: z.string(),
});
export type TraceLine = z.infer<typeof traceLineSchema>;

/** A part of a page, in CSS px from its top left. */
export interface Region {
  readonly of: 'title' | 'body' | 'authors' | 'publishedAt';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Everything that one parse of a snapshot gives. */
export interface Reading {
  readonly pageType: PageType;
  readonly draft: Draft | null;
  /** Why there is no draft; null where there is one. */
  readonly reason: NoDraftReason | null;
  readonly detail: string;
  readonly links: readonly Link[];
  /** Whether the page's HTML says that it shows more when it is scrolled or clicked, and links no next page. */
  readonly loadsMore: boolean;
  /** Addresses of the feeds that the page names, comment feeds left out. */
  readonly feeds: readonly string[];
  readonly fingerprint: Fingerprint | null;
  /** Weights of the requested terms; null without a draft. */
  readonly terms: TermWeights | null;
  /** Null without a draft, or where nothing predicts it. */
  readonly category: Category | null;
  /** Scores of the requested grown topics; empty without a draft. */
  readonly grown: GrownScores;
  readonly trace: readonly TraceLine[];
  /** Results of the site's own rules, on every type of page. */
  readonly ownRules: readonly OwnRuleFinding[];
  /** Data and records by the site's declarations, on every type of page. */
  readonly ownData: OwnData;
  /** Where headline and text are on the page; empty: the page was read without geometry. */
  readonly regions: readonly Region[];
  /** What the page shows of its site's learned wrapper; null: the site has none, or its own rules gave the body. */
  readonly evidence: WrapperEvidence | null;
  /** The next page of the same article; null on its last or only page. */
  readonly nextPage: CanonicalUrl | null;
}

/**
 * `list`: a page of links to others. `layout-changed`: the rules or the learned wrapper of a known layout do not find what they should. `low-confidence`: the body is probably wrong. `too-short`: the page says
 * that it is an article, and has no text of one. `login-required`: its text is for members, or behind a password.
 */
export type NoDraftReason =
  | 'list'
  | 'not-an-article'
  | 'layout-changed'
  | 'low-confidence'
  | 'too-short'
  | 'login-required'
  | 'blocked';

/** The marks of a text by which its copies are found. */
export interface Fingerprint {
  /** SHA-256 of the normalised body. */
  readonly bodyHash: string;
  /** 64 bits, 16 hex digits. */
  readonly simhash: string;
  /** The title's heaviest terms, heaviest first. */
  readonly titleKeywords: readonly string[];
  /** The body's heaviest terms, heaviest first; empty where an older version stored it. */
  readonly bodyKeywords: readonly string[];
  /** Bottom-k sketch: the smallest hashes of the text's shingles, 8 hex digits each, ascending. Truncated and edited copies share many of them. */
  readonly sketch: readonly string[];
}

/** Term counts of a document by position; terms are folded by the tokenizer. */
export interface TermWeights {
  /** The count of the most frequent term, each mention weighted by its position. */
  readonly highest: number;
  readonly title: Readonly<Record<string, number>>;
  readonly heading: Readonly<Record<string, number>>;
  readonly lead: Readonly<Record<string, number>>;
  readonly body: Readonly<Record<string, number>>;
  /** Counts in the page's own keywords and description, which are not part of the text. */
  readonly meta: Readonly<Record<string, number>>;
}
