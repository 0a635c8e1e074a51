import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { wholeSite } from '../../../src/model/crawl/crawl-scope.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { admit, type LinkCandidate, takenLinks } from '../../../src/stages/schedule/scope.ts';

const gazette = siteFor([], 'gazette.example');

function candidate(url: string, changes: Partial<LinkCandidate> = {}): LinkCandidate {
  const link = {
    url: canonicalUrl(url),
    foundOn: null,
    anchorText: '',
    context: '',
    region: 'content',
    publishedAt: null,
  } as const;
  return {
    link,
    site: gazette,
    depth: 1,
    maxDepth: 2,
    ...changes,
  };
}

/** The rule that keeps the link out, or null. */
function ruleFor(url: string, changes: Partial<LinkCandidate> = {}): string | null {
  const outcome = admit(candidate(url, changes));
  if (outcome.kind === 'kept') return null;
  expect(outcome).toMatchObject({ kind: 'dropped', reason: 'out-of-scope' });
  return outcome.kind === 'dropped' ? (outcome.detail.split(':')[0] ?? '') : 'deferred';
}

describe('admit: what is done with a page of a wiki', () => {
  const page = canonicalUrl('https://gazette.example/wiki/Ferries');
  const linked = { foundOn: page, anchorText: '', context: '', region: 'content', publishedAt: null } as const;

  it.each([
    ['/index.php?title=Ferries&action=edit', 'wiki-action'],
    ['/index.php?title=Ferries&action=history', 'wiki-action'],
    ['/index.php?title=Ferries&oldid=7', 'wiki-action'],
    ['/doku.php?id=ferries&do=revisions', 'wiki-action'],
    ['/wiki/Ferries/history', 'page-action'],
    ['/wiki/Ferries/edit', 'page-action'],
    ['/wiki/Ferries/history-of-the-harbour', null],
    ['/history/', null],
    ['/index.php?action=show&id=5', null],
  ])('%s: %s', (path, rule) => {
    const url = canonicalUrl(`https://gazette.example${path}`);
    expect(ruleFor(url, { link: { ...linked, url } })).toBe(rule);
  });
});

