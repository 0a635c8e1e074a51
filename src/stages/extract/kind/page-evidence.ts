import type { PageType } from '../../../model/article/draft.ts';
import type { ListEntries } from './list-entries.ts';
import type { AddressFeature, DeclaredFeature, ShapeFeature } from './page-model/feature-names.ts';

/** A type, and by what. */
export interface PageTypeFinding {
  readonly type: PageType;
  readonly rule: string;
  readonly why: string;
}

/** The evidence from which a page's type is judged. */
export interface PageEvidence {
  readonly url: string;
  /** It is a feed or a sitemap, in XML. */
  readonly isFeed: boolean;
  /** JSON-LD types of the page's own nodes. */
  readonly types: ReadonlySet<string>;
  readonly ogType: string;
  /** Whether one of the scraper's article patterns matches; null if the site has none. */
  readonly isArticleUrl: boolean | null;
  /** The address is a source of the site, or the scraper names it as a list. */
  readonly isSource: boolean;
  /** A site script or wrapper found the body. */
  readonly bodyByRule: boolean;
  /** The block model accepted no block, and the body is the best of the rejected ones. */
  readonly bodyIsGuess: boolean;
  /** The body stands in script data only: what the page shows says nothing about it. */
  readonly bodyIsUnseen: boolean;
  /** The body is all the text of a box that is marked as the article's. */
  readonly bodyIsWhole: boolean;
  /** Letters of the body (a CJK character counts 2.5), and the share of them in links. */
  readonly bodyLength: number;
  readonly bodyLinkShare: number;
  /** The same without lines that are the headline, a byline or a date: a post whose text is missing has only these. */
  readonly ownTextLength: number;
  /** Lines of the body that are mostly a link, long enough for a headline. */
  readonly bodyHeadlines: number;
  /** Letters of full paragraphs (at least 80 letters, few links) in the whole page. */
  readonly paragraphLength: number;
  /** Share of the page's letters in links. */
  readonly linkShare: number;
  /** Number of content links with a text long enough for a headline. */
  readonly headlineLinks: number;
  readonly hasHeadline: boolean;
  /** Shown near the headline, not only in metadata. */
  readonly hasAuthor: boolean;
  readonly hasDate: boolean;
  readonly hasVideo: boolean;
  /** The title or first heading is that of an error page. */
  readonly isNotFoundPage: boolean;
  /** Titles that link to other pages of the site, and the text that they hold. */
  readonly entries: ListEntries;
  /** Class names of `body`, or a feed in microformats, say that it is a list. */
  readonly hasListName: boolean;
  /** Why its text is not for everybody; null: nothing says so. */
  readonly lock: string | null;
  /** Links to files, folders and commits of a repository. */
  readonly repositoryLinks: number;
  /** A form with a field for a password stands in its content. */
  readonly hasLoginForm: boolean;
  /** What says that the page is an article, and not one of its entries: structured data, Open Graph, or nothing. */
  readonly claim: 'data' | 'meta' | null;
  /** What it is in its wiki; null: it is of no wiki. */
  readonly wiki: 'article' | 'other' | null;
  /** `<meta name="generator">` names forum software, or the page links a forum's parts. */
  readonly isForumSoftware: boolean;
  /** It has the address of a topic, and posts of members under its headline. */
  readonly isThread: boolean;
  /** Its software calls the page, or its first article, a topic: `single-topic`, `node--type-forum`. */
  readonly isNamedTopic: boolean;
  /** What address, metadata and structure say of the page, as numbers. */
  readonly about: Readonly<Record<AddressFeature | DeclaredFeature | ShapeFeature, number>>;
}
