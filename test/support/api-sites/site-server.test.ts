import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chanceOf } from './chance.ts';
import { likeness, wordF1 } from './compare.ts';
import { type ApiSite, openApiSite } from './open-api-site.ts';
import { sessionsAtATime } from './styles/forbidden.ts';
import { learnableStyles, styleNames, styleOf } from './styles.ts';

/** One request to a site, without a browser. */
const ask = (site: ApiSite, address: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${site.port}${address}`, init);
const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;
const post = (value: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Id of a story, as its page's address has it. */
const idOf = (url: string): string => /\d{5,}/.exec(pathOf(url))?.[0] ?? '';
const firstUrl = ({ articles }: ApiSite): string => articles[0]?.url ?? '';
const endpoint = ({ plan: { endpoint: api } }: ApiSite, key: string): string =>
  `${api.base}/${api.noun}/${key}${api.suffix}${api.constants}`;
const slugOf = (url: string): string => /[a-z]+-[a-z]+-[a-z]+-\d+[a-h]/.exec(url)?.[0] ?? '';

async function bundleOf(site: ApiSite): Promise<{ readonly path: string; readonly script: string }> {
  const shell = await (await ask(site, pathOf(firstUrl(site)))).text();
  const [, path = ''] = /<script defer src="([^"]+)"/.exec(shell) ?? [];
  return { path, script: await (await ask(site, path)).text() };
}

describe('a generated site', () => {
  it('is the same for the same seed and another for each other', async () => {
    await using site = await openApiSite({ style: 'rest-id', seed: 1 });
    await using same = await openApiSite({ style: 'rest-id', seed: 1 });
    await using other = await openApiSite({ style: 'rest-id', seed: 2 });
    expect(same.articles).toEqual(site.articles);
    expect(other.articles[0]?.title).not.toBe(site.articles[0]?.title);
    expect(new Set(site.articles.map(({ title }) => title)).size).toBe(60);
    expect(new Set(site.articles.map(({ url }) => url)).size).toBe(60);
  });

  it.each(styleNames)('has shells without the article, in the style %s', async (style) => {
    await using site = await openApiSite({ style, seed: 3, pages: 3 });
    for (const { url, title } of site.articles) {
      const shell = await ask(site, pathOf(url));
      expect(shell.status).toBe(200);
      expect(await shell.text()).not.toContain(title);
    }
    expect((await ask(site, '/no/such/page')).status).toBe(404);
    expect(await (await ask(site, '/sitemap.xml')).text()).toContain(firstUrl(site).replaceAll('&', '&amp;'));
    expect(site.log.slice(0, 3).map(({ kind }) => kind)).toEqual(['page', 'page', 'page']);
  });

  it('answers 404 for an article that it does not have', async () => {
    await using site = await openApiSite({ style: 'rest-id', seed: 1, pages: 3 });
    expect((await ask(site, endpoint(site, idOf(firstUrl(site))))).status).toBe(200);
    expect((await ask(site, endpoint(site, '1'))).status).toBe(404);
    expect(site.log.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['api 200', 'api 404']);
  });

  it.each([
    ['html-fragment', (base: string) => `${base}/fragments/no-such-story.html`, 404],
    ['jsonp', (base: string, noun: string) => `${base}/${noun}/1.js?callback=onArticle`, 404],
    ['joined-author', (base: string) => `${base}/authors/1`, 404],
    ['persisted-get', () => '/graphql?variables={}&extensions={}', 200],
    ['graphql-post', () => '/graphql', 200],
  ] satisfies readonly [string, (base: string, noun: string) => string, number][])(
    'has an error for what is not there, in the style %s',
    async (style, path, status) => {
      await using site = await openApiSite({ style, seed: 2, pages: 3 });
      const { base, noun } = site.plan.endpoint;
      const query = { query: 'query Article($key: String!) { article(key: $key) { title } }', variables: { key: '1' } };
      const answer = await ask(site, path(base, noun), style === 'graphql-post' ? post(query) : {});
      expect(answer.status).toBe(status);
      expect(await answer.text()).toMatch(/error|404|not found|PersistedQueryNotFound/);
    },
  );

  it('has at least twelve styles to be learned and five that must not be', () => {
    expect(learnableStyles.length).toBeGreaterThanOrEqual(12);
    expect(styleNames.length - learnableStyles.length).toBeGreaterThanOrEqual(5);
    expect(() => styleOf('soap')).toThrow('styles: rest-id');
  });

  it('gives a new build another bundle, and takes the old one away', async () => {
    await using site = await openApiSite({ style: 'next-data', seed: 1, pages: 3 });
    const before = await bundleOf(site);
    const { pathname } = new URL(firstUrl(site));
    const data = (path: string) => {
      const [, build = ''] = /main-([0-9a-f]+)\.js/.exec(path) ?? [];
      return ask(site, `/_next/data/${build}${pathname.replace(/\.html$|\/$/, '')}.json?slug=${slugOf(pathname)}`);
    };
    expect((await data(before.path)).status).toBe(200);
    site.bumpBuild();
    const after = await bundleOf(site);
    expect(after.path).not.toBe(before.path);
    expect((await ask(site, before.path)).status).toBe(404);
    expect((await data(before.path)).status).toBe(404);
    expect((await data(after.path)).status).toBe(200);
  });

  it('gets a new build by itself after some answers', async () => {
    await using site = await openApiSite({ style: 'rest-id', seed: 1, pages: 3, bumpAfterAnswers: 2 });
    const { path } = await bundleOf(site);
    await ask(site, endpoint(site, idOf(firstUrl(site))));
    expect((await bundleOf(site)).path).toBe(path);
    await ask(site, endpoint(site, idOf(firstUrl(site))));
    expect((await bundleOf(site)).path).not.toBe(path);
  });
});

describe('a list', () => {
  it.each(['cursor', 'offset', 'page'] as const)('has all articles, by %s', async (paging) => {
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const sites = await Promise.all(seeds.map((seed) => openApiSite({ style: 'rest-slug', seed, pages: 30 })));
    const site = sites.find(({ plan }) => plan.list.paging === paging);
    if (site === undefined) throw new Error('no seed pages its list so');
    const titles = new Set<string>();
    let query = '';
    for (let page = 1; titles.size < 30; page++) {
      const answer = (await (await ask(site, `${site.plan.endpoint.base}/feed${query}`)).json()) as {
        readonly items: readonly { readonly title: string }[];
        readonly next?: string;
      };
      expect(answer.items.length).toBeGreaterThan(0);
      for (const { title } of answer.items) titles.add(title);
      query = { cursor: `?after=${answer.next}`, offset: `?offset=${titles.size}`, page: `?page=${page + 1}` }[paging];
    }
    expect(titles).toEqual(new Set(site.articles.map(({ title }) => title)));
    for (const one of sites) await one[Symbol.asyncDispose]();
  });
});

describe('what must not be learned', () => {
  it('takes a nonce once', async () => {
    await using site = await openApiSite({ style: 'nonce', seed: 1, pages: 3 });
    const { base, noun } = site.plan.endpoint;
    const { nonce } = (await (await ask(site, `${base}/nonce`)).json()) as { readonly nonce: string };
    const address = `${base}/${noun}?id=${idOf(firstUrl(site))}&nonce=${nonce}`;
    expect((await ask(site, address)).status).toBe(200);
    expect((await ask(site, address)).status).toBe(403);
    expect((await ask(site, address.replace(nonce, 'abc'))).status).toBe(403);
  });

  it('refuses sessions of others, those that have expired, and the oldest of many', async () => {
    await using site = await openApiSite({ style: 'session-token', seed: 1, pages: 3 });
    const open = async (client: string) => {
      const answer = await ask(site, `${site.plan.endpoint.base}/session`, post({ client }));
      return ((await answer.json()) as { readonly token: string }).token;
    };
    const status = async (client: string, token: string) => {
      const headers = { 'x-client': client, 'x-session': token };
      return (await ask(site, endpoint(site, slugOf(firstUrl(site))), { headers })).status;
    };
    const token = await open('a');
    expect(await status('a', token)).toBe(200);
    expect(await status('b', token)).toBe(401);
    site.expireSessions();
    expect(await status('a', token)).toBe(401);
    const second = await open('a');
    for (let others = 0; others < sessionsAtATime; others++) await open(`c${others}`);
    expect(await status('a', second)).toBe(401);
  });

  it('refuses a request without a signature', async () => {
    await using site = await openApiSite({ style: 'signed', seed: 1, pages: 3 });
    expect((await ask(site, endpoint(site, idOf(firstUrl(site))))).status).toBe(403);
  });

  it('answers the same request with two bodies', async () => {
    await using site = await openApiSite({ style: 'two-bodies', seed: 1, pages: 3 });
    const bodies = new Set<string>();
    for (let times = 0; times < 20; times++)
      bodies.add(await (await ask(site, endpoint(site, idOf(firstUrl(site))))).text());
    expect(bodies.size).toBe(2);
    expect(site.articles[0]?.bodies).toHaveLength(2);
  });

  it('counts each effect', async () => {
    await using site = await openApiSite({ style: 'post-effect', seed: 1, pages: 3 });
    const address = `${site.plan.endpoint.base}/readings`;
    for (let times = 0; times < 2; times++)
      expect((await ask(site, address, post({ article: Number(idOf(firstUrl(site))) }))).status).toBe(200);
    expect((await ask(site, address, post({ article: 1 }))).status).toBe(404);
    expect([...site.effects]).toEqual([[firstUrl(site), 2]]);
  });
});

describe('GraphQL', () => {
  it('takes the persisted query of this build, and no other', async () => {
    await using site = await openApiSite({ style: 'persisted-post', seed: 1, pages: 3 });
    const operation = (sha256Hash: string) => ({
      operationName: 'Article',
      variables: { key: idOf(firstUrl(site)) },
      extensions: { persistedQuery: { version: 1, sha256Hash } },
    });
    const answerTo = async (hash: string) => await (await ask(site, '/graphql', post(operation(hash)))).text();
    const [, hash = ''] = /sha256Hash: '([0-9a-f]{64})'/.exec((await bundleOf(site)).script) ?? [];
    expect(await answerTo(hash)).not.toContain('PersistedQueryNotFound');
    expect(await answerTo(createHash('sha256').update('other').digest('hex'))).toContain('PersistedQueryNotFound');
    site.bumpBuild();
    expect(await answerTo(hash)).toContain('PersistedQueryNotFound');
  });
});

describe('comparing articles', () => {
  it('counts words as often as they stand, and characters in Chinese', () => {
    expect(wordF1('one two two', 'one two three')).toBeCloseTo(2 / 3);
    expect(wordF1('市议会', '市议会')).toBe(1);
    expect(wordF1('市议会', '市议院')).toBeCloseTo(2 / 3);
  });

  it('compares dates by the coarser precision', () => {
    const article = { title: 'a', body: 'b', authors: ['c'], publishedAt: '2025-02-03' };
    expect(likeness(article, { ...article, publishedAt: '2025-02-03T10:20:30.000Z' }).sameDate).toBe(true);
    expect(likeness(article, { ...article, publishedAt: '2025-02-04T10:20:30.000Z' }).sameDate).toBe(false);
    expect(likeness(article, { ...article, publishedAt: null }).sameDate).toBe(false);
  });

  it('draws the same choices from the same key', () => {
    const drawn = (key: string) =>
      Array.from(
        { length: 5 },
        (
          (chance) => () =>
            chance.below(1_000)
        )(chanceOf(key)),
      );
    expect(drawn('a')).toEqual(drawn('a'));
    expect(drawn('a')).not.toEqual(drawn('b'));
  });
});
