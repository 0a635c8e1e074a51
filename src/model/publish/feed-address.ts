export const feedFormats = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** Name of the feed of all topics and sites. */
export const allArticles = 'all';

/** What a feed holds. A name without a prefix is a topic, else a site. */
export const feedPrefixes = { topic: 'topic:', site: 'site:', category: 'category:', story: 'story:' } as const;

/** The address of a feed, without parameters. @param base address of the server: `https://news.example/` or with a folder */
export const feedAddress = (base: string, name: string, format: FeedFormat): string =>
  `${base.replace(/\/+$/, '')}/v1/feeds/${encodeURIComponent(name)}.${format}`;

/** What decides in which feeds an article is. */
export interface FeedMember {
  /** `ArticleStatus`. */
  readonly status: string;
  readonly site: string;
  readonly topics: readonly { readonly topic: string; readonly kept: boolean }[];
  readonly category: { readonly label: string } | null;
}

/** Names of the feeds that an article is in, those of stories left out; none where it is not published. */
export function feedsOf({ status, site, topics, category }: FeedMember): string[] {
  if (status !== 'published') return [];
  const topicNames = topics.flatMap(({ topic, kept }) => (kept ? [topic] : []));
  const labels = category === null ? [] : [`${feedPrefixes.category}${category.label}`];
  return [...new Set([allArticles, site, ...topicNames, ...labels])];
}
