import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import type { StoredArticle } from '../../model/article/article.ts';
import type { DateValue } from '../../model/article/draft.ts';
import type { MediaItem } from '../../model/media/media-item.ts';

export const feedFormats = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** The metadata of a feed. */
export interface FeedMeta {
  readonly title: string;
  readonly description: string;
  /** The website for human readers. */
  readonly homeUrl: string;
  /** The feed's own address; null for a file. */
  readonly feedUrl: string | null;
  /** When the feed was made. An argument, so the same articles give the same feed. */
  readonly at: Date;
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

/** An attached medium. Unknown values are null, never a guess. */
interface Enclosure {
  readonly url: string;
  readonly type: string | null;
  readonly bytes: number | null;
}

interface Entry {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Cleaned by the extractor: no script, no handlers. */
  readonly html: string;
  readonly authors: readonly { readonly name: string }[];
  readonly tags: readonly string[];
  readonly published: Date | null;
  readonly updated: Date;
  readonly image: string | null;
  readonly lang: string | null;
  readonly media: readonly Enclosure[];
}

function toEntry(article: StoredArticle): Entry {
  return {
    id: article.id,
    url: article.canonicalUrl,
    title: xmlText(article.title),
    summary: xmlText(article.description ?? article.body.slice(0, 300)),
    html: xmlText(article.bodyHtml),
    authors: article.authors.map((name) => ({ name: xmlText(name) })),
    tags: [...new Set([...topicsMet(article), ...categoryOf(article), ...article.tags])].map(xmlText),
    published: instantOf(article.publishedAt),
    updated: article.updatedAt,
    image: article.leadImage,
    lang: article.lang,
    media: article.media
      .filter(({ role, protection }) => role === 'main' && protection !== 'cenc' && protection !== 'cbcs')
      .map(enclosureOf),
  };
}

function rssFeed(entries: readonly Entry[], meta: FeedMeta): string {
  return generateRssFeed({
    title: meta.title,
    link: meta.homeUrl,
    description: meta.description,
    lastBuildDate: meta.at,
    generator: 'newshawk',
    ...(meta.feedUrl === null ? {} : { atom: { links: [{ href: meta.feedUrl, rel: 'self' }] } }),
    items: entries.map((entry) => ({
      title: entry.title,
      link: entry.url,
      guid: { value: entry.id, isPermaLink: false },
      // RSS readers render a description as HTML; ours is text
      description: escapeHtml(entry.summary),
      content: { encoded: entry.html },
      dc: { creators: entry.authors.map(({ name }) => name) },
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

function atomFeed(entries: readonly Entry[], meta: FeedMeta): string {
  const self = meta.feedUrl === null ? [] : [{ href: meta.feedUrl, rel: 'self' }];
  return generateAtomFeed({
    id: meta.feedUrl ?? meta.homeUrl,
    title: { value: meta.title },
    subtitle: { value: meta.description },
    updated: meta.at,
    links: [...self, { href: meta.homeUrl, rel: 'alternate' }],
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
      summary: { value: entry.summary },
      content: { value: entry.html, type: 'html' },
      authors: entry.authors.length === 0 ? [{ name: new URL(entry.url).host }] : [...entry.authors],
      categories: entry.tags.map((term) => ({ term })),
      ...(entry.published === null ? {} : { published: entry.published }),
    })),
  });
}

function jsonFeed(entries: readonly Entry[], meta: FeedMeta): string {
  const feed = generateJsonFeed({
    title: meta.title,
    home_page_url: meta.homeUrl,
    description: meta.description,
    ...(meta.feedUrl === null ? {} : { feed_url: meta.feedUrl }),
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
  return `${JSON.stringify(feed, null, 2)}\n`;
}

const manifestTypes: Partial<Record<MediaItem['delivery'], string>> = {
  hls: 'application/vnd.apple.mpegurl',
  dash: 'application/dash+xml',
};

const fileTypes: Readonly<Record<string, string>> = { mp4: 'video/mp4', webm: 'video/webm', flv: 'video/x-flv' };

/** The size is given for single files only: a manifest's size is not the medium's. */
const enclosureOf = ({ url, delivery, mimeType, probe }: MediaItem): Enclosure => ({
  url,
  type: mimeType ?? manifestTypes[delivery] ?? fileTypes[probe?.magic ?? ''] ?? null,
  bytes: delivery === 'progressive' ? (probe?.sizeBytes ?? null) : null,
});

const mediaContent = ({ url, type, bytes }: Enclosure) => ({
  url,
  ...(type !== null && { type }),
  ...(bytes !== null && { fileSize: bytes }),
});

const topicsMet = (article: StoredArticle): string[] =>
  article.topics.filter(({ kept }) => kept).map(({ topic }) => topic);

const categoryOf = ({ category }: StoredArticle): string[] => (category === null ? [] : [category.label]);

/** A date without a time becomes midnight UTC: feeds have instants only. */
function instantOf(date: DateValue | null): Date | null {
  if (date === null) return null;
  const at = new Date(date.value);
  return Number.isNaN(at.getTime()) ? null : at;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Removes characters that XML 1.0 (2.2) forbids even escaped: one of them breaks the feed for every reader. */
const xmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');
