import { describe, expect, it } from 'vitest';
import { shownAge, shownDate } from './dates.ts';
import { serve } from './encode.ts';
import { meanScores, scoreArticle } from './measure-written.ts';
import { plan } from './plan.ts';
import { writtenPages } from './written-pages.ts';

const pages = writtenPages();
const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Text of a page without our parser: no tags, no ruby readings, with references decoded. */
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

  it.each(pages.map((page) => [page.name, page] as const))('%s contains its whole gold, and more', (_, page) => {
    const { html } = page.snapshot;
    expect(html).not.toContain('\ufffd');
    expect(html).not.toContain('undefined');
    if (page.gold === null) return;
    const words = wordsOf(html);
    const gold = [page.gold.title, ...page.gold.authors, ...page.gold.body].map((line) => line.replace(/\s+/g, ''));
    for (const line of gold) expect(words).toContain(line);
    expect(words.length).toBeGreaterThan(1.1 * gold.join('').length);
  });
});

describe('the dates and encodings of written pages', () => {
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

  it('is encoded in old encodings, with references for missing characters', () => {
    expect(distinct(plan.map(({ encoding }) => encoding ?? 'utf-8')).length).toBe(8);
    expect(Buffer.from(serve('٢ مايو', 'windows-1256').bytes).toString('latin1')).toMatch(/^&#1634; [\x80-\xff]{4}$/);
    expect([...serve('あ', 'utf-16le').bytes]).toEqual([0xff, 0xfe, 0x42, 0x30]);
    expect([...serve('あ', 'shift_jis').bytes]).toEqual([0x82, 0xa0]);
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
  const extracted = {
    title: 'a "day"',
    authors: ['Ann Lee', 'Bo'],
    date: '2026-03-02',
    body: 'zero one two three four five six',
  };

  it('accepts the text with and without the standfirst', () => {
    const { body, authors, title, date } = scoreArticle(extracted, gold);
    expect({ body, authors, title, date }).toEqual({
      body: { correct: 4, predicted: 4, expected: 4 },
      authors: { correct: 1, predicted: 2, expected: 1 },
      title: 1,
      date: 1,
    });
    expect(scoreArticle({ ...extracted, body: 'one two three four five six' }, gold).body).toEqual({
      correct: 3,
      predicted: 3,
      expected: 3,
    });
  });

  it('is 0 for a page without a draft and for an invented date', () => {
    expect(scoreArticle(null, gold)).toEqual({
      body: { correct: 0, predicted: 0, expected: 3 },
      authors: { correct: 0, predicted: 0, expected: 1 },
      title: 0,
      date: 0,
    });
    expect(scoreArticle(extracted, { ...gold, date: null }).date).toBe(0);
    expect(scoreArticle({ ...extracted, date: null }, { ...gold, date: null }).date).toBe(1);
  });

  it('averages precision and recall over pages; an empty page has no precision', () => {
    const scores = meanScores([
      { correct: 3, predicted: 4, expected: 3 },
      { correct: 0, predicted: 0, expected: 5 },
    ]);
    expect(scores).toEqual({ precision: 0.75, recall: 0.5, f1: 0.6 });
  });
});
