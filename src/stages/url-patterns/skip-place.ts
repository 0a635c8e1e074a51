import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { maxPlaces } from '../../model/web/link.ts';
import type { LinkPlace } from '../../model/web/link-place.ts';
import type { AddressVerdict, SitePatterns } from '../../model/web/url-pattern.ts';
import {
  afterAnArticle,
  explorationStep,
  isExploration,
  type LinkDecision,
  maxListings,
  minArticles,
} from './skip-link.ts';

/** Known pages of a place in a row that were no articles, at least. */
const enough = 25;
/** The same where the link's address looks like an article of the site: then its pattern and its place disagree. */
const overwhelming = 100;

/**
 * Decides whether a link of a list is worth a fetch, by where it stands: left out if no place of it leads to articles. Pure.
 * @param places its places; none: unknown
 */
export function placeDecision(
  { url, places }: { readonly url: CanonicalUrl; readonly places: readonly string[] },
  known: ReadonlyMap<string, LinkPlace>,
  verdict: Pick<AddressVerdict, 'class'>,
  { addresses }: Pick<SitePatterns, 'addresses'>,
): LinkDecision {
  const reason =
    places.length === 0 || places.length >= maxPlaces
      ? 'where it stands is not known'
      : verdict.class === 'listing'
        ? 'it looks like a list'
        : (siteReason(addresses) ??
          places.map((place) => reasonToFollow(known.get(place), verdict)).find((why) => why !== null));
  if (reason != null) return { isSkipped: false, isExplored: false, why: reason };
  const least = Math.min(...places.map((place) => known.get(place)?.noArticleInARow ?? 0));
  const seen = `the last ${least} pages that links in its place led to were no articles`;
  const isExplored = isExploration(url);
  return {
    isSkipped: !isExplored,
    isExplored,
    why: isExplored ? `${seen}; this one of ${explorationStep} is fetched to see whether that is still so` : seen,
  };
}

/** Why all links of a site are followed; null: places count. */
export const siteReason = ({ article }: SitePatterns['addresses']): string | null =>
  article < minArticles ? `only ${article} articles of the site are known` : null;

/** Why the links of a place are followed; null: they are not. */
export function reasonToFollow(
  place: LinkPlace | undefined,
  { class: name }: Pick<AddressVerdict, 'class'>,
): string | null {
  if (place === undefined) return 'no page from its place is known';
  const { articles, listings, others, noArticleInARow } = place;
  const wanted = name === 'article' ? overwhelming : enough * (articles === 0 ? 1 : afterAnArticle);
  if (name === 'article' && articles > 0) return 'it looks like an article, and articles came from its place';
  if (noArticleInARow < wanted)
    return `${noArticleInARow} pages from its place in a row were no articles: fewer than ${wanted}`;
  if (listings > maxListings * (articles + listings + others)) return 'lists come from its place';
  return null;
}
