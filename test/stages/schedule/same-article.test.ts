import { describe, expect, it } from 'vitest';
import { noOwnData, type OwnData } from '../../../src/model/data/own-data.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import {
  articleDifference,
  compareLinks,
  compareReadings,
  type PageReading,
  shortfallOf,
} from '../../../src/stages/schedule/same-article.ts';
import { mediaItem } from '../../storage/records.ts';
import { articleReading, link, listingReading, noDraft } from '../../support/readings.ts';

const url = 'http://gazette.example/a';
const words = Array.from({ length: 200 }, (_, index) => `word${index}`);
const noMedia: PageReading['snapshot'] = snapshotOfSource(
  { url: canonicalUrl(url), html: '', takenAt: new Date(0) },
  { media: [], noMedia: 'not-video-page' },
);
const film = (reasons: readonly string[]): PageReading['snapshot'] => ({
  ...noMedia,
  media: [mediaItem('http://cdn.example/a.mp4', { reasons })],
  noMedia: null,
});
const page = (reading: PageReading['reading'], snapshot = noMedia): PageReading => ({ reading, snapshot });
const text = (body: string, snapshot = noMedia) => page(articleReading(url, { body }), snapshot);
const withRecord: OwnData = {
  ...noOwnData,
  records: [{ kind: 'sailing', records: [{ key: 'k' }] }] as unknown as OwnData['records'],
};
const listOf = (count: number) => Array.from({ length: count }, (_, index) => `http://gazette.example/${index}`);

describe('shortfallOf', () => {
  it.each([
    ['an article', text('x'), true],
    ['an article that leads to its film', text('x', { ...noMedia, noMedia: 'not-play-page' }), true],
    ['a film outside the crawl', text('x', { ...noMedia, noMedia: 'domain-not-allowed' }), true],
    ['an article on a play page without a medium', text('x', { ...noMedia, noMedia: 'no-media' }), false],
    ['an article with a medium of markup only', text('x', film(['a video element'])), false],
    ['an article with a medium of structured data', text('x', film(['JSON-LD contentUrl'])), true],
    ['nothing', page(noDraft()), false],
    ['a listing with enough links', page(listingReading(listOf(5))), true],
    ['a listing with a menu only', page(listingReading(listOf(5), { region: 'navigation' })), false],
    ['a listing of two stories with records', page({ ...listingReading(listOf(2)), ownData: withRecord }), true],
    ['a page for members', page(noDraft({ reason: 'login-required' })), true],
    ['a page that says it is an article, without a text', page(noDraft({ reason: 'too-short' })), false],
    ['a listing behind a wall', page({ ...listingReading(listOf(5)), reason: 'blocked' }), false],
    ['a listing with one link five times', page(listingReading(Array(5).fill(url))), false],
  ])('%s', (_, given, isEnough) => expect(shortfallOf(given) === null).toBe(isEnough));
});

describe('compareReadings', () => {
  const full = text(words.join(' '));
  const retitled = articleReading(url, { body: words.join(' ') });
  const other = page({ ...retitled, draft: retitled.draft && { ...retitled.draft, title: 'Another title' } });

  const withConfidence = (confidence: number): PageReading => {
    const { draft, ...reading } = full.reading;
    const body = { by: 'generic', confidence } as const;
    return page({ ...reading, draft: draft && { ...draft, provenance: { ...draft.provenance, body } } });
  };
  const [sure, doubtful] = [withConfidence(0.95), withConfidence(0.4)];

  it.each([
    ['the same', full, full, 'same', ''],
    ['a counter more', full, text(`${words.join(' ')} 17 shares`), 'same', ''],
    ['the order of paragraphs', full, text(words.toReversed().join(' ')), 'same', ''],
    ['a third of the text missing', text(words.slice(0, 130).join(' ')), full, 'differs', 'body overlap 0.79'],
    ['another title', full, other, 'differs', 'the titles differ'],
    [
      'a text that the browser has not faded in',
      sure,
      text('0%'),
      'browser-lacks',
      'the browser shows hardly any of the text',
    ],
    ['a doubtful text that the browser hides', doubtful, text('0%'), 'differs', 'body overlap 0.00'],
    ['a medium in place of the text', sure, text('0%', film(['played'])), 'differs', 'body overlap 0.00'],
    [
      'a medium that only a player asks for',
      full,
      text(words.join(' '), film(['played'])),
      'differs',
      'only the browser found the medium',
    ],
    ['a shell', page(noDraft({ detail: 'no text' })), full, 'static-lacks', 'no text'],
    ['a wall before the static fetch', { failure: 'turned away: 403' }, full, 'static-lacks', 'turned away: 403'],
    [
      'a wall before the browser',
      full,
      page(noDraft({ reason: 'blocked', detail: 'a puzzle' })),
      'browser-lacks',
      'a puzzle',
    ],
    ['a browser that times out', full, { failure: 'timed-out: 45 s' }, 'browser-lacks', 'timed-out: 45 s'],
    [
      'an article that is a list to the browser',
      full,
      page(listingReading(listOf(9))),
      'differs',
      'static: an article, browser: a list',
    ],
    ['a list', page(listingReading(listOf(20))), page(listingReading(listOf(22))), 'same', ''],
    [
      'half a list',
      page(listingReading(listOf(10))),
      page(listingReading(listOf(20))),
      'differs',
      "50 % of the browser's 20 links",
    ],
  ])('%s', (_, plain, rendered, result, detail) =>
    expect(compareReadings(plain, rendered)).toEqual({ result, detail }),
  );

  it('says nothing of a page that is no article in either mode', () => {
    expect(compareReadings(page(noDraft()), page(noDraft()))).toBeNull();
    expect(compareReadings({ failure: 'a wall' }, { failure: 'a wall' })).toBeNull();
  });

  it('learns from a short list that a browser shows alike, not from one that has other links there', () => {
    const short = page(listingReading(listOf(2)));
    expect(compareReadings(short, short)).toEqual({ result: 'same', detail: '' });
    expect(compareReadings(short, page(listingReading(listOf(3))))).toBeNull();
    expect(compareReadings(page(listingReading([])), page(listingReading([])))).toBeNull();
  });
});

