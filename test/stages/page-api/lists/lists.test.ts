import { describe, expect, it } from 'vitest';
import type { ListApi, ListApiSample, NextPage } from '../../../../src/model/page/list-api.ts';
import type { PageAnswer, PageRequest } from '../../../../src/model/page/page-api.ts';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import type { Link } from '../../../../src/model/web/link.ts';
import { inferList, listSampleOf } from '../../../../src/stages/page-api/lists/infer-list.ts';
import { listCoverage, listDifference } from '../../../../src/stages/page-api/lists/list-coverage.ts';
import { instantOf, madeLinks } from '../../../../src/stages/page-api/lists/made-links.ts';
import { nextRequest } from '../../../../src/stages/page-api/lists/next-pages.ts';
import { emptyParts, withoutParts, withPart } from '../../../../src/stages/page-api/lists/request-edit.ts';
import { formatOf } from '../../../../src/stages/schedule/url-format.ts';

const page = canonicalUrl('https://paper.example/news');
const words = 'harbour council bridge museum orchard railway theatre library market stadium ferry'.split(' ');

interface Story {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly section: string;
  readonly published: string;
}
/** The stories of a poll, newest first; each poll has three new ones. */
const storiesOf = (poll: number, count = 8, from = 0): readonly Story[] =>
  Array.from({ length: count }, (_, at) => {
    const number = 500 + poll * 3 - at - from;
    const [a, b] = [words[number % words.length], words[(number * 7 + 3) % words.length]];
    return {
      id: 81_000 + number * 13,
      slug: `${a}-and-${b}-${number % 7}`,
      title: `The ${a} and the ${b}, part ${number}`,
      section: number % 2 === 0 ? 'town' : 'country',
      published: new Date(Date.UTC(2026, 10, 1 + (number % 20), number % 24)).toISOString(),
    };
  });

const answer = (url: string, data: unknown, more: Partial<PageAnswer> = {}): PageAnswer => ({
  url,
  method: 'GET',
  headers: {},
  body: null,
  by: 'fetch',
  kind: 'json',
  text: JSON.stringify(data),
  ...more,
});
const linkTo = (path: string, anchorText: string): Link => ({
  url: canonicalUrl(path, page),
  foundOn: page,
  anchorText,
  context: '',
  region: 'content',
  publishedAt: null,
});

interface Site {
  readonly path: (story: Story) => string;
  readonly answers: (stories: readonly Story[], poll: number) => readonly PageAnswer[];
  readonly others?: readonly Link[];
  readonly stories?: (poll: number) => readonly Story[];
  readonly shell?: string;
}
function sampled(
  { path, answers, others = [], stories = storiesOf, shell = '' }: Site,
  poll: number,
): ListApiSample | null {
  const own = stories(poll);
  const links = [...own.map((story) => linkTo(path(story), `${story.section} ${story.title} 3 min`)), ...others];
  const takenAt = new Date(Date.UTC(2026, 10, 23, poll));
  return listSampleOf(
    { url: page, takenAt, links, answers: { shell, answers: answers(own, poll), leftOut: 0 } },
    formatOf,
  );
}
function learn(site: Site): {
  readonly api: ListApi | null;
  readonly reason: string;
  readonly unproven: readonly string[];
} {
  const samples = [0, 1, 2].map((poll) => sampled(site, poll));
  if (samples.some((sample) => sample === null)) return { api: null, reason: 'no sample', unproven: [] };
  const inferred = inferList(samples as ListApiSample[]);
  return 'reason' in inferred ? { api: null, unproven: [], ...inferred } : { reason: '', ...inferred };
}
const item = ({ id, slug, title, section, published }: Story) => ({
  id,
  slug,
  headline: title,
  section,
  published_at: published,
});
const api = 'https://api.paper.example/v1/list';
const noise = (stories: readonly Story[]): readonly PageAnswer[] => [
  answer('https://stats.example/collect', { seen: stories.map(({ id }) => id) }),
  answer('https://paper.example/api/most-read', { items: stories.slice(0, 3).map(item) }),
  answer('https://paper.example/config.json', { menu: ['/news', '/sport'], sizes: [1, 2, 3, 4, 5, 6] }),
];

