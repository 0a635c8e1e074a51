import type { StoredArticle } from '../../model/article/article.ts';
import type { DateValue } from '../../model/article/draft.ts';
import type { MediaItem } from '../../model/media/media-item.ts';

/** An attached medium. Unknown values are null, never a guess. */
export interface Enclosure {
  readonly url: string;
  readonly type: string | null;
  readonly bytes: number | null;
}

/** An article as feeds have it: texts that XML can hold, absolute addresses. */
export interface FeedEntry {
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

export function toEntry(article: StoredArticle): FeedEntry {
  const { id, canonicalUrl: url, lang } = article;
  return {
    id,
    url,
    title: textOf(article.title) || url,
    summary: xmlText(article.description ?? article.body.slice(0, summaryLength)),
    html: xmlText(article.bodyHtml),
    authors: filled(article.authors).map((name) => ({ name })),
    tags: [...new Set(filled([...topicsMet(article), ...categoryOf(article), ...article.tags]))],
    published: instantOf(article.publishedAt),
    updated: article.updatedAt,
    image: absoluteUrl(article.leadImage),
    lang: lang !== null && languageTag.test(lang) ? lang : null,
    media: article.media
      .filter(({ role, protection }) => role === 'main' && protection !== 'cenc' && protection !== 'cbcs')
      .flatMap(enclosureOf),
  };
}

/** Letters of the summary of an article without a description. */
const summaryLength = 300;
const languageTag = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i;
/** A media type without parameters. What servers say is not always one. */
const mediaType = /^[a-z]+\/[\w.+-]+$/i;

/** Null for what no reader can fetch: texts of manifests, streams without an address. */
function absoluteUrl(url: string | null): string | null {
  if (url === null || !/^https?:/i.test(url) || !URL.canParse(url)) return null;
  return new URL(url).href;
}

/** In one line. */
const textOf = (text: string): string => xmlText(text).replace(/\s+/g, ' ').trim();
const filled = (texts: readonly string[]): string[] => texts.map(textOf).filter((text) => text !== '');

const manifestTypes: Partial<Record<MediaItem['delivery'], string>> = {
  hls: 'application/vnd.apple.mpegurl',
  dash: 'application/dash+xml',
};

const fileTypes: Readonly<Record<string, string>> = { mp4: 'video/mp4', webm: 'video/webm', flv: 'video/x-flv' };

/** The size is given for single files only: a manifest's size is not the medium's. */
function enclosureOf({ url: address, delivery, mimeType, probe }: MediaItem): Enclosure[] {
  const url = absoluteUrl(address);
  if (url === null) return [];
  const served = mimeType?.split(';', 1)[0]?.trim() ?? '';
  const known = mediaType.test(served) ? served : null;
  const type = known ?? manifestTypes[delivery] ?? fileTypes[probe?.magic ?? ''] ?? null;
  return [{ url, type, bytes: delivery === 'progressive' ? (probe?.sizeBytes ?? null) : null }];
}

const topicsMet = (article: StoredArticle): string[] =>
  article.topics.filter(({ kept }) => kept).map(({ topic }) => topic);

const categoryOf = ({ category }: StoredArticle): string[] => (category === null ? [] : [category.label]);

/** A date without a time becomes midnight UTC: feeds have instants only. */
function instantOf(date: DateValue | null): Date | null {
  if (date === null) return null;
  const at = new Date(date.value);
  return Number.isNaN(at.getTime()) ? null : at;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Removes characters that XML 1.0 (2.2) forbids even escaped: one of them breaks the feed for every reader. */
export const xmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');
