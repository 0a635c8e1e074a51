import type { MediaResolver } from '../media/media-resolver.ts';
import type { SiteSteps } from '../page/page-step.ts';
import type { SourceSpec } from './source.ts';
import type { RenderMode } from './task.ts';

/** A parsed page as a site's own function sees it: CSS selectors in, text out. */
export interface PageDocument {
  readonly url: string;
  /** Text of the first match, white space folded; null without one. */
  text(selector: string): string | null;
  texts(selector: string): readonly string[];
  attribute(selector: string, name: string): string | null;
  html(selector: string): string | null;
}

export type FieldFunction = (document: PageDocument) => string | readonly string[] | null;

/** Where a layout keeps its fields: CSS selectors. Newest last; an older one carries `validUntil`. */
export interface SiteWrapper {
  readonly title: string | null;
  /** Every match is a paragraph, heading or list of the body, in document order; or one container. */
  readonly body: string | null;
  readonly byline: string | null;
  readonly date: string | null;
  readonly section: string | null;
  /** Taken out of the body. */
  readonly clean: readonly string[];
  readonly validUntil: Date | null;
}

export type RequiredField = 'title' | 'body' | 'publishedAt' | 'authors' | 'media';

/** All that is known of a site beforehand: a scraper's definition, completed with defaults. */
export interface Site {
  /** Matched as `host === h || host.endsWith('.' + h)`. */
  readonly host: string;
  /** Scheme, host and port against which relative addresses are resolved. */
  readonly origin: string;
  readonly name: string;
  readonly language: string | null;
  readonly country: string | null;
  readonly sources: readonly SourceSpec[];
  /** Regular expressions on the canonical URL. */
  readonly articleUrls: readonly RegExp[];
  readonly ignoreUrls: readonly RegExp[];
  readonly render: RenderMode;
  readonly waitFor: string | null;
  readonly steps: SiteSteps;
  readonly wrappers: readonly SiteWrapper[];
  /** Most pages of one article that are fetched and put together; 1: its first page alone. */
  readonly articlePages: number;
  readonly fields: Readonly<Partial<Record<'title' | 'body' | 'authors' | 'publishedAt' | 'section', FieldFunction>>>;
  readonly required: readonly RequiredField[];
  /** Those that the scraper itself requires: where it has rules for one, what others guess is not enough. */
  readonly strict: readonly RequiredField[];
  /** The site's own way to its media; null: the generic one; false: none are looked for. */
  readonly media: MediaResolver | null | false;
  /** Names of topics (topics.json) that count for this site; empty: all. */
  readonly topics: readonly string[];
  readonly politeness: { readonly gapMs: number | null; readonly concurrency: number | null };
  /** File of the scraper, so that a worker thread can load it itself; null for a site without one. */
  readonly file: string | null;
}
