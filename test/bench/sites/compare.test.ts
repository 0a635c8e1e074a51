import { describe, expect, it } from 'vitest';
import { type StoredArticle, scoreSite } from '../../../bench/sites/compare.ts';
import { listPagesOf, type RecordedSite } from '../../../bench/sites/recorded-site.ts';

const text = (word: string) => `${word} keeps nine lanterns in a shed behind the mill.`;
const html = (path: string) => ({ path, status: 200, headers: { 'content-type': 'text/html' }, body: '' });

const site: RecordedSite = {
  name: 'harbour',
  about: { name: 'harbour', pages: ['/about/'] },
  truth: [
    {
      path: '/a/',
      aliases: ['/?p=1'],
      title: 'First',
      authors: ['Ada'],
      date: '2026-10-01',
      tags: ['boats', 'wood'],
      text: text('Ada'),
    },
    { path: '/b/', title: 'Second', authors: [], date: null, text: text('Ben') },
    { path: '/short/', title: 'Third', authors: [], date: '2026-10-03', text: 'Short.', short: true },
    { path: '/members/', title: 'Fourth', authors: [], date: '2026-10-04', text: text('Members'), readable: false },
  ],
  responses: ['/', '/page/2/', '/about/', '/a/', '/b/', '/short/', '/members/'].map(html),
};

const first: StoredArticle = {
  url: 'http://127.0.0.1:1/a',
  title: 'First',
  body: text('Ada'),
  authors: ['ada'],
  publishedAt: { value: '2026-10-01T08:00:00Z' },
  tags: ['boats'],
};
const second: StoredArticle = { url: 'http://127.0.0.1:1/b/', title: 'Second', body: text('Ben'), authors: [] };

const score = (stored: readonly StoredArticle[]) => scoreSite(site, { stored, requests: 12, seconds: 1, exitCode: 0 });

describe('the score of a crawl of a whole site', () => {
  it('passes where every readable article and nothing else is stored', () => {
    expect(score([first, second])).toMatchObject({
      required: 2,
      found: 2,
      wrong: 0,
      recall: 1,
      precision: 1,
      title: 1,
      date: 1,
      author: 1,
      passed: true,
    });
  });

  it('misses an article whose text is not the right one', () => {
    expect(score([first, { ...second, body: 'Subscribe to our letter.' }])).toMatchObject({
      found: 1,
      recall: 0.5,
      passed: false,
    });
  });

  it('counts a stored list page against the precision, a page of the site not', () => {
    const about = { url: 'http://127.0.0.1:1/about/', title: 'About' };
    expect(score([first, second, about])).toMatchObject({ wrong: 0, precision: 1 });
    expect(score([first, second, about, { url: 'http://127.0.0.1:1/page/2/' }])).toMatchObject({
      wrong: 1,
      precision: 2 / 3,
      passed: false,
    });
  });

  it('takes short and locked articles without asking for them', () => {
    const both = [
      { url: 'http://127.0.0.1:1/short/', title: 'Third', body: 'Short.' },
      { url: 'http://127.0.0.1:1/members/', title: 'Fourth', body: 'Sign in.' },
    ];
    expect(score([first, second, ...both])).toMatchObject({ required: 2, found: 2, precision: 1, passed: true });
  });

  it('knows an article by its aliases', () => {
    expect(score([{ ...first, url: 'http://127.0.0.1:1/?p=1' }, second])).toMatchObject({ found: 2, precision: 1 });
  });

  it('compares dates by their day and tags by F1, where the site has them', () => {
    const late = { ...first, publishedAt: '2026-10-02' };
    expect(score([late, second])).toMatchObject({ date: 0, tags: 2 / 3, passed: false });
  });

  it('divides requests by articles and list pages', () => {
    expect(listPagesOf(site)).toBe(2);
    expect(score([first, second]).requestRatio).toBe(2);
  });

  it('fails a crawl that stored nothing', () => {
    expect(score([])).toMatchObject({ recall: 0, precision: 0, passed: false });
  });
});
