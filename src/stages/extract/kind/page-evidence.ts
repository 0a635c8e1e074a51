/** What is known of a page when its type is judged. */
export interface PageEvidence {
  readonly url: string;
  /** JSON-LD types of the page's own nodes. */
  readonly types: ReadonlySet<string>;
  readonly ogType: string;
  /** The scraper's article pattern matches; null where the site has none. */
  readonly isArticleUrl: boolean | null;
  /** The address is a source of the site. */
  readonly isSource: boolean;
  /** A site script or wrapper found the body. */
  readonly bodyByRule: boolean;
  /** Nothing looked like an article's text, and something was taken all the same. */
  readonly bodyIsGuess: boolean;
  /** Letters of the body found, a CJK character 2.5; share of them in links. */
  readonly bodyLength: number;
  readonly bodyLinkShare: number;
  /** Lines of the body found that are one link, long enough for a headline. */
  readonly bodyHeadlines: number;
  /** Letters of full paragraphs (80 letters and more, few links) in the whole page. */
  readonly paragraphLength: number;
  /** Share of all letters of the page that stand in links. */
  readonly linkShare: number;
  /** Content links whose words are long enough for a headline. */
  readonly headlineLinks: number;
  readonly hasHeadline: boolean;
  readonly hasDate: boolean;
  readonly hasVideo: boolean;
  /** Its title or first heading says that there is no such page. */
  readonly isNotFoundPage: boolean;
  /** Made by a forum's software, by its own word. */
  readonly isForumSoftware: boolean;
}