describe('the addresses of a list', () => {
  it.each<[string, (story: Story) => string, (story: Story) => object, string]>([
    [
      'a whole address',
      ({ slug }) => `/a/${slug}`,
      ({ slug }) => ({ url: `https://paper.example/a/${slug}` }),
      `\${item.url}`,
    ],
    [
      'a relative address',
      ({ slug }) => `/a/${slug}`,
      ({ slug }) => ({ link: { href: `/a/${slug}` } }),
      `\${item.link.href}`,
    ],
    [
      'a path without a slash',
      ({ section, slug }) => `/a/${section}/${slug}`,
      ({ section, slug }) => ({ path: `${section}/${slug}` }),
      `https://paper.example/a/\${item.path}`,
    ],
    [
      'a slug',
      ({ slug }) => `/news/${slug}.html`,
      ({ slug }) => ({ slug }),
      `https://paper.example/news/\${item.slug}.html`,
    ],
    [
      'slug and id',
      ({ slug, id }) => `/news/${slug}-${id}`,
      item,
      `https://paper.example/news/\${item.slug}-\${item.id}`,
    ],
    [
      'a section',
      ({ section, slug }) => `/${section}/${slug}`,
      item,
      `https://paper.example/\${item.section}/\${item.slug}`,
    ],
    ['a query', ({ id }) => `/read?item=${id}`, item, `https://paper.example/read?item=\${item.id}`],
    [
      'an id behind a name',
      ({ id }) => `/n/${id}`,
      ({ id }) => ({ urn: `story:${id}` }),
      `https://paper.example/n/\${item.urn|last}`,
    ],
    [
      'a date',
      ({ published, slug }) => `/${published.slice(0, 10).replaceAll('-', '/')}/${slug}`,
      item,
      `https://paper.example/\${item.published_at|year}/\${item.published_at|month}/\${item.published_at|day}/\${item.slug}`,
    ],
  ])('are made from %s', (_name, path, data, address) => {
    const learned = learn({
      path,
      answers: (stories) => [...noise(stories), answer(api, { data: { items: stories.map(data) } })],
    });
    expect(learned).toMatchObject({
      reason: '',
      api: { list: { path: 'data.items[]', address }, requests: [{ url: api }] },
    });
    const stories = storiesOf(9);
    const links = madeLinks({ data: { items: stories.map(data) } }, learned.api?.list as ListApi['list'], page);
    expect(links.map(({ url }) => url)).toEqual(stories.map((story) => canonicalUrl(path(story), page)));
  });

  it('come with titles and dates where the data have them', () => {
    const learned = learn({
      path: ({ slug }) => `/news/${slug}`,
      answers: (stories) => [
        answer(
          api,
          stories.map((story) => ({ ...item(story), updated_at: story.published, kind: 'story' })),
        ),
      ],
    });
    expect(learned.api?.list).toMatchObject({ path: '[]', title: 'headline', publishedAt: 'published_at' });
    const [story] = storiesOf(4) as [Story];
    expect(madeLinks([item(story)], learned.api?.list as ListApi['list'], page)).toEqual([
      { ...linkTo(`/news/${story.slug}`, story.title), publishedAt: story.published },
    ]);
  });

  it('follow the section and the day, though they were the same in all polls', () => {
    const published = '2026-11-23T08:00:00Z';
    const same = (poll: number) => storiesOf(poll).map((story) => ({ ...story, section: 'town', published }));
    const learned = learn({
      path: ({ section, slug }) => `/${section}/2026/11/23/${slug}`,
      stories: same,
      answers: (stories) => [answer(api, stories.map(item))],
    });
    const [story] = same(5) as [Story];
    const later = { ...item(story), section: 'sea', published_at: '2027-01-02T08:00:00Z' };
    expect(madeLinks([later], learned.api?.list as ListApi['list'], page)).toMatchObject([
      { url: `https://paper.example/sea/2027/01/02/${story.slug}` },
    ]);
    const dateless = ({ slug }: Story) => ({ slug });
    const path = ({ slug }: Story) => `/2026/11/23/${slug}`;
    expect(learn({ path, stories: same, answers: (stories) => [answer(api, stories.map(dateless))] }).reason).toBe(
      'no sample',
    );
  });

  it('are read from lists in lists and from JSONP', () => {
    const learned = learn({
      path: ({ slug }) => `/news/${slug}`,
      answers: (stories, poll) => [
        answer(`${api}?callback=cb17${poll}`, null, {
          by: 'script',
          kind: 'jsonp',
          text: `cb17${poll}(${JSON.stringify({ groups: [{ items: stories.slice(0, 3).map(item) }, { items: stories.slice(3).map(item) }] })});`,
        }),
      ],
    });
    expect(learned.api).toMatchObject({
      list: { path: 'groups[].items[]' },
      requests: [{ url: `${api}?callback=\${callback}` }],
    });
  });

  it('are refused where the items have no slug', () => {
    const path = ({ slug }: Story) => `/news/${slug}`;
    const bare = ({ id, title }: Story) => ({ id, title });
    expect(learn({ path, answers: (stories) => [answer(api, stories.map(bare))] }).reason).toBe('no sample');
  });

  it('are refused where an item is not on the page, or a link of the list in no item', () => {
    const path = ({ slug }: Story) => `/news/${slug}`;
    const more = (stories: readonly Story[]) => [...stories, ...storiesOf(0, 2, 40)].map(item);
    expect(learn({ path, answers: (stories) => [answer(api, more(stories))] }).reason).toBe('no sample');
    const fewer = (stories: readonly Story[]) => stories.toSpliced(3, 1).map(item);
    expect(learn({ path, answers: (stories) => [answer(api, fewer(stories))] }).reason).toBe('no sample');
  });

  it('are refused for a box that is not the larger part of the page', () => {
    const path = ({ slug }: Story) => `/news/${slug}`;
    const others = storiesOf(0, 9, 40).map((story) => linkTo(path(story), story.title));
    expect(learn({ path, others, answers: (stories) => [answer(api, stories.map(item))] }).reason).toBe('no sample');
    const sections = Array.from({ length: 20 }, (_, at) => linkTo(`/section/${at}`, 'Town'));
    expect(
      learn({ path, others: sections, answers: (stories) => [answer(api, stories.map(item))] }).api,
    ).not.toBeNull();
  });

  it('are refused where the request has a time', () => {
    const path = ({ slug }: Story) => `/news/${slug}`;
    const timed = (stories: readonly Story[], poll: number) => [answer(`${api}?t=176390${poll}512`, stories.map(item))];
    expect(learn({ path, answers: timed }).reason).toMatch(/query\.t is neither constant nor in the page/);
    const keyed = (stories: readonly Story[]) => [answer(`${api}?key=9f3a77c1d2e4`, stories.map(item))];
    expect(learn({ path, answers: keyed }).unproven).toEqual(['9f3a77c1d2e4']);
    const shell = '<script>var app = {apiKey: "9f3a77c1d2e4"}</script>';
    expect(learn({ path, shell, answers: keyed })).toMatchObject({
      unproven: [],
      api: { requests: [{ url: `${api}?key=\${shell.data.apiKey}` }] },
    });
  });
});

