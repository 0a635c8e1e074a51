import { describe, expect, it } from 'vitest';
import { articleScore, bodyScores } from './measure-written.ts';
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
