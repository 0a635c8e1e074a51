import type { LinkPlace, PlaceSight } from '../../model/web/url-pattern.ts';

/** Addresses of each kind that are shown to people. */
const maxExamples = 3;

/** What is known of the places where links stand on a site's lists, by place. @param sights oldest first */
export function learnPlaces(sights: readonly PlaceSight[]): ReadonlyMap<string, LinkPlace> {
  const byPlace = new Map<string, PlaceSight[]>();
  for (const sight of sights)
    for (const place of sight.places ?? []) {
      const ofPlace = byPlace.get(place);
      if (ofPlace === undefined) byPlace.set(place, [sight]);
      else ofPlace.push(sight);
    }
  return new Map([...byPlace].map(([place, ofPlace]) => [place, placeOf(place, ofPlace)]));
}

/** Known articles of a place, at least, and their share of its known pages: a menu with one story in it is no list of stories. */
const fruitful = { articles: 5, share: 0.5 };

/** Whether links of a place are articles as a rule. */
export const isFruitful = ({ articles, listings, others }: LinkPlace): boolean =>
  articles >= fruitful.articles && articles >= fruitful.share * (articles + listings + others);

function placeOf(place: string, sights: readonly PlaceSight[]): LinkPlace {
  const of = (label: PlaceSight['label']): readonly PlaceSight[] => sights.filter((sight) => sight.label === label);
  const [articles, listings, others] = [of('article'), of('listing'), of('other')];
  const lastArticle = sights.findLastIndex(({ label }) => label === 'article');
  return {
    place,
    articles: articles.length,
    listings: listings.length,
    others: others.length,
    noArticleInARow: sights.length - 1 - lastArticle,
    examples: [...articles.slice(-maxExamples), ...others.slice(-maxExamples)]
      .slice(0, maxExamples)
      .map(({ url }) => url),
  };
}

/** What a list itself shows of its places: its links to pages that are known. Each address counts once in a place, at the time of its visit. */
export function sightsOnList<T extends PlaceSight>(
  known: readonly T[],
  onList: ReadonlyMap<string, readonly string[]>,
): readonly PlaceSight[] {
  return known.map((sight) => {
    const here = onList.get(sight.url);
    return here === undefined ? sight : { ...sight, places: [...new Set([...(sight.places ?? []), ...here])] };
  });
}