describe('admit', () => {
  it.each([
    'https://gazette.example/2026/11/21/harbour-opens.html',
    'https://www.gazette.example/world/article-123',
    'https://gazette.example:443/a?id=7',
    'https://gazette.example/search-for-survivors-goes-on',
    'https://gazette.example/news/print-media-in-trouble',
    'https://gazette.example/tags/harbour/the-story',
    'https://gazette.example/p/www.theregister.example.html',
    'https://gazette.example/2026/2026/11/11/11/story',
  ])('keeps %s', (url) => {
    expect(ruleFor(url)).toBeNull();
  });

  it.each([
    ['https://other.example/a', 'other-site'],
    ['https://notgazette.example/a', 'other-site'],
    ['https://gazette.example.evil.test/a', 'other-site'],
    ['https://gazette.example/photo.JPG', 'file-type'],
    ['https://gazette.example/report.pdf?download=1', 'file-type'],
    ['https://gazette.example/film.mp4', 'file-type'],
    ['https://gazette.example/app.js', 'file-type'],
    ['https://gazette.example/login?next=/a', 'login'],
    ['https://gazette.example/user/signin.php', 'login'],
    ['https://gazette.example/account/settings', 'account'],
    ['https://gazette.example/share?u=x', 'share'],
    ['https://gazette.example/story/1/print', 'print'],
    ['https://gazette.example/story/1?print=1', 'print'],
    ['https://gazette.example/tags/', 'tag-cloud'],
    ['https://gazette.example/search?q=harbour', 'search'],
    ['https://gazette.example/wp-admin/edit', 'machine'],
    ['https://gazette.example/a/b/a/b/a/b', 'trap'],
    [`https://gazette.example/a?x=${'y'.repeat(2000)}`, 'too-long'],
  ])('keeps %s out by the rule %s', (url, rule) => {
    expect(ruleFor(url)).toBe(rule);
  });

  it('reads registrable domains by the public suffix list', () => {
    const site = siteFor([], 'news.gazette.co.uk');
    expect(ruleFor('https://sport.gazette.co.uk/a', { site })).toBeNull();
    expect(ruleFor('https://other.co.uk/a', { site })).toBe('other-site');
    const hosted = { ...site, host: 'anna.github.io' };
    expect(ruleFor('https://berta.github.io/a', { site: hosted })).toBe('other-site');
  });

  it('keeps local hosts and addresses apart', () => {
    const site = siteFor([], 'localhost:9400');
    expect(ruleFor('http://localhost:9400/a', { site })).toBeNull();
    expect(ruleFor('http://127.0.0.1:9400/a', { site })).toBe('other-site');
  });

  it.each([
    ['localhost:9400', 'http://localhost:9401/a', 'other-site'],
    ['localhost:9400', 'http://localhost/a', 'other-site'],
    ['gazette.example', 'http://gazette.example:8080/a', 'other-site'],
    ['gazette.example:8080', 'https://gazette.example/a', 'other-site'],
    ['gazette.example:8080', 'http://news.gazette.example:8080/a', null],
    ['gazette.example', 'http://news.gazette.example:80/a', null],
    ['gazette.example', 'https://news.gazette.example:443/a', null],
  ])('a link from %s to %s leads to another port: %s', (host, url, rule) => {
    expect(ruleFor(url, { site: siteFor([], host) })).toBe(rule);
  });

  it("obeys the scraper's patterns, also with the flag g", () => {
    const site = { ...gazette, articleUrls: [/\/search\/\d+/g], ignoreUrls: [/\/sponsored\//g] };
    for (let round = 0; round < 3; round++) {
      expect(ruleFor('https://gazette.example/sponsored/x', { site })).toBe('ignored');
      expect(ruleFor('https://gazette.example/search/12', { site })).toBeNull();
    }
  });

  it('stops at the depth', () => {
    expect(ruleFor('https://gazette.example/a', { depth: 2 })).toBeNull();
    expect(ruleFor('https://gazette.example/a', { depth: 3 })).toBe('depth');
  });
});

describe('admit, by the scope of the run', () => {
  it('keeps out what is not below the paths of --under', () => {
    const scope = { ...wholeSite, under: ['/sport/'] };
    expect(ruleFor('https://gazette.example/sport/cup', { scope })).toBeNull();
    expect(ruleFor('https://gazette.example/politics/vote', { scope })).toBe('under');
  });

  it('keeps out what is older than --since by its feed or address', () => {
    const scope = { ...wholeSite, since: new Date('2026-01-01') };
    expect(ruleFor('https://gazette.example/2025/11/03/flood', { scope })).toBe('since');
    expect(ruleFor('https://gazette.example/flood', { scope })).toBeNull();
    const undated = candidate('https://gazette.example/flood', { scope });
    const link = { ...undated.link, publishedAt: '2025-12-30T09:00:00Z' };
    expect(admit({ ...undated, link })).toMatchObject({ kind: 'dropped', detail: 'since: older than --since' });
  });

  it('takes only what may be an article where only articles are taken', () => {
    const taken = 'articles';
    expect(ruleFor('https://gazette.example/tag/rivers/', { taken })).toBe('no-article');
    expect(ruleFor('https://gazette.example/flood', { taken })).toBeNull();
    const site = { ...candidate('https://gazette.example/').site, articleUrls: [/\/tag\/x-/], listUrls: [/\/all$/] };
    expect(ruleFor('https://gazette.example/tag/x-1', { taken, site })).toBeNull();
    expect(ruleFor('https://gazette.example/all', { taken, site })).toBe('no-article');
  });

  it('takes of a site with articlesOnly the addresses that its scraper names', () => {
    const { site: plain } = candidate('https://gazette.example/');
    const site = { ...plain, articlesOnly: true, articleUrls: [/\/n\/\d+/], listUrls: [/\/search\/new/] };
    expect(ruleFor('https://gazette.example/n/7', { site })).toBeNull();
    expect(ruleFor('https://gazette.example/search/new', { site })).toBeNull();
    expect(ruleFor('https://gazette.example/tag/rivers/', { site })).toBe('not-named');
    expect(ruleFor('https://gazette.example/about', { site })).toBe('not-named');
  });

  it('takes articles and lists, and not what is neither', () => {
    const taken = 'articles-and-lists';
    const verdict = { class: 'other', confidence: 0.9, pattern: null, why: '' } as const;
    expect(ruleFor('https://gazette.example/about', { taken, verdict })).toBe('neither');
    expect(ruleFor('https://gazette.example/tag/rivers/', { taken, verdict })).toBeNull();
    expect(ruleFor('https://gazette.example/flood', { taken, verdict: null })).toBeNull();
  });
});

describe('takenLinks', () => {
  it('takes articles only at the last depth that a person gave, and without lists', () => {
    expect([0, 1, 2].map((depth) => takenLinks(wholeSite, gazette, depth, 1))).toEqual(['all', 'articles', 'articles']);
    expect(takenLinks(wholeSite, gazette, 2, null)).toBe('all');
    expect(takenLinks({ ...wholeSite, discover: ['feeds'] }, gazette, 0, null)).toBe('articles');
    expect(takenLinks({ ...wholeSite, discover: ['lists'] }, gazette, 1, null)).toBe('all');
  });

  it('takes articles and lists with articlesOnly of the run or the scraper', () => {
    expect(takenLinks({ ...wholeSite, articlesOnly: true }, gazette, 1, null)).toBe('articles-and-lists');
    expect(takenLinks(wholeSite, { ...gazette, articlesOnly: true }, 1, null)).toBe('articles-and-lists');
  });
});
