import type { WebAddress } from '../web/canonical-url.ts';

/** A link that a list showed after scrolls and clicks. */
export interface FoundLink extends WebAddress {
  readonly text: string;
  /** The text around it: its teaser. */
  readonly context: string;
}

/** What made a list show more: scrolling, a "load more" control, or page numbers without addresses. */
export type ExpandedBy = 'scroll' | 'click' | 'pager';

/** What a list showed beyond its first screen. */
export interface ListExpansion {
  /** Links to the page's own site that were not there before, in the order in which they came. */
  readonly links: readonly FoundLink[];
  /** Scrolls and clicks that brought something new. */
  readonly rounds: number;
  /** Empty: the list showed all at once. */
  readonly by: readonly ExpandedBy[];
  /**
   * `nothing-new`: the list is at its end; `known`: further links were all known; `budget`: there may be more; `stopped`: the page no longer answered, or left
   * for another.
   */
  readonly ended: 'nothing-new' | 'known' | 'budget' | 'stopped';
  /** Which budget is used up, or what stopped it; otherwise ''. */
  readonly why: string;
  /** Entries in all, as the page says; null: it does not. */
  readonly total: number | null;
}

/** Whether a list has more than was loaded. One that never showed anything new has not. */
export const isCutShort = ({ links, ended }: ListExpansion): boolean =>
  links.length > 0 && (ended === 'budget' || ended === 'stopped');
