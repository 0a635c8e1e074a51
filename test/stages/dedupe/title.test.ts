import { describe, expect, it } from 'vitest';
import type { Namesake } from '../../../src/model/article/neighbour.ts';
import type { CanonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { canTitleDecide, findSameTitle } from '../../../src/stages/dedupe/title.ts';

const title = 'Last wooden ferry on the lake stops after ninety autumns of service';
const site = 'courier.example';
const now = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const namesake = (given: Partial<Namesake> = {}): Namesake => ({
  id: 'a',
  url: 'https://gazette.example/a' as CanonicalUrl,
  site: 'gazette.example',
  title,
  lang: 'en',
  status: 'published',
  publishedAt: null,
  fetchedAt: hoursAgo(2),
  ...given,
});

describe('a title that decides alone', () => {
  it('is long and names one text', () => {
    expect(canTitleDecide(title)).toBe(true);
    expect(canTitleDecide('市港务局宣布湖上最后一艘木质渡轮停止运行')).toBe(true);
    expect(canTitleDecide('Letzte hölzerne Fähre auf dem See stellt den Betrieb endgültig ein')).toBe(true);
  });

  it.each([
    ['too short', 'Last wooden ferry stops'],
    ['a number', 'Last wooden ferry on the lake stops after 90 autumns of service'],
    ['a part', 'The long story of the wooden ferry on the lake, part two'],
    ['a weekday', 'Northport harbour tides, winds and ferry traffic for Wednesday'],
    ['a month', 'Northport harbour tides, winds and ferry traffic of November'],
    ['live', 'Live: storm hits the islands, ferries stay in harbour, roads closed'],
    ['a German weekday', 'Fähren, Tiden, Wind und Verkehr im Hafen Nordhafen am Mittwoch'],
    ['a Chinese forecast', '北港今日天气预报多云有风渡轮正常运行港口开放'],
    ['nothing', ''],
  ])('does not decide with %s', (_why, text) => {
    expect(canTitleDecide(text)).toBe(false);
    expect(findSameTitle({ title: text, site }, [namesake({ title: text })], now)).toBeNull();
  });

  it('names the article that was read within the last hours, whatever its case and quotes', () => {
    expect(findSameTitle({ title: title.toUpperCase(), site }, [namesake()], now)?.id).toBe('a');
    expect(
      findSameTitle({ title: `“${title}”`, site }, [namesake({ title: 'Another one' }), namesake({ id: 'b' })], now)
        ?.id,
    ).toBe('b');
    expect(findSameTitle({ title: title, site }, [namesake({ fetchedAt: hoursAgo(21) })], now)).toBeNull(); // a daily column
    expect(findSameTitle({ title: title, site }, [namesake({ title: `${title} again` })], now)).toBeNull();
    expect(findSameTitle({ title, site }, [namesake({ site })], now)).toBeNull(); // its print version
    expect(findSameTitle({ title: title, site }, [], now)).toBeNull();
  });
});
