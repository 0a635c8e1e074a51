import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { ListApi } from './list-api.ts';
import type { PageApi } from './page-api.ts';

/** A page API that a scraper names. */
export interface NamedApi {
  /** Matched against the canonical URL of a page. */
  readonly pages: RegExp;
  readonly api: PageApi;
}

/** The API behind a list, that a scraper names. */
export interface NamedListApi {
  /** Matched against the canonical URL of a source. */
  readonly source: RegExp;
  readonly api: ListApi;
}

/** The first API that is named for a page; null: none is. */
export const apiNamedFor = (apis: readonly NamedApi[], url: CanonicalUrl): PageApi | null =>
  apis.find(({ pages }) => url.search(pages) !== -1)?.api ?? null;

/** The first API that is named for a source; null: none is. */
export const listApiNamedFor = (apis: readonly NamedListApi[], url: CanonicalUrl): ListApi | null =>
  apis.find(({ source }) => url.search(source) !== -1)?.api ?? null;
