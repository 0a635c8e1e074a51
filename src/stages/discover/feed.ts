import { type AtomFeed, type JsonFeed, parseFeed, type RdfFeed, type RssFeed } from 'feedsmith';
import { NewshawkError } from '../../errors.ts';
import { tryCanonicalUrl, tryWebAddress } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import type { ListReading } from '../../model/web/list-reading.ts';
import { entryHash } from './feed-entries.ts';
import { isoDate } from './iso-date.ts';
import { feedText } from './plain-text.ts';
import { children, childText, salvageElements, type XmlElement } from './xml.ts';

/** The fields that all formats have in common. */
interface FeedEntry {
  /** Addresses in order of trust; the first valid one is used. */
  readonly addresses: readonly (string | undefined)[];
  readonly base?: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly date: string | undefined;
  /** What an edit changes, beside title and summary: the whole text, the time of the last change. */
  readonly more: readonly (string | undefined)[];
}

/** As `feedLinks`, but only `limit` links, the newest ones: most feeds list these first, and of those that list them last, the end is read. */
export function readFeedText(text: string, baseUrl: string, limit: number): ListReading {
  const starts = entryStarts(text);
  const max = limit + spareEntries;
  const dropped = Math.max(0, starts.length - max);
  // building a tree of 100,000 entries takes longer than a page may take
  const { entries, hubs } = readFeed(dropped === 0 ? text : text.slice(0, starts[max]) + closingTags(text), baseUrl);
  let links = linksOf(entries, baseUrl);
  if (dropped + links.length > limit && isOldestFirst(links)) {
    const end = dropped === 0 ? text : text.slice(0, starts[0]) + text.slice(starts[dropped]);
    links = linksOf(readFeed(end, baseUrl).entries, baseUrl).reverse();
  }
  return { links: links.slice(0, limit), sitemaps: [], left: Math.max(0, links.length - limit) + dropped, hubs };
}

/** Entries that are read beyond the limit: some have no address, or one that occurs twice. */
const spareEntries = 500;

/** The start of an entry, with its name; or a text that is not markup, which may contain one: a cut within it would lose the whole feed. */
const entryOrText = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<(item|entry)[\s>]/gi;

/** Where the entries of an XML feed begin. */
function entryStarts(text: string): number[] {
  const starts: number[] = [];
  for (const { 1: name, index } of text.matchAll(entryOrText)) if (name !== undefined) starts.push(index);
  return starts;
}

/** Whether the dates of a feed grow, but for a few that were corrected. */
function isOldestFirst(links: readonly Link[]): boolean {
  const times = links.flatMap(({ publishedAt }) => (publishedAt === null ? [] : [Date.parse(publishedAt)]));
  const steps = times.slice(1).map((time, at) => Math.sign(time - (times[at] ?? time)));
  const [ups, downs] = [1, -1].map((sign) => steps.filter((step) => step === sign).length);
  return (ups ?? 0) > 9 * (downs ?? 0);
}

/** The end of a feed after its last entry: RDF has its items beside the channel. */
function closingTags(text: string): string {
  const [, root = ''] = /<(rss|feed|rdf:RDF)[\s>]/i.exec(text.slice(0, 20_000)) ?? [];
  return /^rss$/i.test(root) ? `</channel></${root}>` : `</${root}>`;
}

