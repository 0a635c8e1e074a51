import type { Explanation } from '../../commands/page/explain.ts';

/** The lines of `explain` about the address itself. Empty where no page of the site was visited. */
export function urlPatternRows({ urlPattern }: Explanation): (readonly [name: string, value: string])[] {
  const { class: name, confidence, why, pattern, addresses, link } = urlPattern;
  const { article, listing, other } = addresses;
  if (article + listing + other === 0) return [];
  const outcome = link.isSkipped ? 'left out' : link.isExplored ? 'fetched, as exploration' : 'fetched';
  return [
    ['class', `${name} (${confidence.toFixed(2)}): ${why}`],
    ...(pattern === null ? [] : [['expression', pattern.expression] as const]),
    ['links to it', `${outcome}: ${link.why}`],
    ...urlPattern.foundAt.map((place) => ['found at', place] as const),
    ['learned from', `${article} articles, ${listing} lists, ${other} other pages of ${urlPattern.site}`],
  ];
}

/** Places that are shown; the others have fewer pages. */
const maxPlacesShown = 20;

/** Where links stand on the site's lists, and what came of them. Only for an address that is a list. */
export function linkPlaceRows({ urlPattern, source }: Explanation): (readonly [name: string, value: string])[] {
  if (urlPattern.class !== 'listing' && source === null) return [];
  const rows = urlPattern.places.slice(0, maxPlacesShown).map((place) => {
    const { articles, listings, others, whyFollowed } = place;
    const outcome = whyFollowed === null ? 'left out, but for one in ten' : `followed: ${whyFollowed}`;
    const counts = `${articles} articles, ${listings} lists, ${others} other pages`;
    return [
      whyFollowed === null ? 'left out' : 'followed',
      `${place.place}: ${counts}; links here are ${outcome}`,
    ] as const;
  });
  const more = urlPattern.places.length - rows.length;
  return more > 0 ? [...rows, ['more', `${more} places with fewer pages`] as const] : rows;
}
