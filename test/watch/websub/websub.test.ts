import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { noteHub, withHub } from '../../../src/crawl/links/hub-offers.ts';
import type { Subscription } from '../../../src/model/crawl/subscription.ts';
import { subscriptionRounds } from '../../../src/watch/websub/subscription-rounds.ts';
import { source } from '../../storage/records.ts';
import { checkedServer } from '../../support/app/checked-server.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

const hub = { url: 'https://hub.example/', topic: 'https://gazette.example/feed.xml' };
const feed = { ...source('s1'), kind: 'feed', activeWindows: [], baseIntervalMs: 60_000, maxFactor: 8 } as const;
const [minute, hour] = [60_000, 3_600_000];

/** A watch and a server over one store, and a hub that answers with `status`. */
async function watching(status = 202) {
  const crawl = await openCrawl();
  const forms: URLSearchParams[] = [];
  const config = { ...crawl.io.config, publicUrl: 'https://news.example/reader/' };
  const http: FakeCrawl['io']['http'] = {
    ...crawl.io.http,
    fetch: async (request) => {
      forms.push(new URLSearchParams(String(request.body)));
      return { ...request, status, headers: {}, body: new Uint8Array(), wireBytes: 0, elapsedMs: 1 };
    },
  };
  const io = { ...crawl.io, config, http };
  await io.store.sources.define(feed);
  const app = await openFakeApp({ empty: true });
  const server = checkedServer({ ...app, clock: crawl.clock, store: async () => io.store });
  const tick = subscriptionRounds(io);
  const round = async (passMs: number) => {
    crawl.clock.pass(passMs);
    const before = crawl.logged.length;
    tick();
    for (let turn = 0; turn < 50 && crawl.logged.length === before; turn++) await nextTurn();
    return forms.length;
  };
  const current = async (): Promise<Subscription> => {
    const subscription = await io.store.subscriptions.ofSource('s1');
    if (subscription === null) throw new Error('no subscription');
    return subscription;
  };
  const close = async () => {
    await server.close();
    await app[Symbol.asyncDispose]();
    await crawl[Symbol.asyncDispose]();
  };
  return { crawl, io, forms, server, round, current, [Symbol.asyncDispose]: close };
}

const pathOf = (callback: string | null): string => new URL(callback ?? '').pathname.replace('/reader', '');