describe('the next page of a list', () => {
  const path = ({ slug }: Story) => `/news/${slug}`;
  const query = 'query List($after: String) { list(after: $after) { items { slug } } }';
  const posted = (after: string | null): Partial<PageAnswer> => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { first: 8, after } }),
  });

  it.each<[string, (stories: readonly Story[]) => PageAnswer, NextPage, Partial<PageRequest>]>([
    [
      'an address in the answer',
      (stories) => answer(api, { items: stories.map(item), links: { next: `${api}?page=2` } }),
      { kind: 'address', path: 'links.next' },
      { url: `${api}?page=2` },
    ],
    [
      'a cursor for an empty parameter',
      (stories) => answer(`${api}?limit=8&cursor=`, { items: stories.map(item), nextCursor: 'c/2' }),
      { kind: 'cursor', path: 'nextCursor', part: 'query.cursor', drops: [] },
      { url: `${api}?limit=8&cursor=c%2F2` },
    ],
    [
      'a cursor for a variable that is null',
      (stories) =>
        answer(
          'https://paper.example/graphql',
          { items: stories.map(item), pageInfo: { hasNextPage: true, startCursor: 'a', endCursor: 'c2' } },
          posted(null),
        ),
      { kind: 'cursor', path: 'pageInfo.endCursor', part: 'body:variables.after', drops: [] },
      { body: posted('c2').body as string },
    ],
    [
      "a page's number",
      (stories) => answer(`${api}?page=1&size=8`, { items: stories.map(item), total: 90 }),
      { kind: 'number', part: 'query.page', first: 1, step: 1, drops: [] },
      { url: `${api}?page=2&size=8` },
    ],
    [
      'an offset',
      (stories) => answer(`${api}?offset=0&limit=8`, { items: stories.map(item) }),
      { kind: 'number', part: 'query.offset', first: 0, step: 8, drops: [] },
      { url: `${api}?offset=8&limit=8` },
    ],
  ])('is asked for by %s', (_name, answered, next, request) => {
    const learned = learn({ path, answers: (stories) => [...noise(stories), answered(stories)] });
    expect(learned.api).toMatchObject({ next, shownPages: 1, list: { path: 'items[]' } });
    const first = answered(storiesOf(5));
    expect(
      nextRequest(learned.api?.next as NextPage, { request: first, data: JSON.parse(first.text) }, 1),
    ).toMatchObject(request);
  });

  it.each<[string, (stories: readonly Story[]) => readonly PageAnswer[], NextPage]>([
    [
      'a parameter that the first request lacks',
      (stories) => [
        answer(api, { items: stories.slice(0, 6).map(item), meta: { more: 'c9' } }),
        answer(`${api}?after=c9`, { items: stories.slice(6).map(item), meta: { more: 'c10' } }),
      ],
      { kind: 'cursor', path: 'meta.more', part: 'query.after', drops: [] },
    ],
    [
      'a first request with a field of its own',
      (stories) => [
        answer(`${api}?limit=6`, { items: stories.slice(0, 6).map(item), next: 'c9' }),
        answer(`${api}?after=c9`, { items: stories.slice(6).map(item), next: 'c10' }),
      ],
      { kind: 'cursor', path: 'next', part: 'query.after', drops: ['query.limit'] },
    ],
    [
      'a number in the path',
      (stories) => [
        answer(`${api}/1`, { items: stories.slice(0, 5).map(item) }),
        answer(`${api}/2`, { items: stories.slice(5).map(item) }),
      ],
      { kind: 'number', part: 'path.3', first: 1, step: 1, drops: [] },
    ],
    [
      'a page that the first request does not name',
      (stories) => [
        answer(api, { items: stories.slice(0, 5).map(item) }),
        answer(`${api}?p=2`, { items: stories.slice(5).map(item) }),
      ],
      { kind: 'number', part: 'query.p', first: 1, step: 1, drops: [] },
    ],
  ])('is asked for as the page does: %s', (_name, answers, next) => {
    expect(learn({ path, answers }).api).toMatchObject({ next, shownPages: 2 });
  });

  it('is not guessed', () => {
    const bare = (stories: readonly Story[]) => [
      answer(`${api}?section=12`, { items: stories.map(item), cursor: 'c2' }),
    ];
    expect(learn({ path, answers: bare }).api).toMatchObject({ next: null });
    const foreign = (stories: readonly Story[]) => [
      answer(api, { items: stories.map(item), next: 'https://other.example/list?page=2' }),
    ];
    expect(learn({ path, answers: foreign }).api).toMatchObject({ next: null });
  });

  it('is missing at the end', () => {
    const request: PageRequest = { url: `${api}?cursor=c9`, method: 'GET', headers: {}, body: null, by: 'fetch' };
    const cursor: NextPage = { kind: 'cursor', path: 'next', part: 'query.cursor', drops: [] };
    for (const data of [{}, { next: null }, { next: '' }, undefined])
      expect(nextRequest(cursor, { request, data }, 2)).toBeNull();
    expect(nextRequest({ kind: 'address', path: 'next' }, { request, data: { next: request.url } }, 2)).toBeNull();
  });
});

