import { describe, expect, it } from 'vitest';
import { articleCandidates } from '../../../src/commands/scraper/choose-pages.ts';
import { studyLists } from '../../../src/commands/scraper/study-lists.ts';
import type { ListOfSite } from '../../../src/commands/sources/discover-sources.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Link } from '../../../src/model/web/link.ts';
import { unknownSite } from '../../../src/settings/scraper.ts';
import { link } from '../../support/readings.ts';

const origin = 'https://diary.example';
const story = (name: string): Link => link(`${origin}/blog/${name}/`, { anchorText: `A long title about the ${name}` });
const menu = (path: string, anchorText = 'Menu'): Link =>
  link(`${origin}${path}`, { region: 'navigation', anchorText });
const stories = ['canal', 'library', 'market', 'orchard', 'tram', 'bridge'].map(story);

/** A page of links: those of its content are its entries. */
const page = (path: string, shown: readonly Link[]): ListOfSite => ({
  url: `${origin}${path}`,
  kind: 'listing',
  namedBy: `${origin}/`,
  links: shown.filter(({ region }) => region === 'content'),
  shown,
});
const listed = (kind: 'feed' | 'sitemap', links: readonly Link[]): ListOfSite => ({
  url: `${origin}/${kind}.xml`,
  kind,
  namedBy: `${origin}/`,
  links,
  shown: [],
});
const study = (lists: readonly ListOfSite[], articles = stories.slice(0, 2)) =>
  studyLists({ site: 'diary.example', lists, articles: articles.map(({ url }) => url), others: [] });
const home = page('/', [menu('/blog/', 'Blog'), menu('/about/', 'About')]);
const tags = ['/blog/tag/rivers/', '/blog/tag/towns/', '/blog/author/ann/', '/blog/author/ben/'].map((path) =>
  menu(path),
);
const months = ['/blog/2026/10/', '/blog/2026/11/'].map((path) => menu(path));

describe('studyLists', () => {
  it('proposes the page that lists the articles and has further ones, not a front page without any', () => {
    const blog = page('/blog/', [...stories.slice(0, 4), menu('/blog/?page=2', '2'), menu('/blog/?page=3', '3')]);
    const category = page('/blog/category/towns/', [...stories.slice(0, 3), menu('/blog/category/towns/?page=2', '2')]);
    expect(study([home, category, blog]).sources).toEqual([{ url: `${origin}/blog/`, articles: 4, pages: 2 }]);
  });

  it('proposes the lists that add articles where none has further pages', () => {
    const lists = [page('/a/', stories.slice(0, 3)), page('/b/', stories.slice(0, 2)), page('/c/', stories.slice(3))];
    expect(study(lists).sources.map(({ url }) => url)).toEqual([`${origin}/a/`, `${origin}/c/`]);
  });

  it('names kinds of lists and further pages, and nothing that is an article', () => {
    const blog = page('/blog/', [...stories, ...tags, ...months, menu('/blog/page/2/', '2'), menu('/archive/')]);
    const { addresses } = study([home, blog]);
    const isList = (path: string): boolean => addresses.some((one) => new RegExp(one, 'i').test(`${origin}${path}`));
    const lists = [
      '/blog/page/7/',
      '/blog/tag/harbours/',
      '/blog/tag/towns/page/2/',
      '/blog/tag',
      '/blog/author/eve/',
      '/blog/2025/1/',
    ];
    expect(lists.map(isList)).toEqual(lists.map(() => true));
    const others = ['/', '/about/', '/blog/canal/', '/blog/tag-der-arbeit/', '/blog/2026/11/some-story/'];
    expect(others.map(isList)).toEqual(others.map(() => false));
  });

  it('gives no pattern that matches an article which was read', () => {
    const columns = ['one', 'two'].map((name) => link(`${origin}/topics/${name}/`));
    const { addresses } = study([page('/', columns)], [story('canal'), link(`${origin}/topics/one/`)]);
    expect(addresses).toEqual([]);
  });
});

describe('articleCandidates', () => {
  const site = unknownSite('diary.example');

  it('has lists and pages of menus last, also where a sitemap names them', () => {
    const all = [...tags, ...months, menu('/about/'), ...stories].map((one) => ({
      ...one,
      region: 'content' as const,
    }));
    const blog = page('/blog/', [...stories, menu('/about/'), ...tags]);
    const candidates = articleCandidates([home, blog, listed('sitemap', all)], site);
    const paths = candidates.map((url) => new URL(url).pathname);
    expect(new Set(paths.slice(0, stories.length))).toEqual(new Set(stories.map(({ url }) => new URL(url).pathname)));
    expect(paths.slice(stories.length)).toContain('/about/');
  });

  it('keeps a page of a menu that a feed names', () => {
    const feed = listed('feed', [link(`${origin}/about/`)]);
    expect(articleCandidates([home, feed], site)).toEqual([canonicalUrl(`${origin}/about/`)]);
  });
});