describe('a feed with a hub', () => {
  it('is subscribed, confirmed, polled rarely, and polled at once when the hub announces a change', async () => {
    await using web = await watching();
    const { io, forms, server, round, current, crawl } = web;
    await noteHub(io, feed, hub);
    await noteHub(io, feed, hub);
    expect(await round(0)).toBe(1);
    expect(forms[0]?.get('hub.callback')).toMatch(/^https:\/\/news\.example\/reader\/websub\/[\w-]{32}$/);
    const callback = pathOf(forms[0]?.get('hub.callback') ?? null);
    const planned = await io.store.sources.get('s1');
    expect(await withHub(io, feed)).toEqual(feed);

    const confirmation = `hub.mode=subscribe&hub.topic=${encodeURIComponent(hub.topic)}&hub.challenge=%3Cb%3E&hub.lease_seconds=86400`;
    const confirmed = await server.inject(`${callback}?${confirmation}`);
    expect({
      statusCode: confirmed.statusCode,
      body: confirmed.body,
      contentType: confirmed.headers['content-type'],
    }).toEqual({ statusCode: 200, body: '<b>', contentType: 'text/plain' });
    expect(await current()).toMatchObject({ state: 'active' });
    const now = crawl.clock.now();
    expect((await withHub(io, feed)).nextPollAt).toEqual(new Date(now.getTime() + 8 * minute));

    const body = '<feed/>';
    const notify = (secret: string) =>
      server.inject({
        method: 'POST',
        url: callback,
        headers: {
          'content-type': 'application/atom+xml',
          'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        body,
      });
    await io.store.sources.save({ ...feed, nextPollAt: new Date(now.getTime() + 8 * minute) });
    expect((await notify('guessed')).statusCode).toBe(202);
    expect((await io.store.sources.get('s1'))?.nextPollAt).not.toEqual(now);
    expect((await notify((await current()).secret)).statusCode).toBe(202);
    expect((await io.store.sources.get('s1'))?.nextPollAt).toEqual(now);
    expect(await current()).toMatchObject({ notices: 1, lastNoticeAt: now });
    expect(planned).not.toBeNull();
  });

  it('has its lease renewed; a lease that ended counts no more', async () => {
    await using web = await watching();
    const { io, server, round, forms, current } = web;
    await noteHub(io, feed, hub);
    await round(0);
    const url = `${pathOf(forms[0]?.get('hub.callback') ?? null)}?hub.mode=subscribe&hub.topic=${encodeURIComponent(hub.topic)}&hub.challenge=c&hub.lease_seconds=36000`;
    await server.inject(url);
    expect(await round(7 * hour)).toBe(1);
    expect(await round(hour)).toBe(2);
    expect(await current()).toMatchObject({ state: 'active', asked: 1 });
    await round(2 * hour);
    expect(await withHub(io, feed)).toEqual(feed);
  });

  it('is asked again where the hub fails, and the reason is kept', async () => {
    await using web = await watching(500);
    const { io, round, current } = web;
    await noteHub(io, feed, hub);
    expect(await round(0)).toBe(1);
    expect(await current()).toMatchObject({ state: 'wanted', detail: 'the hub answered 500' });
    expect(await round(59 * minute)).toBe(1);
    expect(await round(minute)).toBe(2);
  });

  it('is not asked for while nobody polls the feed, and forgotten with it', async () => {
    await using web = await watching();
    const { io, round } = web;
    await noteHub(io, feed, hub);
    await io.store.sources.save({ ...feed, pausedAt: feed.nextPollAt });
    expect(await round(0)).toBe(0);
    await io.store.sources.save(feed);
    expect(await round(24 * hour)).toBe(1);
    await io.store.sources.remove('s1');
    expect(await round(hour)).toBe(1);
    expect(await io.store.subscriptions.ofSource('s1')).toBeNull();
  });

  it('gets a new subscription when its hub changes', async () => {
    await using web = await watching();
    const { io, current } = web;
    await noteHub(io, feed, hub);
    const { token } = await current();
    await noteHub(io, feed, { ...hub, url: 'https://other.example/' });
    expect(await current()).toMatchObject({ url: 'https://other.example/', state: 'wanted' });
    expect((await current()).token).not.toBe(token);
  });

  it('is not noted where no hub can reach us, or where it names none', async () => {
    await using web = await watching();
    const { io } = web;
    await noteHub({ ...io, config: { ...io.config, publicUrl: null } }, feed, hub);
    await noteHub(io, feed, null);
    expect(await io.store.subscriptions.ofSource('s1')).toBeNull();
  });
});

describe('the address that hubs call', () => {
  it('answers to subscriptions only, without a token of the API and under any host name', async () => {
    await using web = await watching();
    const app = await openFakeApp({ env: { NEWSHAWK_HTTP_TOKEN: 'sesame-sesame-sesame' } });
    const server = checkedServer({ ...app, store: async () => web.io.store });
    const headers = { host: 'news.example' };
    const statuses = await Promise.all(
      [
        { method: 'GET', url: '/websub/unknown?hub.mode=subscribe' },
        { method: 'POST', url: '/websub/unknown', body: '{"not json' },
        { method: 'GET', url: '/websub/../v1/articles' },
        { method: 'GET', url: '/websub/' },
      ].map(async (request) => (await server.inject({ ...request, headers } as never)).statusCode),
    );
    expect(statuses).toEqual([404, 410, 403, 403]);
    await server.close();
    await app[Symbol.asyncDispose]();
  });

  it('refuses a notice that is too large', async () => {
    await using web = await watching();
    const body = 'x'.repeat(6 * 1024 * 1024);
    const { statusCode } = await web.server.inject({
      method: 'POST',
      url: '/websub/unknown',
      headers: { 'content-type': 'text/xml' },
      body,
    });
    expect(statusCode).toBe(413);
  });
});