describe('a part of a request', () => {
  const request = (url: string, body: string | null = null): PageRequest => ({
    url,
    method: 'GET',
    headers: {},
    body,
    by: 'fetch',
  });

  it('is set in an address, a form and JSON', () => {
    const inQuery = `https://a.example/q?v=${encodeURIComponent('{"page":{"after":null}}')}&x`;
    expect(withPart(request(inQuery), 'query.v:page.after', 'c')?.url).toBe(
      `https://a.example/q?v=${encodeURIComponent('{"page":{"after":"c"}}')}&x`,
    );
    expect(withPart(request('https://a.example/list/1/8'), 'path.2', 2)?.url).toBe('https://a.example/list/2/8');
    expect(withPart(request('https://a.example/', 'a=1&page=1'), 'form.page', 2)?.body).toBe('a=1&page=2');
    expect(withPart(request('https://a.example/', '{"page":1}'), 'body:page', '2')?.body).toBe('{"page":2}');
  });

  it('is left out of an address or a form', () => {
    expect(withoutParts(request('https://a.example/?a=1&b=2&a=3'), ['query.a'])).toMatchObject({
      url: 'https://a.example/?b=2',
    });
    expect(withoutParts(request('https://a.example/?a=1', 'a=1&b=2'), ['form.a'])).toMatchObject({
      url: 'https://a.example/?a=1',
      body: 'b=2',
    });
  });

  it('is not set where there is no place for it', () => {
    expect(withPart(request('https://a.example/1'), 'path.7', 2)).toBeNull();
    expect(withPart(request('https://a.example/', '[]'), 'body:a.b', 2)).toBeNull();
    expect(withPart(request('https://a.example/', '{}'), 'body:__proto__.x', 2)).toBeNull();
    expect(withPart(request('https://a.example/'), 'body:page', 2)).toBeNull();
    expect(withPart(request('https://a.example/'), 'header.x', 2)).toBeNull();
  });

  it('is empty as a text or null', () => {
    const url = `https://a.example/?a=&b=1&c=null&v=${encodeURIComponent('{"x":{"after":null},"y":""}')}`;
    expect(emptyParts(request(url, '{"variables":{"after":null,"first":3}}'))).toEqual([
      'query.a',
      'query.c',
      'query.v:x.after',
      'query.v:y',
      'body:variables.after',
    ]);
  });
});

