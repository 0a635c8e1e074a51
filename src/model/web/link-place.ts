import type { SeenAddress } from './url-pattern.ts';

/** A visited page, and where links to it stand. */
export type PlaceSight = Pick<SeenAddress, 'url' | 'label' | 'places'>;

/** What is known of the links in one place of a site's lists. */
export interface LinkPlace {
  /** As in links. */
  readonly place: string;
  /** Number of known pages behind its links, by what they are. */
  readonly articles: number;
  readonly listings: number;
  readonly others: number;
  /** The newest of them in a row that were no articles. */
  readonly noArticleInARow: number;
  /** Addresses: articles where there are any. */
  readonly examples: readonly string[];
}
