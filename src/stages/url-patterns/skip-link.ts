import { createHash } from 'node:crypto';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { AddressVerdict, SitePatterns } from '../../model/web/url-pattern.ts';
import { structureOf } from './structure.ts';
import { typedAddress } from './typed-address.ts';

/** Who names a link. A feed's entries are articles: they are left out on very strong evidence only. */
export type LinkNaming = 'page' | 'feed';

/** What is done with a link, by the pattern of its address. */
export interface LinkDecision {
  readonly isSkipped: boolean;
  /** Fetched although its pattern says no: one of the few that may show that the pattern is wrong. */
  readonly isExplored: boolean;
  /** A sentence for people. */
  readonly why: string;
}

/** One of this many addresses of a pattern without articles is fetched. */
export const explorationStep = 50;
/** Known articles of a site, at least: before, new kinds of articles still appear. */
export const minArticles = 20;
/** Visits of a pattern's addresses in a row that were no article, at least. */
const enough: Readonly<Record<LinkNaming, number>> = { page: 25, feed: 200 };
/** The same after an article was among them: three times as many. */
export const afterAnArticle = 3;
/** Share of lists among the pattern's pages, at most: they name articles. */
export const maxListings = 0.04;
/** An address that looks more like an article than this is fetched whatever its pattern says. */
const articleForm = 0.7;

/** Decides whether a link is worth a fetch. Only a pattern of visited pages counts, never the form of the address alone. Pure. */
export function linkDecision(
  url: CanonicalUrl,
  verdict: AddressVerdict,
  patterns: SitePatterns,
  naming: LinkNaming,
): LinkDecision {
  const reason = reasonToFetch(url, verdict, patterns, naming);
  if (reason !== null) return { isSkipped: false, isExplored: false, why: reason };
  const isExplored = isExploration(url);
  const seen = `the last ${verdict.pattern?.noArticleInARow} pages with this pattern were no articles`;
  return {
    isSkipped: !isExplored,
    isExplored,
    why: isExplored ? `${seen}; this one of ${explorationStep} is fetched to see whether that is still so` : seen,
  };
}

function reasonToFetch(
  url: CanonicalUrl,
  { class: name, pattern }: AddressVerdict,
  { addresses }: SitePatterns,
  naming: LinkNaming,
): string | null {
  if (name !== 'other' || pattern === null || pattern.class !== 'other' || pattern.scope !== 'shape')
    return 'its pattern is not one of pages without articles';
  if (addresses.article < minArticles) return `only ${addresses.article} articles of the site are known`;
  const wanted = enough[naming] * (pattern.noArticleInARow === pattern.labelled ? 1 : afterAnArticle);
  if (pattern.noArticleInARow < wanted)
    return `${pattern.noArticleInARow} pages of its pattern in a row were no articles: fewer than ${wanted}`;
  if (pattern.listings > maxListings * pattern.labelled) return 'lists are among the pages of its pattern';
  const address = typedAddress(url);
  if (address !== null && structureOf(address).shares.article >= articleForm && naming === 'feed')
    return 'a feed names it, and it looks like an article';
  return null;
}

/** By the address, not by chance: the same one each time, in every process. */
export const isExploration = (url: CanonicalUrl, step = explorationStep): boolean =>
  createHash('sha256').update(url).digest().readUInt32BE(0) % step === 0;