describe('links by an API and on the rendered page', () => {
  const links = storiesOf(0).map(({ slug, title }) => linkTo(`/news/${slug}`, title));

  it('may differ by a new entry, not by more', () => {
    const fresh = storiesOf(1).map(({ slug, title }) => linkTo(`/news/${slug}`, title));
    expect(listDifference(links, links, formatOf)).toBe('');
    expect(listDifference(fresh, links, formatOf)).toMatch(/3 of 8 links are not on the rendered page/);
    expect(listDifference(links.toSpliced(3, 2), links, formatOf)).toMatch(/the rendered list has 2 more links/);
    expect(listDifference([linkTo('/x', 'x')], links, formatOf)).toBe('the rendered page has none of the links');
    expect(listDifference(links.slice(0, 3), links, formatOf)).toBe("3 of the rendered page's 8 links");
  });

  it('are counted without sections and authors', () => {
    const others = ['Town', 'Ann Lee'].map((name, at) => linkTo(`/by/${at}`, name));
    const made = new Set(links.map(({ url }) => url));
    expect(listCoverage(made, [...links.slice(0, 4), ...others, ...links.slice(4)], formatOf)).toEqual({
      own: 8,
      alike: 8,
      missing: [],
    });
  });
});

describe('the moment of a date', () => {
  it('needs a time zone', () => {
    expect(instantOf('2026-11-23T10:00:00+02:00')?.toISOString()).toBe('2026-11-23T08:00:00.000Z');
    expect(instantOf(1_764_000_000)?.toISOString()).toBe('2025-11-24T16:00:00.000Z');
    expect(instantOf('1764000000000')?.toISOString()).toBe('2025-11-24T16:00:00.000Z');
    for (const value of ['2026-11-23T10:00:00', '23 Nov', 17, null, '2026-13-45T99:00:00Z'])
      expect(instantOf(value)).toBeNull();
  });
});
