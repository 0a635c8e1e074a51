import { parseAtomFeed } from 'feedsmith';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FeedPings, isHubReceiver } from '../../../src/watch/websub/feed-pings.ts';
import { article, at, claimOf, ending, entry } from '../../storage/records.ts';
import { checkedServer } from '../../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../../support/app/fake-app.ts';
import { openWebSubHub, type WebSubHub } from '../../support/feeds/websub-hub.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const base = 'https://news.example/reader';
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

let app: FakeApp;
let hub: WebSubHub;
let clock: ManualClock;
let logged: string[];
let server: ReturnType<typeof checkedServer>;
beforeEach(async () => {
  app = await openFakeApp({ empty: true });
  clock = new ManualClock(at(60));
  logged = [];
  hub = await openWebSubHub(async (topic) => {
    const { pathname } = new URL(topic);
    const { body, headers } = await server.inject({ url: pathname.replace('/reader', '') });
    return { body, type: String(headers['content-type']) };
  });
  const config = { ...app.config, publicUrl: base, publicFeeds: 'on', websubHubs: [hub.url] } as const;
  server = checkedServer({ ...app, config });
});
afterEach(async () => {
  await server.close();
  await hub[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const pingsOf = (store = app.storeOfTest) => {
  const note = (event: string, facts?: object) => void logged.push(`${event} ${JSON.stringify(facts)}`);
  return new FeedPings({
    store,
    clock,
    log: { debug: note, info: note, warn: note, error: note },
    config: { publicUrl: base, websubHubs: [hub.url] },
  });
};
/** Lets what is due be sent, and waits for it. */
async function send(pings: FeedPings): Promise<void> {
  pings.begin();
  await pings.idle();
}
const member = {
  status: 'published',
  site: 'gazette.example',
  topics: [{ topic: '港口', kept: true }],
  category: null,
} as const;
const feed = (name: string, format = 'atom') => `${base}/v1/feeds/${encodeURIComponent(name)}.${format}`;
const allFeeds = ['all', 'gazette.example', '港口'].flatMap((name) =>
  ['rss', 'atom', 'json'].map((format) => feed(name, format)),
);

describe('pings of hubs', () => {
  it('are one for each feed that changed, after ten seconds, however many articles came', async () => {
    const pings = pingsOf();
    await pings.note(Array.from({ length: 50 }, () => member));
    await send(pings);
    clock.pass(9 * second);
    await pings.note([member]);
    await send(pings);
    expect(hub.pings).toEqual([]);
    clock.pass(second);
    await send(pings);
    expect(hub.pings.toSorted()).toEqual(allFeeds.toSorted());
    clock.pass(hour);
    await send(pings);
    expect(hub.pings).toHaveLength(allFeeds.length);
    await pings.note([{ ...member, status: 'duplicate' }]);
    await pings.finish();
    expect(hub.pings).toHaveLength(allFeeds.length);
    await pings.note([member]);
    // the process ends: it does not wait for more
    await pings.finish();
    expect(hub.pings).toHaveLength(2 * allFeeds.length);
  });

  it('make the hub read the feed and deliver it, as it names itself and its hub', async () => {
    const got: string[] = [];
    hub.subscribe(feed('gazette.example'), (body, signature) => got.push(body, signature), 'a secret');
    const { storeOfTest: store } = app;
    await store.frontier.put([entry('http://gazette.example/a1')], at(0));
    const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
    if (task === undefined) throw new Error('no task');
    const stored = article('a1', { topics: [], category: null });
    await store.commit(ending(task, { article: stored }));
    const pings = pingsOf();
    await pings.note([{ ...stored, status: 'published' }]);
    await pings.finish();
    expect(got).toHaveLength(2);
    const { links, entries } = parseAtomFeed(got[0] ?? '');
    expect(links?.slice(0, 2)).toEqual([
      { rel: 'self', href: feed('gazette.example') },
      { rel: 'hub', href: hub.url },
    ]);
    expect(entries?.map(({ id }) => id)).toEqual(['urn:newshawk:a1']);
    expect(hub.delivered.find(({ topic }) => topic === feed('all'))?.type).toBe('application/atom+xml; charset=utf-8');
  });

  it('wait in the store while the hub is silent, as one for each feed, and no log or record has its secret', async () => {
    hub.status = 503;
    const pings = pingsOf();
    await pings.note([member]);
    await send(pings);
    clock.pass(10 * second);
    await send(pings);
    for (let number = 0; number < 20; number += 1) {
      await pings.note([member]);
      await send(pings);
    }
    const waiting = await app.storeOfTest.deliveries.list({ limit: 100 });
    expect(waiting).toHaveLength(allFeeds.length);
    expect(waiting.every(({ receiver, state }) => isHubReceiver(receiver) && state === 'waiting')).toBe(true);
    // a round stops at the first failures; nothing more is asked before a minute has passed
    expect(hub.pings.length).toBeLessThanOrEqual(allFeeds.length);
    expect(JSON.stringify([waiting, logged])).not.toContain('key=secret');
    expect(logged.join()).toContain('it answered 503');
    // another process sends what is left
    hub.status = 202;
    clock.pass(minute);
    hub.pings.length = 0;
    await send(pingsOf());
    expect(hub.pings.toSorted()).toEqual(allFeeds.toSorted());
  });

  it('are given up after six attempts, and begin again with the next change', async () => {
    hub.status = 500;
    const pings = pingsOf();
    await pings.note([{ ...member, site: 'all', topics: [] }]);
    for (let step = 0; step < 12; step += 1) {
      await send(pings);
      clock.pass(hour);
    }
    const counts = await app.storeOfTest.deliveries.counts();
    expect(counts.map(({ state, count }) => [state, count])).toEqual([['failed', 3]]);
    expect(hub.pings).toHaveLength(18);
    hub.status = 204;
    await pings.note([{ ...member, site: 'all', topics: [] }]);
    await pings.finish();
    expect(hub.pings).toHaveLength(21);
  });

  it('need an address under which hubs reach the feeds', () => {
    const config = { publicUrl: null, websubHubs: [hub.url] };
    expect(() => new FeedPings({ ...app, store: app.storeOfTest, config })).toThrow('NEWSHAWK_PUBLIC_URL is not');
  });
});
