import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import type { StoredArticle } from '../../model/article/article.ts';
import { type FeedFormat, feedFormats } from '../../model/publish/feed-address.ts';
import { type Enclosure, escapeHtml, type FeedEntry, toEntry, xmlText } from './feed-entry.ts';

export { type FeedFormat, feedFormats };

/** The metadata of a feed. */
export interface FeedMeta {
  readonly title: string;
  readonly description: string;
  /** The website for human readers. */
  readonly homeUrl: string;
  /** The feed's own address; null for a file. */
  readonly feedUrl: string | null;
  /** Hubs that announce its changes (WebSub). */
  readonly hubs?: readonly string[];
  /** Where there is more of it; default: this is all. */
  readonly pages?: FeedPages;
  /** When the feed was made. An argument, so the same articles give the same feed. */
  readonly at: Date;
}

/** The pages of a paged feed (RFC 5005, 3). */
export interface FeedPages {
  /** This one, where it is not the first. */
  readonly self: string | null;
  readonly first: string;
  readonly previous: string | null;
  readonly next: string | null;
}

/** The media type of each format. */
export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
};

/** Writes a feed of the articles in their order: RSS 2.0, Atom 1.0 or JSON Feed 1.1. */
export function toFeed(articles: readonly StoredArticle[], meta: FeedMeta, format: FeedFormat): string {
  const entries = articles.map(toEntry);
  const texts = { title: xmlText(meta.title), description: xmlText(meta.description) };
  if (format === 'rss') return rssFeed(entries, { ...meta, ...texts });
  if (format === 'atom') return atomFeed(entries, { ...meta, ...texts });
  return jsonFeed(entries, { ...meta, ...texts });
}

/** Links of the feed itself, by relation. */
export function feedMetaLinks({
  feedUrl,
  hubs = [],
  pages,
}: FeedMeta): { readonly rel: string; readonly href: string }[] {
  const self = pages?.self ?? feedUrl;
  return [
    ...(self === null ? [] : [{ rel: 'self', href: self }]),
    ...hubs.map((href) => ({ rel: 'hub', href })),
    ...(pages === undefined ? [] : [{ rel: 'first', href: pages.first }]),
    ...(pages?.previous == null ? [] : [{ rel: 'previous', href: pages.previous }]),
    ...(pages?.next == null ? [] : [{ rel: 'next', href: pages.next }]),
  ];
}

function rssFeed(entries: readonly FeedEntry[], meta: FeedMeta): string {
  const links = feedMetaLinks(meta);
  const lang = sharedLanguage(entries);
  return generateRssFeed({
    title: meta.title,
    link: meta.homeUrl,
    description: meta.description,
    ...(lang !== null && { language: lang }),
    lastBuildDate: meta.at,
    generator: 'newshawk',
    ...(links.length > 0 && { atom: { links } }),
    items: entries.map((entry) => ({
      title: entry.title,
      link: entry.url,
      guid: { value: entry.id, isPermaLink: false },
      // RSS readers render a description as HTML; ours is text
      description: escapeHtml(entry.summary),
      content: { encoded: entry.html },
      dc: {
        creators: entry.authors.map(({ name }) => name),
        ...(entry.lang !== null && { languages: [entry.lang] }),
      },
      categories: entry.tags.map((name) => ({ name })),
      // an enclosure requires length and type; media without both are only in Media RSS, which requires neither
      enclosures: entry.media.flatMap(({ url, type, bytes }) =>
        type === null || bytes === null ? [] : [{ url, type, length: bytes }],
      ),
      ...(entry.media.length > 0 && { media: { contents: entry.media.map(mediaContent) } }),
      ...(entry.published === null ? {} : { pubDate: entry.published }),
    })),
  });
}

function atomFeed(entries: readonly FeedEntry[], meta: FeedMeta): string {
  return generateAtomFeed({
    // the pages of a feed share its id
    id: meta.feedUrl ?? meta.homeUrl,
    title: { value: meta.title },
    subtitle: { value: meta.description },
    updated: meta.at,
    links: [...feedMetaLinks(meta), { href: meta.homeUrl, rel: 'alternate' }],
    generator: { text: 'newshawk' },
    entries: entries.map((entry) => ({
      id: `urn:newshawk:${entry.id}`,
      title: { value: entry.title },
      updated: entry.updated,
      links: [
        { href: entry.url, rel: 'alternate' },
        ...entry.media.map(({ url, type, bytes }) => ({
          href: url,
          rel: 'enclosure',
          ...(type !== null && { type }),
          ...(bytes !== null && { length: bytes }),
        })),
      ],
      ...(entry.summary.trim() !== '' && { summary: { value: entry.summary } }),
      content: { value: entry.html, type: 'html' },
      authors: entry.authors.length === 0 ? [{ name: new URL(entry.url).host }] : [...entry.authors],
      categories: entry.tags.map((term) => ({ term })),
      ...(entry.lang !== null && { xml: { lang: entry.lang } }),
      ...(entry.published === null ? {} : { published: entry.published }),
    })),
  });
}

function jsonFeed(entries: readonly FeedEntry[], meta: FeedMeta): string {
  const feed = generateJsonFeed({
    title: meta.title,
    home_page_url: meta.homeUrl,
    description: meta.description,
    ...(meta.feedUrl === null ? {} : { feed_url: meta.feedUrl }),
    ...(meta.pages?.next == null ? {} : { next_url: meta.pages.next }),
    ...(meta.hubs !== undefined && meta.hubs.length > 0 && { hubs: meta.hubs.map((url) => ({ type: 'WebSub', url })) }),
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      date_modified: entry.updated,
      tags: [...entry.tags],
      authors: [...entry.authors],
      // JSON Feed requires a type
      attachments: entry.media.flatMap(({ url, type, bytes }) =>
        type === null ? [] : [{ url, mime_type: type, ...(bytes !== null && { size_in_bytes: bytes }) }],
      ),
      ...(entry.published === null ? {} : { date_published: entry.published }),
      ...(entry.image === null ? {} : { image: entry.image }),
      ...(entry.lang === null ? {} : { language: entry.lang }),
    })),
  });
  // `items` is required; the generator leaves out an empty list
  return `${JSON.stringify({ ...(feed as object), ...(entries.length === 0 && { items: [] }) }, null, 2)}\n`;
}

/** The language of all entries; null: they have several, or one has none. */
function sharedLanguage(entries: readonly FeedEntry[]): string | null {
  const [lang, ...others] = new Set(entries.map((entry) => entry.lang));
  return others.length === 0 ? (lang ?? null) : null;
}

const mediaContent = ({ url, type, bytes }: Enclosure) => ({
  url,
  ...(type !== null && { type }),
  ...(bytes !== null && { fileSize: bytes }),
});
