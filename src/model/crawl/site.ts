import type { DataDeclaration, RecordDeclaration } from '../data/data-field.ts';
import type { MediaResolver } from '../media/media-resolver.ts';
import type { NamedApi, NamedListApi } from '../page/named-api.ts';
import type { PageDocument } from '../page/page-document.ts';
import type { SiteSteps } from '../page/page-step.ts';
import type { SourceSpec } from './source.ts';
import type { RenderMode } from './task.ts';

export type FieldFunction = (document: PageDocument) => string | readonly string[] | null;

/** The CSS selectors of a layout's fields. A site lists the newest layout last; older ones have `validUntil`. */
export interface SiteWrapper {
  readonly title: string | null;
  /** Matches the paragraphs, headings and lists of the body in document order, or one container. */
  readonly body: string | null;
  readonly byline: string | null;
  readonly date: string | null;
  readonly section: string | null;
  readonly tags: string | null;
  /** Matches the lead image, or an element with it. */
  readonly image: string | null;
  /** Selectors of elements to remove from the body. */
  readonly clean: readonly string[];
  readonly validUntil: Date | null;
}

export type RequiredField = 'title' | 'body' | 'publishedAt' | 'authors' | 'media';

/** What an article of a site needs to be stored. */
export interface ArticleDemands {
  readonly required: readonly RequiredField[];
  /** An article whose generic body has less confidence fails; 0: none does; null: the setting decides. */
  readonly minConfidence: number | null;
}

/** A scraper's definition, completed with defaults. */
export interface Site extends ArticleDemands {
  /** With its port unless that is the default. Matched by `claimsSite`. */
  readonly host: string;
  /** Scheme, host and port against which relative addresses are resolved. */
  readonly origin: string;
  readonly name: string;
  readonly language: string | null;
  readonly country: string | null;
  readonly sources: readonly SourceSpec[];
  /** Matched against the canonical URL. */
  readonly articleUrls: readonly RegExp[];
  readonly ignoreUrls: readonly RegExp[];
  /** Pages that are lists: followed for their links, never stored. Matched as `articleUrls`. */
  readonly listUrls: readonly RegExp[];
  /** Only articles are stored; with `articleUrls`, only these addresses and lists are fetched. */
  readonly articlesOnly: boolean;
  readonly render: RenderMode;
  readonly waitFor: string | null;
  readonly steps: SiteSteps;
  readonly wrappers: readonly SiteWrapper[];
  /** APIs behind pages, used with `render: 'auto'`; the first that matches counts. */
  readonly apis: readonly NamedApi[];
  /** APIs behind lists, as `apis`. */
  readonly listApis: readonly NamedListApi[];
  /** At most this many pages of one article are fetched and joined; 1: its first page only. */
  readonly articlePages: number;
  readonly fields: Readonly<Partial<Record<'title' | 'body' | 'authors' | 'publishedAt' | 'section', FieldFunction>>>;
  /** Data of the site's own, beside those of an article. */
  readonly data: DataDeclaration;
  readonly records: readonly RecordDeclaration[];
  /** False: no page of the site is an article; its pages give data and records only. */
  readonly articles: boolean;
  /** Fields that the scraper itself requires: where it has a rule for one, a value from elsewhere is not enough. */
  readonly strict: readonly RequiredField[];
  /** The site's own media resolver; null: the generic one; false: no media are searched. */
  readonly media: MediaResolver | null | false;
  /** Names of the topics (topics.json) that apply to this site; empty: all. */
  readonly topics: readonly string[];
  readonly politeness: { readonly gapMs: number | null; readonly concurrency: number | null };
  /** What is wrong with the scraper's file, which can't be used; absent: nothing. The site is not crawled: it must not be read by other rules than its own. */
  readonly mistakes?: readonly string[];
  /** Hash of the scraper's file when it was loaded; absent: not from a file. */
  readonly version?: string;
  /** The scraper's file, which worker threads load themselves; null for a site without a scraper. */
  readonly file: string | null;
}

/** The wrapper that was valid at that time; null if the site has none. Wrappers are sorted oldest first; all but the newest have `validUntil`. */
export const wrapperAt = (site: Site, takenAt: Date): SiteWrapper | null =>
  site.wrappers.find(({ validUntil }) => validUntil === null || takenAt < validUntil) ?? null;