/** Whether a text is a feed (RSS, Atom, RDF, JSON Feed), by its beginning. */
export const isFeedText = (text: string): boolean => feedStart.test(text.slice(0, 2_000));
const feedStart =
  /^\uFEFF?\s*(?:<\?[^>]*>\s*|<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE rss[^>]*>\s*)*<(?:rss|feed|rdf:RDF)[\s>]|^\uFEFF?\s*\{\s*"version"\s*:\s*"https?:\/\/jsonfeed\.org\//i;

/**
 * The entries of a feed as links: RSS 0.9x to 2.0, RDF, Atom, JSON Feed. Entries without an address are left out; an empty feed gives an empty list. Of a broken
 * feed, the intact entries are salvaged.
 * @param text decoded
 * @param baseUrl where the feed came from
 * @throws NewshawkError layout-changed when it is no feed; the message quotes its beginning
 */
export const feedLinks = (text: string, baseUrl: string): Link[] => linksOf(readFeed(text, baseUrl).entries, baseUrl);

function linksOf(entries: readonly FeedEntry[], baseUrl: string): Link[] {
  const foundOn = tryCanonicalUrl(baseUrl);
  const links = new Map<string, Link>();
  for (const entry of entries) {
    const base =
      entry.base !== undefined && URL.canParse(entry.base, baseUrl) ? new URL(entry.base, baseUrl).href : baseUrl;
    const address = entry.addresses
      .map((candidate) => (candidate ? tryWebAddress(candidate, base) : null))
      .find((candidate) => candidate !== null);
    if (address === undefined || links.has(address.url)) continue;
    links.set(address.url, {
      ...address,
      foundOn,
      anchorText: feedText(entry.title),
      context: feedText(entry.summary),
      region: 'content',
      publishedAt: isoDate(entry.date),
      entryHash: entryHash([entry.title, entry.summary, ...entry.more]),
    });
  }
  return [...links.values()];
}

interface Feed {
  readonly entries: readonly FeedEntry[];
  readonly hubs: NonNullable<ListReading['hubs']>;
}

const noHubs: Feed['hubs'] = { hub: [], self: [] };

function readFeed(text: string, baseUrl: string): Feed {
  try {
    return parsedFeed(text);
  } catch (error) {
    // the library refuses broken feeds and feeds without a title: both may have entries
    const salvaged = salvageElements(text, ['item', 'entry']).map(salvagedEntry);
    if (salvaged.length > 0 || looksLikeFeed(text)) return { entries: salvaged, hubs: noHubs };
    const problem = error instanceof Error ? error.message : String(error);
    throw new NewshawkError(
      'layout-changed',
      `${baseUrl} is no feed (${problem}); it begins with: ${JSON.stringify(text.trimStart().slice(0, 80))}. Correct the source's address or its kind.`,
      { cause: error },
    );
  }
}

const looksLikeFeed = (text: string): boolean =>
  /^(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype[^>]*>)*<(?:\w+:)?(rss|rdf|feed|channel)[\s>]/i.test(text);

function parsedFeed(text: string): Feed {
  const parsed = parseFeed(text.replace(/^\uFEFF/, '').trimStart());
  switch (parsed.format) {
    case 'rss':
      return { entries: (parsed.feed.items ?? []).map(rssEntry), hubs: hubLinks(parsed.feed.atom?.links) };
    case 'rdf':
      return { entries: (parsed.feed.items ?? []).map(rdfEntry), hubs: hubLinks(parsed.feed.atom?.links) };
    case 'atom':
      return {
        entries: (parsed.feed.entries ?? []).map((entry) => atomEntry(entry, parsed.feed.xml?.base)),
        hubs: hubLinks(parsed.feed.links),
      };
    case 'json':
      return {
        entries: (parsed.feed.items ?? []).map(jsonEntry),
        hubs: {
          hub: (parsed.feed.hubs ?? []).flatMap(({ type, url }) => (/^websub$/i.test(type ?? '') ? (url ?? []) : [])),
          self: [parsed.feed.feed_url ?? []].flat(),
        },
      };
  }
}

function rssEntry(item: RssFeed.Item<string>): FeedEntry {
  const guid = item.guid?.isPermaLink === false ? undefined : absolute(item.guid?.value);
  return {
    addresses: [item.link, atomAddress(item.atom?.links), guid, item.enclosures?.[0]?.url],
    base: item.xml?.base,
    title: item.title ?? item.dc?.titles?.[0],
    summary: item.description ?? item.content?.encoded,
    date: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated,
    more: [item.content?.encoded, item.atom?.updated],
  };
}

const rdfEntry = (item: RdfFeed.Item<string>): FeedEntry => ({
  addresses: [item.link, absolute(item.rdf?.about)],
  base: item.xml?.base,
  title: item.title ?? item.dc?.titles?.[0],
  summary: item.description ?? item.content?.encoded,
  date: item.dc?.dates?.[0] ?? item.dcterms?.created?.[0],
  more: [item.content?.encoded],
});

function atomEntry(entry: AtomFeed.Entry<string>, feedBase: string | undefined): FeedEntry {
  return {
    addresses: [atomAddress(entry.links), absolute(entry.id)],
    base: joinedBase(feedBase, entry.xml?.base),
    title: entry.title?.value,
    summary: entry.summary?.value ?? entry.content?.value,
    date: entry.published ?? entry.updated,
    more: [entry.content?.value, entry.updated],
  };
}

const jsonEntry = (item: JsonFeed.Item<string>): FeedEntry => ({
  addresses: [item.url, item.external_url, absolute(item.id)],
  title: item.title,
  summary: item.summary ?? item.content_text ?? item.content_html,
  date: item.date_published ?? item.date_modified,
  more: [item.content_text, item.content_html, item.date_modified],
});

function hubLinks(links: readonly { href?: string; rel?: string }[] = []): Feed['hubs'] {
  const of = (relation: string) => links.flatMap(({ rel, href }) => (rel === relation ? (href ?? []) : []));
  return { hub: of('hub'), self: of('self') };
}

/** RFC 4287: a link without `rel` is an alternate. */
function atomAddress(links: readonly { href?: string; rel?: string; type?: string }[] | undefined): string | undefined {
  const alternates = (links ?? []).filter(({ rel }) => rel === undefined || rel === 'alternate');
  return (alternates.find(({ type }) => type === undefined || type.includes('html')) ?? alternates[0])?.href;
}

function salvagedEntry(item: XmlElement): FeedEntry {
  const atomLinks = children(item, 'link').map((link) => ({
    ...attribute('href', link),
    ...attribute('rel', link),
    ...attribute('type', link),
  }));
  return {
    addresses: [
      childText(item, 'link'),
      atomAddress(atomLinks),
      absolute(childText(item, 'guid') ?? childText(item, 'id')),
    ],
    title: childText(item, 'title'),
    summary: childText(item, 'description') ?? childText(item, 'summary'),
    date: ['pubdate', 'published', 'date', 'updated'].map((name) => childText(item, name)).find((date) => date),
    more: [childText(item, 'content'), childText(item, 'updated')],
  };
}

function attribute(name: string, element: XmlElement): Record<string, string> {
  const value = element[`@${name}`];
  return typeof value === 'string' ? { [name]: value } : {};
}

/** The id, where it is an absolute address. */
const absolute = (id: string | undefined): string | undefined =>
  id !== undefined && /^https?:\/\//i.test(id) ? id : undefined;

function joinedBase(outer: string | undefined, inner: string | undefined): string | undefined {
  if (outer === undefined || inner === undefined) return inner ?? outer;
  return URL.canParse(inner, outer) ? new URL(inner, outer).href : outer;
}
