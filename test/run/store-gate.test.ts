import { describe, expect, it } from 'vitest';
import { namedPage } from '../../src/crawl/links/targets.ts';
import { StoreDown, TurnsEnded } from '../../src/errors.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { HttpClient } from '../../src/ports.ts';
import { crawlRun } from '../../src/run/crawl-run.ts';
import { HostTurns } from '../../src/run/host-turns.ts';
import { StoreGate } from '../../src/run/store-watch.ts';
import { HostGate } from '../../src/stages/schedule/politeness.ts';
import type { Store } from '../../src/storage/port.ts';
import { ownerName } from '../../src/watch/assignment/owner.ts';
import { at } from '../storage/records.ts';
import { openCrawl } from '../support/crawl-ports.ts';
import { ManualClock, SettableClock } from '../support/manual-clock.ts';
import { articleReading } from '../support/readings.ts';

/** Requests of a run whose store answers while `isThere` is true. */
function openTurns() {
  const clock = new ManualClock(at(0));
  const seen = { isThere: true, pings: 0, sent: 0, errors: [] as unknown[] };
  const ping = async () => {
    seen.pings += 1;
    if (!seen.isThere) throw new StoreDown('no connection', { isAway: true });
  };
  const storeGate = new StoreGate({ ping, location: 'mongodb://db.example/' } as Store, clock, (error) => {
    seen.errors.push(error);
  });
  const { signal } = new AbortController();
  const gate = new HostGate({ concurrency: 8, gapMs: 0 });
  const turns = new HostTurns({ gate, clock, signal, mayLeave: () => storeGate.pass() });
  const take = async (host: string) => {
    await turns.take(`http://${host}.example/`);
    seen.sent += 1;
  };
  return { clock, seen, storeGate, take };
}

describe('requests of a run whose store is gone', () => {
  it('are not sent to any host, and the run gets one error', async () => {
    const { clock, seen, take } = openTurns();
    await take('a');
    seen.isThere = false;
    clock.pass(1_000);
    const hosts = ['a', 'b', 'c', 'd'];
    const ends = await Promise.allSettled(hosts.map(take));
    expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof TurnsEnded)).toEqual(
      hosts.map(() => true),
    );
    expect(seen.sent).toBe(1);
    expect(seen.errors[0]).toBeInstanceOf(StoreDown);
  });

  it('are not sent after it came back either: the next run sends them', async () => {
    const { clock, seen, storeGate, take } = openTurns();
    storeGate.close(); // a commit noticed it
    clock.pass(60_000);
    await expect(take('a')).rejects.toBeInstanceOf(TurnsEnded);
    expect(seen).toMatchObject({ sent: 0, pings: 0 });
  });

  it('ask a store that answers once a second', async () => {
    const { clock, seen, take } = openTurns();
    for (let request = 0; request < 40; request++) {
      await take('a');
      clock.pass(100);
    }
    expect(seen).toMatchObject({ sent: 40, pings: 4 });
  });
});

it('a page in work asks for no further page after the store of its crawl is gone', async () => {
  await using crawl = await openCrawl({ render: 'static', articlePages: 3 });
  const url = 'http://gazette.example/a';
  for (const page of [url, `${url}?page=2`]) crawl.web.answers[`static ${page}`] = { html: '<p>a story</p>' };
  crawl.web.read = ({ finalUrl }) => ({ ...articleReading(finalUrl), nextPage: canonicalUrl(`${url}?page=2`) });
  const clock = new SettableClock(at(0));
  const { store } = crawl.io;
  let isGone = false;
  const ping = () => (isGone ? Promise.reject(new StoreDown('no connection', { isAway: true })) : store.ping());
  const leaving = new Proxy(store, {
    get(of, name) {
      if (name === 'ping') return ping;
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  const http: HttpClient = {
    ...crawl.io.http,
    fetch: async (request) => {
      const answer = await crawl.io.http.fetch(request);
      isGone = true;
      clock.pass(1_050); // a store that has just answered is believed for a second
      return answer;
    },
  };
  const run = crawlRun({
    io: {
      ...crawl.io,
      clock,
      http,
      store: leaving,
    },
    owner: ownerName(at(0)),
    kind: 'crawl',
    beginning: {
      sources: [],
      seeds: [namedPage({ url: canonicalUrl(url) }, 'gazette.example', at(0))],
      sites: null,
      broken: [],
    },
    options: {
      targets: [],
      topic: null,
      limit: null,
      depth: 0,
      concurrency: 1,
      timeLimitMs: null,
      failureLimit: null,
      resume: false,
      signal: new AbortController().signal,
      onProgress: () => {},
    },
    onTick: async () => {},
  });
  await expect(run).rejects.toBeInstanceOf(StoreDown);
  expect(crawl.asked.map((asked) => asked.url)).toEqual([url]);
});
