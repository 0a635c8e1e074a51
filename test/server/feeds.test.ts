import { parseAtomFeed, parseRssFeed } from 'feedsmith';
import { afterAll, describe, expect, it } from 'vitest';
import { hubOf } from '../../src/stages/discover/websub.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { openFakeApp } from '../support/app/fake-app.ts';
import { brokenJsonFeed, brokenRules } from '../support/feeds/feed-rules.ts';

const app = await openFakeApp();
const server = checkedServer(app);
const open = checkedServer({
  ...app,
  config: {
    ...app.config,
    httpHost: '0.0.0.0',
    httpToken: 'long-enough-a-token',
    publicUrl: 'https://news.example/reader/',
    publicFeeds: 'on',
    websubHubs: ['https://hub.example/'],
  },
});
afterAll(async () => {
  await Promise.all([server.close(), open.close()]);
  await app[Symbol.asyncDispose]();
});
const get = async (url: string, of = server) => await of.inject({ url });

describe('/v1/feeds', () => {
  it.each(['all', 'energy', 'topic:energy', 'gazette.example', 'site:gazette.example', 'category:business'])(
    'breaks no rule of the feed validator: %s',
    async (name) => {
      expect(brokenRules((await get(`/v1/feeds/${name}.rss`)).body, 'rss')).toEqual([]);
      expect(brokenRules((await get(`/v1/feeds/${name}.atom`)).body, 'atom')).toEqual([]);
      expect(brokenJsonFeed((await get(`/v1/feeds/${name}.json`)).body)).toEqual([]);
    },
  );

  it('has all versions of a story, with copies', async () => {
    const [first] = await app.storeOfTest.articles.find({ site: 'gazette.example', status: 'duplicate' });
    const { body } = await get(`/v1/feeds/story:${first?.cluster}.atom`);
    expect(
      parseAtomFeed(body)
        .entries?.map(({ id }) => id)
        .sort(),
    ).toEqual(['urn:newshawk:a1', 'urn:newshawk:a2']);
    expect((await get('/v1/feeds/story:none.atom')).statusCode).toBe(404);
  });

  it('is paged by RFC 5005: one id, and links from page to page', async () => {
    const pages: string[] = [];
    const ids = new Set<unknown>();
    for (let url: string | undefined = '/v1/feeds/all.atom?limit=1'; url !== undefined; ) {
      const { body }: { readonly body: string } = await get(url);
      const feed = parseAtomFeed(body);
      ids.add(feed.id);
      pages.push(...(feed.entries ?? []).map(({ id }) => String(id)));
      const next = feed.links?.find(({ rel }) => rel === 'next')?.href;
      url = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
    }
    expect({ pages: pages.sort(), idCount: ids.size }).toEqual({
      pages: ['urn:newshawk:a1', 'urn:newshawk:a4'],
      idCount: 1,
    });
    const second = parseRssFeed((await get('/v1/feeds/all.rss?limit=1&page=2')).body).atom?.links;
    expect(second?.map(({ rel, href }) => [rel, new URL(href ?? '').search])).toEqual([
      ['self', '?limit=1&page=2'],
      ['first', '?limit=1'],
      ['previous', '?limit=1'],
    ]);
    expect((await get('/v1/feeds/all.rss?page=0')).statusCode).toBe(400);
  });

  it('names its public address and its hubs, in the feed and in the header, as a subscriber reads them', async () => {
    const { body, headers } = await get('/v1/feeds/gazette.example.rss?limit=1', open);
    const topic = 'https://news.example/reader/v1/feeds/gazette.example.rss';
    const links = parseRssFeed(body).atom?.links;
    expect(links?.slice(0, 2)).toEqual([
      { rel: 'self', href: topic },
      { rel: 'hub', href: 'https://hub.example/' },
    ]);
    expect(hubOf(String(headers.link), undefined, topic)).toEqual({ url: 'https://hub.example/', topic });
    expect(JSON.parse((await get('/v1/feeds/all.json', open)).body).hubs).toEqual([
      { type: 'WebSub', url: 'https://hub.example/' },
    ]);
  });

  it('is open to everybody where it is set so, and nothing else is', async () => {
    expect((await get('/v1/feeds/all.rss', open)).statusCode).toBe(200);
    for (const path of [
      '/v1/articles',
      '/v1/feeds/../articles',
      '/v1/feeds/%2e%2e/articles',
      '/v1/feeds',
      '/v1/feeds/a/b',
    ])
      expect((await get(path, open)).statusCode).toBe(401);
    const closed = checkedServer({
      ...app,
      config: { ...app.config, httpHost: '0.0.0.0', httpToken: 'long-enough-a-token' },
    });
    expect((await get('/v1/feeds/all.rss', closed)).statusCode).toBe(401);
    await closed.close();
  });
});
