import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { PageApi } from './page-api.ts';

/** A page API that a scraper names. */
export interface NamedApi {
  /** Matched against the canonical URL of a page. */
  readonly pages: RegExp;
  readonly api: PageApi;
}

/** The first API that is named for a page; null: none is. */
export const apiNamedFor = (apis: readonly NamedApi[], url: CanonicalUrl): PageApi | null =>
  apis.find(({ pages }) => url.search(pages) !== -1)?.api ?? null;
