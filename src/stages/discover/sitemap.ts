import { NewshawkError } from '../../errors.ts';
import { type CanonicalUrl, readAddress, tryCanonicalUrl } from '../../model/canonical-url.ts';
import type { Link } from '../../model/link.ts';
import { feedLinks } from './feed.ts';
import { isoDate } from './iso-date.ts';
import { children, childText, parseXml, salvageElements, type XmlElement } from './xml.ts';

export interface Sitemap {
  readonly links: readonly Link[];
  /** Further sitemaps that an index names, the newest last where it says when they changed. */
  readonly sitemaps: readonly CanonicalUrl[];
}

/** sitemaps.org: a sitemap has no more addresses than this; the rest of a longer one is left. */
const maxLinks = 50_000;

/**
 * Reads a sitemap: urlset (with Google's news extension), sitemapindex, a feed, or plain lines of addresses: all that the protocol of sitemaps.org allows. Of
 * a broken one the entries that are whole are saved.
 * @param text decoded and unpacked
 * @throws NewshawkError layout-changed when it is none of these
 */
export function readSitemapText(text: string, baseUrl: string): Sitemap {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('<')) return { links: plainLines(start, baseUrl), sitemaps: [] };
  const root = /<(?:\w+:)?(urlset|sitemapindex|rss|rdf|feed)[\s>]/i.exec(start)?.[1]?.toLowerCase();
  if (root === undefined) throw noSitemap(baseUrl, start);
  if (root === 'urlset') return { links: linksOf(elementsOf(start, 'urlset', 'url'), baseUrl), sitemaps: [] };
  if (root === 'sitemapindex')
    return { links: [], sitemaps: sitemapsOf(elementsOf(start, 'sitemapindex', 'sitemap'), baseUrl) };
  return { links: feedLinks(start, baseUrl), sitemaps: [] };
}

function elementsOf(text: string, root: string, name: string): XmlElement[] {
  try {
    return children(parseXml(text), root).flatMap((element) => children(element, name));
  } catch {
    return salvageElements(text, [name]); // not well formed: the whole entries are worth more than the error
  }
}

function linksOf(entries: readonly XmlElement[], baseUrl: string): Link[] {
  const links: Link[] = [];
  for (const entry of entries.slice(0, maxLinks)) {
    const news = children(entry, 'news')[0];
    const date = isoDate(news === undefined ? undefined : childText(news, 'publication_date'));
    const link = linkTo(childText(entry, 'loc'), baseUrl, {
      anchorText: (news === undefined ? undefined : childText(news, 'title')) ?? '',
      publishedAt: date ?? isoDate(childText(entry, 'lastmod')),
    });
    if (link !== null) links.push(link);
  }
  return unique(links);
}

function sitemapsOf(entries: readonly XmlElement[], baseUrl: string): CanonicalUrl[] {
  const dated = entries.flatMap((entry) => {
    const url = tryCanonicalUrl(childText(entry, 'loc') ?? '', baseUrl);
    return url === null ? [] : [{ url, changedAt: isoDate(childText(entry, 'lastmod')) ?? '' }];
  });
  // A stable sort: those without a date keep their order, before the others.
  dated.sort((a, b) => (a.changedAt < b.changedAt ? -1 : a.changedAt > b.changedAt ? 1 : 0));
  return [...new Set(dated.map(({ url }) => url))];
}

function plainLines(text: string, baseUrl: string): Link[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0 || !lines.every((line) => /^\s*https?:\/\/\S+\s*$/i.test(line)))
    throw noSitemap(baseUrl, text);
  const links = lines.slice(0, maxLinks).map((line) => linkTo(line, baseUrl, { anchorText: '', publishedAt: null }));
  return unique(links.filter((link) => link !== null));
}

function linkTo(
  address: string | undefined,
  baseUrl: string,
  said: Pick<Link, 'anchorText' | 'publishedAt'>,
): Link | null {
  const page = address ? readAddress(address, baseUrl) : null;
  return page === null ? null : { ...said, ...page, foundOn: tryCanonicalUrl(baseUrl), context: '', region: 'content' };
}

const unique = (links: readonly Link[]): Link[] => [...new Map(links.map((link) => [link.url, link])).values()];

const noSitemap = (baseUrl: string, text: string): NewshawkError =>
  new NewshawkError(
    'layout-changed',
    `${baseUrl} is no sitemap: it begins with ${JSON.stringify(text.slice(0, 80))}. Correct the source's address or its kind.`,
  );
