import { describe, expect, it } from 'vitest';
import { LinkPatterns } from '../../../src/crawl/links/link-patterns.ts';
import { type CanonicalUrl, canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { AddressClass, SeenAddress } from '../../../src/model/web/url-pattern.ts';
import { explorationStep } from '../../../src/stages/url-patterns/skip-link.ts';
import { slug } from '../../stages/url-patterns/site-addresses.ts';
import { at } from '../../storage/records.ts';

const site = 'gazette.example';
const addressOf = (path: string) => canonicalUrl(`https://www.${site}${path}`);

/** A store that only remembers addresses, and a clock that the test moves. */
function openPatterns() {
  const seen: SeenAddress[] = [];
  const clock = { ms: 0 };
  let reads = 0;
  const ofSite = async (asked: string) => {
    reads++;
    return seen.filter((one) => one.site === asked);
  };
  const patterns = new LinkPatterns(ofSite, { now: () => at(0), monotonicMs: () => clock.ms });
  const visit = (path: string, label: AddressClass, places?: readonly string[]) => {
    const sight = { site, url: addressOf(path), label, at: at(seen.length), ...(places && { places }) };
    seen.push(sight);
    patterns.note(sight);
  };
  return { patterns, visit, clock, reads: () => reads };
}

const linkTo = (url: CanonicalUrl) => ({ url });
const offers = Array.from({ length: 400 }, (_, number) => addressOf(`/offers/${1_000_000 + number * 37}`));

/** A site whose articles and offers are known. */
function openKnown(offersSeen = 40, articlesSeen = 40) {
  const known = openPatterns();
  for (let number = 0; number < articlesSeen; number++) known.visit(`/world/${slug(number)}`, 'article');
  for (let number = 0; number < offersSeen; number++) known.visit(`/offers/${5_000_000 + number * 13}`, 'other');
  return known;
}

describe('LinkPatterns', () => {
  it('leaves out links of a pattern that never held an article, but for one in fifty', async () => {
    const { patterns } = openKnown();
    const decisions = [...(await patterns.decide(offers.map(linkTo), 'page')).values()];
    const [skipped, explored] = [
      decisions.filter(({ isSkipped }) => isSkipped),
      decisions.filter(({ isExplored }) => isExplored),
    ];
    expect(skipped.length + explored.length).toBe(offers.length);
    expect(explored.length).toBeGreaterThan(0);
    expect(explored.length).toBeLessThan((3 * offers.length) / explorationStep);
    expect(skipped[0]?.why).toBe('the last 40 pages with this pattern were no articles');
    expect([...(await patterns.decide(offers.map(linkTo), 'page')).values()]).toEqual(decisions);
  });

  it('keeps articles, sections, and shapes that nobody saw', async () => {
    const { patterns } = openKnown();
    const links = [
      `/world/${slug(99)}`,
      `/politics/${slug(98)}`,
      '/world',
      '/a/b/c/d',
      '/2024/05/03/x',
      `/guides/${slug(5)}`,
    ].map(addressOf);
    expect([...(await patterns.decide(links.map(linkTo), 'page')).values()].map(({ isSkipped }) => isSkipped)).toEqual(
      links.map(() => false),
    );
  });

  it.each([
    ['few pages of the pattern are known', 15, 40],
    ['few articles of the site are known', 40, 8],
  ])('leaves nothing out while %s', async (_, offersSeen, articlesSeen) => {
    const { patterns } = openKnown(offersSeen, articlesSeen);
    expect(
      [...(await patterns.decide(offers.map(linkTo), 'page')).values()].filter(({ isSkipped }) => isSkipped),
    ).toEqual([]);
  });

  it('believes a feed more than a pattern', async () => {
    const { patterns } = openKnown();
    expect(
      [...(await patterns.decide(offers.map(linkTo), 'feed')).values()].filter(({ isSkipped }) => isSkipped),
    ).toEqual([]);
  });

  it('fetches all links of a pattern again as soon as one of them turns out an article', async () => {
    const { patterns, visit } = openKnown();
    await patterns.decide(offers.map(linkTo), 'page');
    visit('/offers/7654321', 'article');
    expect(
      [...(await patterns.decide(offers.map(linkTo), 'page')).values()].filter(({ isSkipped }) => isSkipped),
    ).toEqual([]);
  });

  it('learns again after new addresses and after a time, not for each link', async () => {
    const { patterns, visit, clock, reads } = openKnown();
    await patterns.decide(offers.map(linkTo), 'page');
    expect(reads()).toBe(1);
    for (let number = 0; number < 12; number++) visit(`/world/${slug(200 + number)}`, 'article');
    await patterns.decide(offers.map(linkTo), 'page');
    expect(reads()).toBe(2);
    clock.ms += 600_000;
    await patterns.decide(offers.map(linkTo), 'page');
    expect(reads()).toBe(3);
  });

  it('leaves out links by their places on lists, until a place yields an article', async () => {
    const { patterns, visit } = openPatterns();
    const [box, main] = [['a<aside.partners'], ['a<h3<main']];
    // flat titles: the addresses of both say nothing
    const title = (number: number) =>
      `/${slug(number)}-${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
    for (let number = 0; number < 120; number++) {
      visit(title(number), 'article', main);
      visit(title(number + 200), 'other', box);
    }
    const links = Array.from({ length: 60 }, (_, number) => addressOf(title(400 + number)));
    const skippedIn = async (places: readonly string[]) =>
      [
        ...(
          await patterns.decide(
            links.map((url) => ({ url, places })),
            'page',
          )
        ).values(),
      ].filter(({ isSkipped, by }) => isSkipped && by === 'place').length;
    expect(await skippedIn(main)).toBe(0);
    expect(await skippedIn(box)).toBeGreaterThan(50);
    expect(await skippedIn([...box, ...main])).toBe(0);
    visit(title(500), 'article', box);
    expect(await skippedIn(box)).toBe(0);
  });

  it('knows the places from which articles come, by visits and by the list itself', async () => {
    const { patterns, visit } = openPatterns();
    for (let number = 0; number < 6; number++) visit(`/world/${slug(number)}`, 'article', ['a<h3']);
    visit('/world', 'listing', ['a<nav']);
    visit('/about', 'other', ['a<nav']);
    // a feed named these: that they stand in the menu too shows on the list only
    for (let number = 20; number < 26; number++) visit(`/sport/${slug(number)}`, 'article');
    const links = Array.from({ length: 6 }, (_, at) => ({
      url: addressOf(`/sport/${slug(20 + at)}`),
      places: ['a<ul.menu-news', ...(at === 0 ? ['a<nav'] : [])],
    }));
    expect(await patterns.fruitfulPlaces(addressOf('/'), [])).toEqual(new Set(['a<h3']));
    expect(await patterns.fruitfulPlaces(addressOf('/'), links)).toEqual(new Set(['a<h3', 'a<ul.menu-news']));
  });
});
