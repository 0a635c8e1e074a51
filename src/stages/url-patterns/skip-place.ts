import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { maxPlaces } from '../../model/web/link.ts';
import type { AddressVerdict, LinkPlace, SitePatterns } from '../../model/web/url-pattern.ts';
import {
  afterAnArticle,
  explorationStep,
  isExploration,
  type LinkDecision,
  maxListings,
  minArticles,
} from './skip-link.ts';

/** What the address of a link says: that it is no article, nothing, or that it is one. */
type Forecast = 'against' | 'open' | 'for';

/**
 * Known pages of a place in a row that were no articles, at least, by what the address says. With 25 for `open`, the worst of 24 sealed sites lost 6.5 % of its articles where a box began to hold
 * articles (`bench:urls`); with 50 and one in ten explored, none.
 */
const enough: Readonly<Record<Forecast, number>> = { against: 25, open: 50, for: 100 };
/** Share of articles among the pages of a pattern without articles, from which on the pattern says nothing: one label in twenty may be wrong. */
const mixedShare = 0.05;

/**
 * One of this many is fetched where the place alone speaks against a link. A box that begins to hold articles is then noticed after some ten of them: its links are few, and nothing else shows the
 * change. Where the pattern speaks against it too, it is `explorationStep`.
 */
const stepByPlaceAlone = 10;

/**
 * Decides whether a link of a list is worth a fetch, by where it stands: left out if no place of it leads to articles. Pure.
 * @param places its places; none: unknown
 */
export function placeDecision(
  { url, places }: { readonly url: CanonicalUrl; readonly places: readonly string[] },
  known: ReadonlyMap<string, LinkPlace>,
  verdict: AddressVerdict,
  addresses: SitePatterns['addresses'],
): LinkDecision {
  const reason =
    places.length === 0 || places.length >= maxPlaces
      ? 'where it stands is not known'
      : verdict.class === 'listing'
        ? 'it looks like a list'
        : (siteReason(addresses) ??
          places.map((place) => reasonToFollow(known.get(place), forecastOf(verdict))).find((why) => why !== null));
  if (reason != null) return { isSkipped: false, isExplored: false, why: reason };
  const least = Math.min(...places.map((place) => known.get(place)?.noArticleInARow ?? 0));
  const seen = `the last ${least} pages that links in its place led to were no articles`;
  const step = forecastOf(verdict) === 'against' ? explorationStep : stepByPlaceAlone;
  const isExplored = isExploration(url, step);
  return {
    isSkipped: !isExplored,
    isExplored,
    why: isExplored ? `${seen}; this one of ${step} is fetched to see whether that is still so` : seen,
  };
}

/** Whether links of a place may be left out: an article from there changes what is done with the others. */
export const isBarren = (place: LinkPlace | undefined): boolean =>
  place !== undefined && place.noArticleInARow >= enough.against;

/** Why all links of a site are followed; null: places count. */
export const siteReason = ({ article }: SitePatterns['addresses']): string | null =>
  article < minArticles ? `only ${article} articles of the site are known` : null;

/** Why the links of a place are followed; null: they are not. */
export function reasonToFollow(place: LinkPlace | undefined, forecast: Forecast): string | null {
  if (place === undefined) return 'no page from its place is known';
  const { articles, listings, others, noArticleInARow } = place;
  const wanted = enough[forecast] * (articles === 0 ? 1 : afterAnArticle);
  if (forecast === 'for' && articles > 0) return 'it looks like an article, and articles came from its place';
  if (noArticleInARow < wanted)
    return `${noArticleInARow} pages from its place in a row were no articles: fewer than ${wanted}`;
  if (listings > maxListings * (articles + listings + others)) return 'lists come from its place';
  return null;
}

function forecastOf({ class: name, pattern }: AddressVerdict): Forecast {
  if (name === 'article') return 'for';
  if (name !== 'other' || pattern === null) return 'open';
  return pattern.against - pattern.listings > mixedShare * pattern.labelled ? 'open' : 'against';
}
