import { describe, expect, it } from 'vitest';
import { shownAge, shownDate } from './dates.ts';
import { served } from './encode.ts';
import { articleScore, bodyScores } from './measure-written.ts';
import { plan } from './plan.ts';
import { writtenPages } from './written-pages.ts';

const pages = writtenPages();
const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Words of a page, by no parser of ours: scripts' braces and tags out, references read, readings out. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(rt|rp)>.*?<\/\1>/g, '')
    .replace(/\\u003c/g, '<')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, '');

describe('the written pages', () => {
  it('are many and of many kinds', () => {
    expect(pages.length).toBeGreaterThanOrEqual(60);
    expect(distinct(pages.map(({ layout }) => layout)).length).toBeGreaterThanOrEqual(15);
    expect(distinct(pages.map(({ article }) => article)).length).toBeGreaterThanOrEqual(25);
    expect(distinct(pages.map(({ lang }) => lang)).sort()).toEqual(['ar', 'de', 'en', 'ja', 'zh']);
    expect(distinct(pages.map(({ name }) => name)).length).toBe(pages.length);
    expect(distinct(pages.map(({ snapshot }) => snapshot.url)).length).toBeGreaterThan(90);
  });

  it.each(pages.map((page) => [page.name, page] as const))(
    '%s shows all that its gold has, among other things',
    (_, page) => {
      const { html } = page.snapshot;
      expect(html).not.toContain('\ufffd');
      expect(html).not.toContain('undefined');
      if (page.gold === null) return;
      const words = wordsOf(html);
      const gold = [page.gold.title, ...page.gold.authors, ...page.gold.body].map((line) => line.replace(/\s+/g, ''));
      for (const line of gold) expect(words).toContain(line);
      expect(words.length).toBeGreaterThan(1.1 * gold.join('').length);
    },
  );
});

describe('what a page says and how it is sent', () => {
  it('writes days as each language does, in the local time of the article', () => {
    const evening = '2026-05-02T23:30:00+09:00';
    expect(shownDate(evening, 'ja', 'era')).toBe('令和8年5月2日');
    expect(shownDate(evening, 'zh', 'native-digits')).toBe('二〇二六年五月二日');
    expect(shownDate('2025-11-30T08:00:00+08:00', 'zh', 'native-digits')).toBe('二〇二五年十一月三十日');
    expect(shownDate(evening, 'ar', 'levantine')).toBe('٢ أيار ٢٠٢٦');
    expect(shownDate(evening, 'ar', 'native-digits')).toBe('٢ مايو ٢٠٢٦ - ٢٣:٣٠');
    expect(shownDate(evening, 'de', 'numeric')).toBe('02.05.2026, 23:30 Uhr');
    expect(shownDate(evening, 'en', 'long')).toBe('May 2, 2026');
    expect(shownAge(5, 'de')).toBe('vor 5 Stunden');
  });

  it('goes over the wire in old encodings, and what they lack as references', () => {
    expect(distinct(plan.map(({ encoding }) => encoding ?? 'utf-8')).length).toBe(8);
    expect(Buffer.from(served('٢ مايو', 'windows-1256').bytes).toString('latin1')).toMatch(/^&#1634; [\x80-\xff]{4}$/);
    expect([...served('あ', 'utf-16le').bytes]).toEqual([0xff, 0xfe, 0x42, 0x30]);
    expect([...served('あ', 'shift_jis').bytes]).toEqual([0x82, 0xa0]);
  });
});

describe('their score', () => {
  const gold = {
    title: 'A “day”',
    authors: ['Ann Lee'],
    date: '2026-03-02',
    body: ['one two three four', 'five six'],
    lead: 'zero',
  };
  const found = {
    title: 'a "day"',
    authors: ['Ann Lee', 'Bo'],
    date: '2026-03-02',
    body: 'zero one two three four five six',
  };

  it('takes the text with the standfirst or without it', () => {
    const { body, authors, title, date } = articleScore(found, gold);
    expect([body, authors, title, date]).toEqual([
      { right: 4, found: 4, wanted: 4 },
      { right: 1, found: 2, wanted: 1 },
      1,
      1,
    ]);
    expect(articleScore({ ...found, body: 'one two three four five six' }, gold).body).toEqual({
      right: 3,
      found: 3,
      wanted: 3,
    });
  });

  it('gives nothing to a page without a draft, and nothing to a date that nobody told', () => {
    expect(articleScore(null, gold)).toEqual({
      body: { right: 0, found: 0, wanted: 3 },
      authors: { right: 0, found: 0, wanted: 1 },
      title: 0,
      date: 0,
    });
    expect(articleScore(found, { ...gold, date: null }).date).toBe(0);
    expect(articleScore({ ...found, date: null }, { ...gold, date: null }).date).toBe(1);
  });

  it('averages precision and recall over pages; an empty page has no precision', () => {
    const scores = bodyScores([
      { right: 3, found: 4, wanted: 3 },
      { right: 0, found: 0, wanted: 5 },
    ]);
    expect(scores).toEqual({ precision: 0.75, recall: 0.5, f1: 0.6 });
  });
});
