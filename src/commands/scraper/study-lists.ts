import { furtherPages } from '../../crawl/links/link-list.ts';
import { type CanonicalUrl, canonicalUrl } from '../../model/web/canonical-url.ts';
import { siteKey } from '../../model/web/site-key.ts';
import { isListAddress } from '../../stages/schedule/links/article-links.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import { formatOf } from '../../stages/schedule/url-format.ts';
import type { ListOfSite } from '../sources/discover-sources.ts';
import { type ListWithArticles, listAddresses } from './list-addresses.ts';
import type { StudiedLists } from './site-study.ts';

interface ListsToStudy {
  readonly site: string;
  readonly lists: readonly ListOfSite[];
  /** Pages that were read: articles. */
  readonly articles: readonly CanonicalUrl[];
  /** Pages that were read and are no articles. */
  readonly others: readonly CanonicalUrl[];
}

/** Links to articles on a list page, at least: a page about the site has a few too. */
const minArticles = 3;
/** Pages that are proposed as sources, at most. */
const maxLists = 4;
/** A list with further pages that shows this share of what the fullest one shows is as good as it: then the nearest to the front page counts. */
const asFull = 0.5;

/**
 * Which pages of a site list its articles, with their further pages, and which addresses are lists only. A list with further pages reaches all that it ever named, so one of them
 * is enough; without any, the lists that add the most articles count. Pure.
 */
export function studyLists(study: ListsToStudy): StudiedLists {
  const articles = articlesOnLists(study);
  const pages = study.lists.flatMap((list): ListWithArticles[] => {
    if (list.kind !== 'listing') return [];
    const named = new Set(list.links.map(({ url }) => url).filter((url) => articles.has(url)));
    const further = furtherPages(canonicalUrl(list.url), list.shown).map(({ url }) => url);
    return named.size < minArticles ? [] : [{ url: canonicalUrl(list.url), articles: named, further }];
  });
  const sources = mainLists(pages);
  const feeds = new Set(study.lists.filter(({ kind }) => kind === 'feed').map(({ url }) => canonicalUrl(url)));
  const linked = study.lists
    .flatMap(({ links, shown }) => [...links, ...shown])
    .map(({ url }) => url)
    .filter((url) => isOfSite(siteKey(url), study.site) && !feeds.has(url));
  return {
    sources: sources.map(({ url, articles: named, further }) => ({ url, articles: named.size, pages: further.length })),
    addresses: listAddresses({ sources, linked: [...new Set(linked)], articles: [...articles] }),
  };
}

/** Addresses that are articles: those that were read or that feeds name, and others of the same format that do not look like lists. */
function articlesOnLists({ site, lists, articles, others }: ListsToStudy): Set<CanonicalUrl> {
  const isOwn = (url: CanonicalUrl): boolean => isOfSite(siteKey(url), site);
  const inFeeds = lists.filter(({ kind }) => kind === 'feed').flatMap(({ links }) => links.map(({ url }) => url));
  const known = new Set([...articles, ...inFeeds.filter((url) => isOwn(url) && !isListAddress(url))]);
  const formats = new Set([...known].map(formatOf));
  const nones = new Set([...others, ...lists.map(({ url }) => canonicalUrl(url))]);
  const alike = lists
    .flatMap(({ links }) => links.map(({ url }) => url))
    .filter((url) => isOwn(url) && formats.has(formatOf(url)) && !isListAddress(url));
  return new Set([...known, ...alike].filter((url) => !nones.has(url)));
}

function mainLists(pages: readonly ListWithArticles[]): ListWithArticles[] {
  const paged = pages.filter(({ further }) => further.length > 0);
  const most = Math.max(0, ...paged.map(({ articles }) => articles.size));
  const [nearest] = paged
    .filter(({ articles }) => articles.size >= asFull * most)
    .toSorted((a, b) => depthOf(a.url) - depthOf(b.url));
  if (nearest !== undefined) return [nearest];
  const chosen: ListWithArticles[] = [];
  const seen = new Set<CanonicalUrl>();
  const adds = ({ articles }: ListWithArticles): number => articles.difference(seen).size;
  while (chosen.length < maxLists) {
    const [best] = pages.filter((page) => !chosen.includes(page)).toSorted((a, b) => adds(b) - adds(a));
    if (best === undefined || adds(best) < minArticles) break;
    chosen.push(best);
    for (const url of best.articles) seen.add(url);
  }
  return chosen;
}

const depthOf = (url: CanonicalUrl): number => new URL(url).pathname.split('/').filter((text) => text !== '').length;
