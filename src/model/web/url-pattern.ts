import { z } from 'zod';
import { listOf, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from './canonical-url.ts';

export const addressClasses = ['article', 'listing', 'other'] as const;
/** What is behind an address: a story, a page of links, or neither (author, account, gallery, form). */
export type AddressClass = (typeof addressClasses)[number];

/** What is known of an address: its class, that it is no article, or nothing. */
export type AddressLabel = AddressClass | 'no-article' | null;

/** An address that patterns are learned from. */
export interface KnownAddress {
  readonly url: CanonicalUrl;
  readonly label: AddressLabel;
}

/** One cluster of a site's addresses. The first pattern of a site that matches decides. */
export interface UrlPattern {
  /** Anchored; matches addresses without tracking and referrer parameters, regardless of case. No nested quantifiers: linear time. */
  readonly expression: string;
  readonly class: AddressClass;
  /** Share of the class among the addresses of the cluster, 0 to 1, smoothed by what their structure suggests. */
  readonly confidence: number;
  /** Number of known addresses that support the class. */
  readonly support: number;
  /** Number of known addresses that speak against it. */
  readonly against: number;
  /** Number of them with a label. */
  readonly labelled: number;
  /** Number of those that are lists. */
  readonly listings: number;
  /** The newest labelled addresses in a row that were no articles. */
  readonly noArticleInARow: number;
  /** `section`: a page above other pages; `shape`: the whole address; `ending`: its last part, for directories that were never seen. */
  readonly scope: 'section' | 'shape' | 'ending';
  readonly examples: readonly string[];
  readonly counterExamples: readonly string[];
}

/** What was learned of the addresses of one site. */
export interface SitePatterns {
  /** Registrable domain; of an address without one, its host with port. */
  readonly site: string;
  /** Number of known addresses, by label. */
  readonly addresses: {
    readonly article: number;
    readonly listing: number;
    readonly other: number;
    readonly unlabelled: number;
  };
  readonly patterns: readonly UrlPattern[];
  readonly traits: ArticleTraits;
}

/** What the addresses of a site's articles have in common: an address without it is hardly one. */
export interface ArticleTraits {
  /** Number of articles, by label or by form, that the shares are of. */
  readonly articles: number;
  /** Shares of articles with the most frequent extension (`''`: none), with a date, with a number of five digits or an id. */
  readonly extension: string;
  readonly extensionShare: number;
  readonly datedShare: number;
  readonly numberedShare: number;
  /** First directories of nearly all articles; empty: sections differ, or too few articles are known. */
  readonly firstDirectories: readonly string[];
  /** Names of directories that usually hold no stories, and do here. */
  readonly storyDirectories: readonly string[];
}

/** What an address is, before it is fetched. */
export interface AddressVerdict {
  readonly class: AddressClass | 'unknown';
  readonly confidence: number;
  /** The pattern that decided; null: none matches, and the structure of the address decided. */
  readonly pattern: UrlPattern | null;
  /** A sentence for people. */
  readonly why: string;
}

/** What a visit showed of an address. */
export const seenAddressSchema = record({
  /** As patterns name it. */
  site: z.string(),
  url: textOf<CanonicalUrl>(),
  label: z.enum(addressClasses),
  at: z.date(),
  /** Where the link that led to it stands on its list; without them no list named it. */
  places: listOf(z.string()).optional(),
});
export type SeenAddress = z.infer<typeof seenAddressSchema>;

/** Addresses of a site and label that a store keeps, at most: the newest. */
export const maxSeenPerLabel = 400;

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