describe('compareLinks', () => {
  const links = (count: number) => listOf(count).map((one) => link(one));

  it.each([
    ['the same list', links(20), links(20), { result: 'same', detail: '' }],
    ['a short one', links(4), links(20), { result: 'static-lacks', detail: '4 links' }],
    ['a wall', { failure: 'blocked: 403' }, links(20), { result: 'static-lacks', detail: 'blocked: 403' }],
    ['less in the browser', links(20), { failure: 'timed-out' }, { result: 'browser-lacks', detail: 'timed-out' }],
    ['a part', links(12), links(20), { result: 'differs', detail: "60 % of the browser's 20 links" }],
    ['short both ways', links(4), links(4), null],
  ])('%s', (_, plain, rendered, compared) => expect(compareLinks(plain, rendered)).toEqual(compared));
});

describe('articleDifference', () => {
  const dated = (value: string, precision: 'day' | 'minute' = value.length > 10 ? 'minute' : 'day'): PageReading => {
    const reading = articleReading(url, { body: words.join(' ') });
    return page({ ...reading, draft: reading.draft && { ...reading.draft, publishedAt: { value, precision } } });
  };

  it.each([
    ['the same moment', '2026-11-21T08:15:00Z', '2026-11-21T09:15:00+01:00', null],
    ['the same day, finer by the API', '2026-11-21T08:15:00Z', '2026-11-21', null],
    [
      'the same day, coarser by the API',
      '2026-11-21',
      '2026-11-21T08:15:00Z',
      'the dates differ: 2026-11-21, rendered 2026-11-21T08:15:00Z',
    ],
    [
      'another hour',
      '2026-11-21T10:15:00Z',
      '2026-11-21T08:15:00Z',
      'the dates differ: 2026-11-21T10:15:00Z, rendered 2026-11-21T08:15:00Z',
    ],
    ['another day', '2026-11-20', '2026-11-21', 'the dates differ: 2026-11-20, rendered 2026-11-21'],
  ])('of dates: %s', (_, byApi, rendered, difference) =>
    expect(articleDifference(dated(byApi), dated(rendered))).toBe(difference),
  );

  it("of sections that the site's own rules read", () => {
    const placed = (section: string | null, by: 'wrapper' | 'meta'): PageReading => {
      const { draft, ...reading } = articleReading(url, { body: words.join(' ') });
      return page({
        ...reading,
        draft: draft && { ...draft, section, provenance: { section: { by, confidence: 1 } } },
      });
    };
    expect(articleDifference(placed(null, 'meta'), placed('Sport', 'wrapper'))).toBe(
      'the sections differ: none, rendered Sport',
    );
    expect(articleDifference(placed(null, 'meta'), placed('Sport', 'meta'))).toBeNull();
  });

  it('names lost paragraphs, but not a line or two that only the page shows', () => {
    const paragraphs = (count: number) =>
      text(Array.from({ length: count }, (_, at) => words.filter((_, n) => n % count === at).join(' ')).join('\n\n'));
    expect(articleDifference(paragraphs(5), paragraphs(7))).toBeNull();
    expect(articleDifference(paragraphs(1), paragraphs(5))).toBe('the paragraphs differ: 1, rendered 5');
  });
});
