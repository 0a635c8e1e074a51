import type { Reading } from '../../model/article/draft.ts';
import type { FetchWay } from '../../model/page/page.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import type { Correction } from '../../model/wrapper/correction.ts';
import type { SourceProposal, SourceProposals } from '../sources/discover-sources.ts';

export interface StudyRequest {
  /** Articles that are read, at most; twice as many pages are fetched, at most. */
  readonly pages: number;
  /** Called before each step that takes time. */
  readonly onProgress: (sentence: string) => void;
}

/** An article of the site that was read. */
export interface StudiedPage {
  readonly url: string;
  readonly snapshot: Snapshot;
  readonly reading: Reading & { readonly draft: NonNullable<Reading['draft']> };
}

/** A rule of the scraper that a study proposes, with what speaks for it. */
export interface ProposedRule {
  readonly selector: string;
  /** A sentence for the person who reads the scraper. */
  readonly evidence: string;
}

/** What the selectors of a scraper's wrapper are, as far as pages show it. */
export interface StudiedRules {
  readonly title: ProposedRule | null;
  readonly body: ProposedRule | null;
  readonly byline: ProposedRule | null;
  readonly date: ProposedRule | null;
  readonly section: ProposedRule | null;
  /** Of elements in the body that are no part of it. */
  readonly clean: readonly string[];
  /** What a person has to decide: a sentence each. */
  readonly decisions: readonly string[];
}

/** Steps that load more of a list, tried on the page. */
export interface StudiedSteps {
  readonly url: string;
  readonly step:
    | { readonly kind: 'click-until-gone'; readonly selector: string }
    | { readonly kind: 'scroll-until-end' };
  /** Links of the list without and with the step. */
  readonly links: readonly [before: number, after: number];
}

/** Addresses of the site's articles. */
export interface StudiedAddresses {
  /** Regular expressions. */
  readonly article: readonly string[];
  /** Share of the other addresses in feeds and sitemaps that they match, 0 to 1; null: there are none. */
  readonly share: number | null;
  /** Whether they match every article that was read, and none of the lists. */
  readonly isSafe: boolean;
}

/** Pages that list the site's articles. */
export interface StudiedLists {
  /** Those that together reach the articles, with how many they show and how many further pages they link. */
  readonly sources: readonly { readonly url: string; readonly articles: number; readonly pages: number }[];
  /** Regular expressions of addresses that are lists and never articles. */
  readonly addresses: readonly string[];
}

/** All that the pages of a site say about a scraper for it. */
export interface SiteStudy {
  readonly host: string;
  /** Scheme, host and port of its home page. */
  readonly origin: string;
  readonly name: string | null;
  /** ISO 639-1; null: unknown, or its pages have several. */
  readonly language: string | null;
  readonly sources: readonly SourceProposal[];
  readonly unread: SourceProposals['unread'];
  /** How its lists are fetched. */
  readonly listWay: FetchWay;
  readonly pages: readonly StudiedPage[];
  /** Pages that were read and are no articles, or could not be read, and why. */
  readonly others: readonly { readonly url: string; readonly why: string }[];
  readonly addresses: StudiedAddresses;
  readonly lists: StudiedLists;
  readonly rules: StudiedRules;
  readonly steps: readonly StudiedSteps[];
  /** What the pages say of paywalls, media and walls: a sentence each. */
  readonly hints: readonly string[];
}

/** What a fixture of a page says is right: the article as it was read. */
export function expectedOf({ title, body, authors, publishedAt }: StudiedPage['reading']['draft']): Correction {
  return {
    title: title === '' ? null : title,
    body: body.split(/\n\n+/),
    authors: authors.length === 0 ? null : authors,
    publishedAt: publishedAt?.value ?? null,
  };
}
