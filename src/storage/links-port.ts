import type { CanonicalUrl } from '../model/web/canonical-url.ts';
import type { PageLink } from '../model/web/page-link.ts';

/** How an address stands in the link graph. */
export interface LinkStanding {
  /** CL(u): pages that point to it, each counted once. */
  readonly inLinks: number;
  /** The best relevance under which it was named; null where none was told. */
  readonly relevance: number | null;
}

/** The link graph: which page points to which, under which words. Written by `commit`; a link that was there once stays. */
export interface Links {
  /** As the addresses will stand once `from` points to each of them; also of those that nobody points to yet. */
  standing(from: CanonicalUrl, to: readonly CanonicalUrl[]): Promise<ReadonlyMap<CanonicalUrl, LinkStanding>>;
  /** Cmax: the largest number of pages that point to one address; 0 without links. Read, not counted. */
  most(): Promise<number>;
  /** Where a page points to, by address. The relevance is the best under which each address was named. */
  from(url: CanonicalUrl, limit: number): Promise<PageLink[]>;
}
