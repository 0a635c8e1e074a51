import { describe, expect, it } from 'vitest';
import type { NewsItem } from '../../../src/model/article/news.ts';
import { HotStories, RisingTerms, windowsBefore, withSources } from '../../../src/stages/classify/hot.ts';
import { newsTerms } from '../../../src/stages/classify/news-terms.ts';
import { mulberry32 } from '../../../src/stages/classify/sampling.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const end = new Date(Date.UTC(2026, 10, 22));
const window = { end, windowMs: dayMs };
const item = (hoursAgo: number, fields: Partial<NewsItem> = {}): NewsItem => ({
  id: `${hoursAgo}`,
  at: new Date(end.getTime() - hoursAgo * hourMs),
  site: 'a.example',
  cluster: `c${hoursAgo}`,
  status: 'published',
  terms: [],
  ...fields,
});

/** News of every day, in three languages, and the event of the last day. */
const usual = {
  en: [
    'Council votes on the budget for schools',
    'Storm warning for the northern coast',
    'United win again after late goal',
    'Bank of England holds interest rates',
  ],
  de: [
    'Stadtrat stimmt über den Haushalt ab',
    'Sturmwarnung für die Küste',
    'Verein gewinnt nach spätem Tor',
    'Zentralbank lässt Zinsen unverändert',
  ],
  zh: ['市议会表决学校预算', '北部海岸发布暴风警报', '球队凭借晚场进球再次获胜', '央行维持利率不变'],
};
const event = {
  en: ['Volcano erupts near the capital', 'Thousands flee as volcano erupts', 'Volcano ash closes airport'],
  de: [
    'Vulkan bricht nahe der Hauptstadt aus',
    'Tausende fliehen vor dem Vulkan',
    'Asche vom Vulkan: Flughafen geschlossen',
  ],
  zh: ['首都附近火山爆发', '数千人逃离火山', '火山灰导致机场关闭'],
};
type Lang = keyof typeof usual;

/** A week and a day of news; the volcano is on the last day. Weather is frequent on every seventh day, also the last: it does not rise. */
function week(): NewsItem[] {
  const random = mulberry32(5);
  const items: NewsItem[] = [];
  const add = (title: string, lang: Lang, day: number, site: number) => {
    const terms = newsTerms({ title, body: '', lang });
    items.push(item(day * 24 + random() * 24, { site: `s${site}.example`, terms, cluster: `x${items.length}` }));
  };
  for (let day = 0; day <= windowsBefore; day++)
    for (const lang of ['en', 'de', 'zh'] as const) {
      for (let n = 0; n < 24; n++) add(usual[lang][n % 4] ?? '', lang, day, n % 5);
      if (day === 0 || day === 7) for (let n = 0; n < 10; n++) add(usual[lang][1] ?? '', lang, day, n % 5);
      if (day === 0) for (let n = 0; n < 9; n++) add(event[lang][n % 3] ?? '', lang, day, n % 4);
    }
  return items;
}

