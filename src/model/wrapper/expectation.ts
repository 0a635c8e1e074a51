import type { Correction } from './correction.ts';

/** What is right about a fixture's page: a correction, and more that the scraper of its site must give. */
export interface Expectation extends Correction {
  readonly section?: string | null | undefined;
  readonly lang?: string | null | undefined;
  /** Default: an article. */
  readonly pageType?:
    | 'article'
    | 'listing'
    | 'video'
    | 'product'
    | 'forum'
    | 'wiki'
    | 'documentation'
    | 'service'
    | 'bot-wall'
    | 'login-wall'
    | 'consent-wall'
    | 'other'
    | null
    | undefined;
  /** Fields that the page must have, whatever their value: of a failure whose right values nobody has given yet. */
  readonly required?: readonly RequiredValue[] | undefined;
  /** Fields for which a rule of the scraper must match: a value from elsewhere is not enough. */
  readonly rules?: readonly string[] | undefined;
  /** Addresses of the links in a list's content, in page order. */
  readonly links?: readonly string[] | undefined;
}

export type RequiredValue = 'title' | 'body' | 'authors' | 'publishedAt';
