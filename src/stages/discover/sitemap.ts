import { NewshawkError } from '../../errors.ts';
import { type CanonicalUrl, tryCanonicalUrl, tryWebAddress } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import type { ListReading } from '../../model/web/list-reading.ts';
import { isFeedText, readFeedText } from './feed.ts';
import { isoDate } from './iso-date.ts';
import { children, childText, parseXml, salvageElements, type XmlElement } from './xml.ts';

/**
 * Reads a sitemap in any form that sitemaps.org allows: urlset (with Google's news extension), sitemapindex, a feed, or plain lines of addresses. Of a broken
 * one, the intact entries are salvaged.
 * @param text decoded and decompressed
 * @param limit links that are read, at most
 * @throws NewshawkError layout-changed when it is none of these
 */
export function readSitemapText(text: string, baseUrl: string, limit: number): ListReading {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('<')) return plainLines(start, baseUrl, limit);
  const root = /<(?:\w+:)?(urlset|sitemapindex|rss|rdf|feed)[\s>]/i
    .exec(start.slice(0, prologueLetters))?.[1]
    ?.toLowerCase();
  if (root === undefined) throw notASitemap(baseUrl, start);
  if (root === 'urlset') {
    const { entries, left } = newestEntries(start, 'url', limit);
    return { links: linksOf(entries, baseUrl), sitemaps: [], left };
  }
  if (root === 'sitemapindex') {
    const { entries } = newestEntries(start, 'sitemap', maxSitemaps);
    return { links: [], sitemaps: sitemapsOf(entries, baseUrl), left: 0 };
  }
  return readFeedText(start, baseUrl, limit);
}

/** What list a text is, by its beginning; null: none, such as a page. */
export function listKindOf(text: string): 'feed' | 'sitemap' | null {
  const start = text.slice(0, 2_000);
  if (isFeedText(start)) return 'feed';
  return sitemapStart.test(start) ? 'sitemap' : null;
}
const sitemapStart = /^\uFEFF?\s*(?:<\?[^>]*>\s*|<!--(?:[^-]|-(?!->))*-->\s*)*<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/i;

/** Sitemaps of an index, at most (sitemaps.org). */
const maxSitemaps = 50_000;
/** Letters in which the root element is searched: comments and style sheets may come before it. */
const prologueLetters = 100_000;
/** Letters of a document that is parsed as a tree, at most: in a longer one, entries are located by a scan, and only the chosen ones are parsed. */
const maxTreeLetters = 4_000_000;

interface Entries {
  readonly entries: readonly XmlElement[];
  readonly left: number;
}

/** The newest entries by date, else the first ones, in document order. */
function newestEntries(text: string, name: string, limit: number): Entries {
  if (text.length > maxTreeLetters) return entriesOneByOne(text, name, limit);
  const all = elementsOf(text, name === 'url' ? 'urlset' : 'sitemapindex', name);
  const chosen = newest(
    all.map((entry) => childText(entry, 'lastmod') ?? newsDateOf(entry) ?? ''),
    limit,
  );
  return {
    entries: chosen.map((index) => all[index]).filter((entry) => entry !== undefined),
    left: all.length - chosen.length,
  };
}

function newsDateOf(entry: XmlElement): string | undefined {
  const news = children(entry, 'news')[0];
  return news === undefined ? undefined : childText(news, 'publication_date');
}

function entriesOneByOne(text: string, name: string, limit: number): Entries {
  const starts: number[] = [];
  const start = new RegExp(`<(?:\\w+:)?${name}(?=[\\s>])`, 'gi');
  for (let match = start.exec(text); match !== null; match = start.exec(text)) starts.push(match.index);
  const pieceAt = (index: number) => text.slice(starts[index], starts[index + 1]);
  const chosen = newest(
    starts.map((_, index) => /<(?:\w+:)?(?:lastmod|publication_date)>\s*([^<]{4,40})/i.exec(pieceAt(index))?.[1] ?? ''),
    limit,
  );
  return {
    entries: chosen.flatMap((index) => salvageElements(pieceAt(index), [name])),
    left: starts.length - chosen.length,
  };
}

/** Indexes of the newest dates, ascending. */
function newest(dates: readonly string[], limit: number): number[] {
  const indexes = dates.map((_, index) => index);
  if (dates.length <= limit) return indexes;
  const times = dates.map((date) => Date.parse(isoDate(date) ?? '') || 0);
  indexes.sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
  return indexes.slice(0, limit).sort((a, b) => a - b);
}

function elementsOf(text: string, root: string, name: string): XmlElement[] {
  try {
    return children(parseXml(text), root).flatMap((element) => children(element, name));
  } catch {
    return salvageElements(text, [name]); // not well formed: the intact entries are salvaged
  }
}

function linksOf(entries: readonly XmlElement[], baseUrl: string): Link[] {
  const links: Link[] = [];
  for (const entry of entries) {
    const news = children(entry, 'news')[0];
    const date = isoDate(newsDateOf(entry));
    const title = (news === undefined ? undefined : childText(news, 'title')) ?? '';
    const link = linkTo(childText(entry, 'loc'), baseUrl, title, date ?? isoDate(childText(entry, 'lastmod')));
    if (link !== null) links.push(link);
  }
  return unique(links);
}

function sitemapsOf(entries: readonly XmlElement[], baseUrl: string): CanonicalUrl[] {
  const dated = entries.flatMap((entry) => {
    const url = tryCanonicalUrl(childText(entry, 'loc') ?? '', baseUrl);
    return url === null ? [] : [{ url, changedAt: isoDate(childText(entry, 'lastmod')) ?? '' }];
  });
  // a stable sort: entries without a date keep their order, before the others
  dated.sort((a, b) => (a.changedAt < b.changedAt ? -1 : a.changedAt > b.changedAt ? 1 : 0));
  return [...new Set(dated.map(({ url }) => url))];
}

function plainLines(text: string, baseUrl: string, limit: number): ListReading {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0 || !lines.every((line) => /^\s*https?:\/\/\S+\s*$/i.test(line)))
    throw notASitemap(baseUrl, text);
  const links = lines.slice(0, limit).map((line) => linkTo(line, baseUrl, '', null));
  return {
    links: unique(links.filter((link) => link !== null)),
    sitemaps: [],
    left: Math.max(0, lines.length - limit),
  };
}

function linkTo(
  address: string | undefined,
  baseUrl: string,
  anchorText: string,
  publishedAt: string | null,
): Link | null {
  const page = address ? tryWebAddress(address, baseUrl) : null;
  return page === null
    ? null
    : { anchorText, publishedAt, ...page, foundOn: tryCanonicalUrl(baseUrl), context: '', region: 'content' };
}

const unique = (links: readonly Link[]): Link[] => [...new Map(links.map((link) => [link.url, link])).values()];

const notASitemap = (baseUrl: string, text: string): NewshawkError =>
  new NewshawkError(
    'layout-changed',
    `${baseUrl} is no sitemap: it begins with ${JSON.stringify(text.slice(0, 80))}. Correct the source's address or its kind.`,
  );