describe('rising terms', () => {
  it('are those of the event, in each language, without weekly ones', () => {
    const terms = new RisingTerms(window);
    for (const one of week()) terms.add(one);
    const risingTerms = terms.rising(50).map(({ term }) => term);
    expect(risingTerms.slice(0, 3).sort()).toEqual(['volcano', 'vulkan', '火山'].sort());
    for (const term of ['storm', 'sturmwarnung', '暴风', 'council', 'the', 'der', 'vor', '首'])
      expect(risingTerms).not.toContain(term);
  });

  it('do not depend on the order of articles, and count published stories only', () => {
    const [one, other] = [new RisingTerms(window), new RisingTerms(window)];
    for (const each of week()) one.add(each);
    for (const each of week().toReversed()) other.add(each);
    expect(other.rising(20)).toEqual(one.rising(20));
    const copies = new RisingTerms(window);
    for (let n = 0; n < 20; n++) copies.add(item(1, { terms: ['grid'], status: n === 0 ? 'published' : 'duplicate' }));
    expect(copies.rising(20)).toEqual([]);
  });

  it('account for a window with more articles', () => {
    const terms = new RisingTerms(window);
    const fill = (day: number, n: number) => {
      for (let at = 0; at < n; at++) terms.add(item(day * 24 + 1, { terms: at % 4 === 0 ? ['grid'] : ['goal'] }));
    };
    for (let day = 1; day <= windowsBefore; day++) fill(day, 20);
    fill(0, 200);
    expect(terms.rising(20)).toEqual([]);
  });

  it('leave out terms of a single source, articles outside the windows, and words of a rising pair', () => {
    const terms = new RisingTerms(window);
    for (let n = 0; n < 6; n++) terms.add(item(n + 1, { terms: ['east', 'bridge', 'east bridge', 'bridges'] }));
    for (const hours of [-1, 24 * 8 + 1]) terms.add(item(hours, { terms: ['east'] }));
    const rising = terms.rising(20);
    expect(rising.map(({ stories }) => stories)).toEqual([6, 6, 6, 6]);
    const [two, one] = [new Set(['a.example', 'b.example']), new Set(['a.example'])];
    const sites = new Map([
      ['east', two],
      ['bridge', two],
      ['east bridge', two],
      ['bridges', one],
    ]);
    expect(withSources(rising, sites, 9)).toMatchObject([{ term: 'east bridge', sources: 2, expected: 0 }]);
    expect(withSources(rising, new Map(), 9)).toEqual([]);
  });
});

describe('hot stories', () => {
  it('are ordered by sources and speed, and report acceleration', () => {
    const stories = new HotStories(window);
    const addStory = (cluster: string, hours: readonly number[], sites = hours.length) => {
      for (const [n, hoursAgo] of hours.entries())
        stories.add(item(hoursAgo, { cluster, site: `s${n % sites}.example` }));
    };
    addStory('fast', [3, 2, 1, 0.5, 0.2]);
    addStory('slow', [23, 18, 12, 6, 1]);
    addStory('two', [4, 3]);
    addStory('alone', [1, 2, 3, 4], 1);
    stories.add(item(1, { cluster: 'off', status: 'off-topic', site: 'x.example' }));
    const hottest = stories.hottest(9);
    expect(hottest.map(({ cluster }) => cluster)).toEqual(['fast', 'slow', 'two']);
    expect(hottest[0]).toMatchObject({
      sources: 5,
      articles: 5,
      perHour: 5 / 3,
      firstSeenAt: new Date(end.getTime() - 3 * hourMs),
    });
    expect(hottest[0]?.acceleration).toBeCloseTo((3 - 2) / 1.5);
    expect(hottest[2]?.acceleration).toBeLessThan(0);
    expect(stories.hottest(1)).toHaveLength(1);
  });
});

describe('newsTerms', () => {
  it('are words of headline and first paragraph, pairs of the headline, no stop words and numbers', () => {
    const terms = newsTerms({
      title: 'The Central Bank raises rates to 4.5',
      body: 'Inflation is high.\n\nLater paragraphs do not count.',
      lang: 'en',
    });
    expect(terms).toEqual([
      'central',
      'bank',
      'central bank',
      'raises',
      'bank raises',
      'rates',
      'raises rates',
      'inflation',
      'high',
    ]);
    expect(
      newsTerms({ title: 'Forty ships in two hours', body: 'On Sunday, for the first time.', lang: 'en' }),
    ).toEqual(['ships', 'time']);
    expect(newsTerms({ title: '央行维持利率不变', body: '', lang: 'zh' })).toContain('央行');
    expect(
      newsTerms({
        title: Array.from({ length: 99 }, (_, n) => `word${'x'.repeat(n)}`).join(' '),
        body: '',
        lang: 'en',
      }),
    ).toHaveLength(24);
    expect(newsTerms({ title: '', body: '', lang: null })).toEqual([]);
  });
});
