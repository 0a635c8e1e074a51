import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { PageLink } from '../../model/web/page-link.ts';

/** What the link graph says of an address. */
export interface LinkStanding {
  /** CL(u): number of pages that link to it. */
  readonly inLinks: number;
  /** The best relevance of all links to it; null: no link has one. */
  readonly relevance: number | null;
}

/** The link graph: which page links to which, with which anchor text. Written by `commit`. A link stays after its page drops it. */
export interface Links {
  /** Each address as it will stand once `from` links to it. An address without links counts too. */
  standing(from: CanonicalUrl, to: readonly CanonicalUrl[]): Promise<ReadonlyMap<CanonicalUrl, LinkStanding>>;
  /** Cmax: the largest number of pages that link to one address; 0: there are no links. Reads one record. */
  maxInLinks(): Promise<number>;
  /** The links of a page, by address. Their relevance is the best of all links to that address. */
  from(url: CanonicalUrl, limit: number): Promise<PageLink[]>;
}
