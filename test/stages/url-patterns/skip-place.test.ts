import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { maxPlaces } from '../../../src/model/web/link.ts';
import {
  type AddressClass,
  type AddressVerdict,
  addressClasses,
  type PlaceSight,
} from '../../../src/model/web/url-pattern.ts';
import { learnPlaces, sightsOnList } from '../../../src/stages/url-patterns/learn-places.ts';
import { isExploration } from '../../../src/stages/url-patterns/skip-link.ts';
import { placeDecision } from '../../../src/stages/url-patterns/skip-place.ts';

const addressOf = (number: number) => canonicalUrl(`https://gazette.example/page-${number}`);
const sights = (place: string, labels: readonly AddressClass[], from = 0): PlaceSight[] =>
  labels.map((label, at) => ({ url: addressOf(from + at), label, places: [place] }));
const times = (count: number, label: AddressClass) => Array.from({ length: count }, () => label);

/** Addresses that are not explored by their hash. */
const [first = addressOf(0), second = first] = Array.from({ length: 50 }, (_, at) => addressOf(9_000 + at)).filter(
  (url) => !isExploration(url) && !isExploration(url, 10),
);
const site = (article = 40) => ({ article, listing: 5, other: 60, unlabelled: 0 });
const said = { confidence: 0.9, why: '' };
const pattern = (against: number): AddressVerdict['pattern'] => ({
  expression: '^https://gazette\\.example/page-\\d+$',
  class: 'other',
  confidence: 0.8,
  support: 100 - against,
  against,
  labelled: 100,
  listings: 0,
  noArticleInARow: 3,
  scope: 'shape',
  examples: [],
  counterExamples: [],
});
/** What the address says: that it is no article, nothing, or that it is one. */
const noArticle: AddressVerdict = { ...said, class: 'other', pattern: pattern(4) };
const mixed: AddressVerdict = { ...said, class: 'other', pattern: pattern(30) };
const unclear: AddressVerdict = { ...said, class: 'unknown', pattern: null };
const looksLikeOne: AddressVerdict = { ...said, class: 'article', pattern: null };

const decide = (
  known: readonly PlaceSight[],
  places: readonly string[],
  verdict: AddressVerdict = noArticle,
  articles?: number,
) => placeDecision({ url: first, places }, learnPlaces(known), verdict, site(articles));

describe('placeDecision', () => {
  const ads = sights('a<aside.ads', times(30, 'other'));

  it('leaves out what stands only where no articles came from', () => {
    expect(decide(ads, ['a<aside.ads'])).toEqual({
      isSkipped: true,
      isExplored: false,
      why: 'the last 30 pages that links in its place led to were no articles',
    });
  });

  it.each([
    ['another place of it is unknown', ads, ['a<aside.ads', 'a<main'], noArticle, 40],
    [
      'another place of it gave an article',
      [...ads, ...sights('a<main', ['article'], 100)],
      ['a<aside.ads', 'a<main'],
      noArticle,
      40,
    ],
    ['too few pages are known', ads.slice(0, 24), ['a<aside.ads'], noArticle, 40],
    ['its pattern has articles too', ads, ['a<aside.ads'], mixed, 40],
    ['its address says nothing', ads, ['a<aside.ads'], unclear, 40],
    [
      'an article came a short while ago',
      [...sights('a<aside.ads', ['article'], 100), ...ads],
      ['a<aside.ads'],
      noArticle,
      40,
    ],
    [
      'lists come from there too',
      [...ads, ...sights('a<aside.ads', ['listing', 'listing'], 100)],
      ['a<aside.ads'],
      noArticle,
      40,
    ],
    ['few articles of the site are known', ads, ['a<aside.ads'], noArticle, 19],
    ['its address looks like a list', ads, ['a<aside.ads'], { ...said, class: 'listing', pattern: null }, 40],
    ['its address looks like an article', ads, ['a<aside.ads'], looksLikeOne, 40],
    ['it has no place', ads, [], noArticle, 40],
    ['not all of its places are known', ads, Array(maxPlaces).fill('a<aside.ads'), noArticle, 40],
  ] as const)('follows it where %s', (_, known, places, verdict, articles) => {
    expect(decide(known, places, verdict, articles)).toMatchObject({ isSkipped: false, isExplored: false });
  });

  it('leaves out an address that looks like an article on overwhelming evidence only', () => {
    const many = sights('a<aside.ads', times(100, 'other'));
    expect(decide(many.slice(1), ['a<aside.ads'], looksLikeOne).isSkipped).toBe(false);
    expect(decide(many, ['a<aside.ads'], looksLikeOne).isSkipped).toBe(true);
    const once = [...sights('a<aside.ads', ['article'], 500), ...many];
    expect(decide(once, ['a<aside.ads'], looksLikeOne).isSkipped).toBe(false);
  });

  it('needs more after an article, and then leaves the place out again', () => {
    const after = [...sights('a<aside.ads', ['article'], 500), ...sights('a<aside.ads', times(75, 'other'))];
    expect(decide(after.slice(0, -1), ['a<aside.ads']).isSkipped).toBe(false);
    expect(decide(after, ['a<aside.ads']).isSkipped).toBe(true);
  });

  it.each([
    ['fifty where its pattern speaks against it too', noArticle, 15, 80],
    ['ten where its address says nothing', unclear, 150, 260],
    ['ten where its pattern has articles too', mixed, 150, 260],
  ] as const)('fetches one address in %s, to see whether the place has changed', (_, verdict, fewest, most) => {
    const places = learnPlaces(sights('a<aside.ads', times(60, 'other')));
    const all = Array.from({ length: 2_000 }, (_, at) => addressOf(10_000 + at));
    const decisions = all.map((url) => placeDecision({ url, places: ['a<aside.ads'] }, places, verdict, site()));
    const explored = decisions.filter(({ isExplored }) => isExplored).length;
    expect(explored).toBeGreaterThan(fewest);
    expect(explored).toBeLessThan(most);
    expect(decisions.filter(({ isSkipped }) => isSkipped)).toHaveLength(all.length - explored);
  });

  it('never leaves out a link with a place whose newest page is an article, whatever else is known', () => {
    const label = fc.constantFrom(...addressClasses);
    const history = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), label), { maxLength: 300 });
    fc.assert(
      fc.property(history, fc.subarray(['a', 'b', 'c'], { minLength: 1 }), label, (visits, places, name) => {
        const known = visits.map(([place, seen], at) => ({ url: addressOf(at), label: seen, places: [place] }));
        const { isSkipped } = placeDecision(
          { url: second, places },
          learnPlaces(known),
          { ...said, class: name, pattern: null },
          site(),
        );
        const rows = places.map((place) =>
          known.filter((sight) => (sight.places as readonly string[]).includes(place)),
        );
        if (rows.some((row) => row.length < 25 || row.slice(-25).some((sight) => sight.label === 'article')))
          expect(isSkipped).toBe(false);
      }),
    );
  });
});

describe('sightsOnList', () => {
  it("counts a known page that the list's places show, at the time of its visit", () => {
    const known = [...sights('a<main', ['article'], 1), ...sights('a<aside', times(2, 'other'), 2)];
    const places = learnPlaces(sightsOnList(known, new Map([[addressOf(1), ['a<aside', 'a<main']]])));
    expect(places.get('a<aside')).toMatchObject({ articles: 1, others: 2, noArticleInARow: 2 });
    expect(places.get('a<main')).toMatchObject({ articles: 1, others: 0, examples: [addressOf(1)] });
  });
});
