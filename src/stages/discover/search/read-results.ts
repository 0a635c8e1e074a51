import { parseFeed } from 'feedsmith';
import { z } from 'zod';
import { NewshawkError } from '../../../errors.ts';
import type { SearchEngine, SearchResult } from '../../../model/seed/search.ts';
import { webUrl } from '../../../model/web/canonical-url.ts';
import { feedLinks } from '../feed.ts';
import { isoDate } from '../iso-date.ts';
import { feedText } from '../plain-text.ts';

/** An engine's answer. */
export interface SearchAnswer {
  /** Best first. */
  readonly results: readonly SearchResult[];
  /** What the engine says was left out: other engines that did not answer it. */
  readonly notes: readonly string[];
}

const text = z.string().nullish().catch(null);
/** The fields that are used; others of them may be missing or of another type. */
const searxngAnswer = z.object({
  results: z.array(z.object({ url: text, title: text, content: text, publishedDate: text, pubdate: text }).catch({})),
  unresponsive_engines: z.array(z.array(z.unknown())).catch([]),
});

/**
 * Reads what an engine answers: SearXNG's JSON, or RSS (any other feed format, too).
 * @param body decoded
 * @param url where the answer came from
 * @throws NewshawkError layout-changed when it is something else
 */
export function readSearchAnswer({ kind, name }: SearchEngine, body: string, url: string): SearchAnswer {
  if (kind === 'rss') return { results: readRss(body, url), notes: [] };
  const parsed = searxngAnswer.safeParse(parseJson(body));
  if (!parsed.success)
    throw new NewshawkError(
      'layout-changed',
      `${name} answered with something else than SearXNG's JSON; it begins with: ${JSON.stringify(body.trimStart().slice(0, 80))}. Check the address in NEWSHAWK_SEARCH_ENGINES.`,
    );
  const results = parsed.data.results.flatMap(({ url: raw, title, content, publishedDate, pubdate }) => {
    const address = webUrl(raw ?? '', url);
    return address === null || !raw
      ? []
      : [
          {
            url: address,
            title: feedText(title ?? ''),
            snippet: feedText(content ?? ''),
            publishedAt: isoDate(publishedDate ?? pubdate ?? undefined),
          },
        ];
  });
  const notes = parsed.data.unresponsive_engines.map((engine) => `${name}: no answer from ${engine.join(' ')}`);
  return { results, notes };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null; // the caller describes what it is instead
  }
}

function readRss(body: string, url: string): SearchResult[] {
  const publishers = publishersOf(body);
  return feedLinks(body, url).map((link) => {
    const address = link.asWritten ?? link.url;
    return {
      url: targetOf(address, url) ?? publishers.get(address) ?? address,
      title: link.anchorText,
      snippet: link.context,
      publishedAt: link.publishedAt,
    };
  });
}

/** Many engines link to themselves and redirect. The page's own address is then a parameter of the link; null where it is not, or the link leads elsewhere. */
function targetOf(address: string, engineUrl: string): string | null {
  const { hostname, searchParams } = new URL(address);
  if (!isSameHost(hostname, new URL(engineUrl).hostname)) return null;
  return (
    [...searchParams.values()].flatMap((value) => (/^https?:\/\//i.test(value) ? (webUrl(value) ?? []) : []))[0] ?? null
  );
}

/** The publisher's address of each item whose link leads to the engine itself: RSS's `source` element. */
function publishersOf(body: string): ReadonlyMap<string, string> {
  const publishers = new Map<string, string>();
  try {
    const parsed = parseFeed(body);
    for (const { link, source } of parsed.format === 'rss' ? (parsed.feed.items ?? []) : []) {
      const site = source?.url === undefined ? null : webUrl(source.url);
      if (link !== undefined && site !== null) publishers.set(link, site);
    }
  } catch {
    // a broken feed: feedLinks salvages its items, without their publishers
  }
  return publishers;
}

const isSameHost = (a: string, b: string): boolean => withoutWww(a) === withoutWww(b);
const withoutWww = (host: string): string => host.replace(/^www\./, '');
