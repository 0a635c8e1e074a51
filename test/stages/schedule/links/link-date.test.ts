import { describe, expect, it } from 'vitest';
import { isAllOlder, isOlder, latestDateOf } from '../../../../src/stages/schedule/links/link-date.ts';
import { link } from '../../../support/readings.ts';

const linkTo = (path: string, publishedAt: string | null = null) =>
  link(`https://gazette.example${path}`, { publishedAt });
const since = new Date('2025-11-03T00:00:00Z');

describe('latestDateOf', () => {
  it.each([
    ['/2025/11/03/flood/', '2025-11-04T12:00:00.000Z'],
    ['/news/2025-11-03-flood', '2025-11-04T12:00:00.000Z'],
    ['/20251103/flood', '2025-11-04T12:00:00.000Z'],
    ['/2025/11/', '2025-12-01T12:00:00.000Z'],
    ['/archives/2024/', '2025-01-01T12:00:00.000Z'],
  ])('reads the date of %s, with a margin for its time zone', (path, at) => {
    expect(latestDateOf(linkTo(path))?.toISOString()).toBe(at);
  });

  it.each(['/2024/election-results', '/story-2025', '/a/20259999', '/id/2025111234', '/rivers'])(
    'reads no date from %s',
    (path) => expect(latestDateOf(linkTo(path))).toBeNull(),
  );

  it('believes the date of a feed more than the address; a day lasts until its end', () => {
    expect(latestDateOf(linkTo('/2020/01/01/a', '2025-11-03T08:00:00Z'))?.toISOString()).toBe(
      '2025-11-03T08:00:00.000Z',
    );
    expect(latestDateOf(linkTo('/a', '2025-11-03'))?.toISOString()).toBe('2025-11-04T12:00:00.000Z');
    expect(latestDateOf(linkTo('/a', 'yesterday'))).toBeNull();
  });
});

describe('latestDateOf, of a teaser', () => {
  const dated = (path: string, teaserDate: string) => ({ ...linkTo(path), teaserDate });

  it('takes the date next to the link on a list, but not for the lists that it names', () => {
    expect(latestDateOf(dated('/flood/', '2025-11-03T08:00:00+01:00'))?.toISOString()).toBe('2025-11-03T07:00:00.000Z');
    expect(latestDateOf(dated('/flood/', '2025-11-03'))?.toISOString()).toBe('2025-11-04T12:00:00.000Z');
    expect(latestDateOf(dated('/tag/rivers/', '2025-11-03'))).toBeNull();
  });

  it('gives a time without a zone half a day', () => {
    const at = new Date(new Date('2025-11-03T08:00:00').getTime() + 12 * 3_600_000);
    expect(latestDateOf(dated('/flood/', '2025-11-03T08:00:00'))).toEqual(at);
  });
});

describe('isOlder', () => {
  it('keeps links without a date, of that day and later', () => {
    expect(
      ['/a', '/2025/11/03/a/', '/2025/11/a/', '/2025/12/01/a/'].map((path) => isOlder(linkTo(path), since)),
    ).toEqual([false, false, false, false]);
    expect(['/2025/11/01/a/', '/2025/10/a/', '/2024/'].map((path) => isOlder(linkTo(path), since))).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('isAllOlder', () => {
  const old = ['/2025/10/03/a/', '/2025/10/02/b/', '/2025/10/01/c/'].map((path) => linkTo(path));

  it('says so where the dated entries are older; links to archives and menus do not count', () => {
    expect(isAllOlder([...old, linkTo('/2025/11/'), linkTo('/tag/rivers/')], since)).toBe(true);
    expect(isAllOlder([...old, { ...linkTo('/2025/11/05/menu/'), region: 'navigation' }], since)).toBe(true);
  });

  it('does not say so with a newer entry, too few dates, or mostly entries without one', () => {
    expect(isAllOlder([...old, linkTo('/2025/11/05/d/')], since)).toBe(false);
    expect(isAllOlder(old.slice(1), since)).toBe(false);
    expect(isAllOlder([...old, ...['/d', '/e', '/f', '/g'].map((path) => linkTo(path))], since)).toBe(false);
  });
});
