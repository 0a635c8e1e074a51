import { describe, expect, it } from 'vitest';
import type { Source, SourceTuning } from '../../../src/model/crawl/source.ts';
import type { Visit } from '../../../src/model/crawl/visit.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Store } from '../../../src/storage/port.ts';
import { isTuningChanged, tuneSources } from '../../../src/watch/tuning/tune-sources.ts';
import { tuningRounds } from '../../../src/watch/tuning/tuning-rounds.ts';
import { claimOf, ending, entry, source } from '../../storage/records.ts';
import { openCrawl } from '../../support/crawl-ports.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const hour = 3_600_000;
const day = 24 * hour;
const base = 60 * 60_000;
const noon = new Date('2026-11-21T12:00:00Z');
const feed = (id = 'feed', overrides: Partial<Source> = {}): Source =>
  source(id, { baseIntervalMs: base, intervalMs: base, activeWindows: [], ...overrides });
const request = { policy: 'adaptive' as const, days: 28, isDry: false, onlyDue: false, signal: null };

async function addPolls(store: Store, { url: address }: Source, visits: readonly Partial<Visit>[]): Promise<void> {
  const url = canonicalUrl(address);
  for (const [index, overrides] of visits.entries()) {
    await store.frontier.reopen([entry(url, { kind: 'source' })], { revisit: false, now: new Date(0) });
    const [task] = await store.frontier.claim(claimOf({ now: new Date(4e12), limit: 1 }));
    if (!task) throw new Error('no task could be claimed');
    const { visit } = ending(task);
    const id = `${url}-${index}-${overrides.startedAt?.getTime()}`;
    await store.commit(ending(task, { visit: { ...visit, outcome: 'listed', id, ...overrides } }));
  }
}

/** Rounds of the day before, of which some found an update. */
const yesterdays = (rounds: number, updates: number): Partial<Visit>[] =>
  Array.from({ length: rounds }, (_, n) => ({
    startedAt: new Date(noon.getTime() - day + n * 60_000),
    changed: n < updates,
  }));

async function open(...sources: readonly Source[]) {
  const crawl = await openCrawl();
  for (const each of sources) await crawl.io.store.sources.define(each);
  const clock = new ManualClock(noon);
  const io = { store: crawl.io.store, clock };
  const intervalOf = async (id = 'feed') => (await io.store.sources.get(id))?.tuning?.intervalMs;
  return { ...io, io, intervalOf, [Symbol.asyncDispose]: () => crawl[Symbol.asyncDispose]() };
}

describe('tuneSources', () => {
  it('learns from the rounds of yesterday, once a day, and only where polls did not fail', async () => {
    await using test = await open(feed());
    await addPolls(test.store, feed(), [
      ...yesterdays(10, 2),
      ...[1, 2, 3].map((n) => ({
        startedAt: new Date(noon.getTime() - n * 1_000),
        changed: true,
      })),
      { startedAt: new Date(noon.getTime() - day), outcome: 'failed' as const, reason: 'unreachable' as const },
    ]);
    const [tuned] = await tuneSources(test.io.store, test.io.clock, request);
    expect(tuned).toMatchObject({ isWritten: true, rounds: { rounds: 10, updates: 2 } });
    expect(tuned).toSatisfy(isTuningChanged);
    expect(await test.intervalOf()).toBe(1.25 * base);
    const [again] = await tuneSources(test.io.store, test.io.clock, request);
    expect(again).toBeDefined();
    expect(again).not.toSatisfy(isTuningChanged);
    expect(await test.intervalOf()).toBe(1.25 * base);
    expect(await tuneSources(test.io.store, test.io.clock, { ...request, onlyDue: true })).toEqual([]);
  });

  it('learns the hours', async () => {
    await using test = await open(feed());
    const visits = Array.from({ length: 28 * 24 }, (_, n) => new Date(noon.getTime() - 28 * day + n * hour)).map(
      (startedAt) => ({ startedAt, changed: startedAt.getUTCHours() >= 8 && startedAt.getUTCHours() < 16 }),
    );
    await addPolls(test.store, feed(), visits);
    await tuneSources(test.io.store, test.io.clock, request);
    const { hours = null } = (await test.store.sources.get('feed'))?.tuning ?? {};
    expect(hours?.filter((n) => n < 24)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  });

  it('changes nothing in a dry run, and leaves paused sources', async () => {
    await using test = await open(feed(), feed('paused', { pausedAt: noon }));
    await addPolls(test.store, feed(), yesterdays(10, 2));
    const tuned = await tuneSources(test.io.store, test.io.clock, { ...request, isDry: true });
    expect(tuned.map((each) => [each.source.id, isTuningChanged(each), each.isWritten])).toEqual([
      ['feed', true, false],
    ]);
    expect(await test.store.sources.get('feed')).toEqual(feed());
  });

  it('stops between two sources', async () => {
    await using test = await open(feed());
    expect(await tuneSources(test.io.store, test.io.clock, { ...request, signal: AbortSignal.abort() })).toEqual([]);
  });
});

describe('the daily tuning of watch', () => {
  async function watch(...sources: readonly Source[]) {
    const test = await open(...sources);
    const logged: string[] = [];
    const write = (event: string) => void logged.push(event);
    const log = { debug: write, info: write, warn: write, error: write };
    /** A process that runs for a while: ended when its rounds are. */
    const start = (store: Store = test.store, tune: 'daily' | 'off' = 'daily') => {
      const round = tuningRounds({ ...test.io, store, log, config: { tune, pollPolicy: 'adaptive' } });
      return async () => {
        round();
        for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      };
    };
    return { ...test, start, logged };
  }

  it('tunes once a day, also after restarts', async () => {
    await using test = await watch(feed());
    await addPolls(test.store, feed(), yesterdays(10, 2));
    let run = test.start();
    await run();
    expect(await test.intervalOf()).toBe(1.25 * base);
    for (let n = 0; n < 3; n += 1) {
      test.clock.pass(hour);
      run = test.start();
      await run();
    }
    expect(await test.intervalOf()).toBe(1.25 * base);
    expect(test.logged.filter((event) => event === 'sources.tuned')).toHaveLength(1);
    await addPolls(
      test.store,
      feed(),
      [1, 2, 3, 4].map((n) => ({ startedAt: new Date(noon.getTime() + n * 1_000) })),
    );
    test.clock.pass(12 * hour);
    await run();
    expect(await test.intervalOf()).toBe(1.25 ** 2 * base);
  });

  it('can be switched off', async () => {
    await using test = await watch(feed());
    await addPolls(test.store, feed(), yesterdays(10, 2));
    await test.start(test.store, 'off')();
    expect(await test.store.sources.get('feed')).toEqual(feed());
  });

  it('goes on after the clock was set forward by years and back', async () => {
    const tuning: SourceTuning = { intervalMs: 2 * base, hours: null, day: '2026-11-19' };
    await using test = await watch(feed('feed', { tuning }));
    await addPolls(test.store, feed(), yesterdays(10, 2));
    const run = test.start();
    test.clock.step(2_000 * day);
    await run();
    test.clock.step(-2_000 * day);
    test.clock.pass(5 * 60_000);
    await run();
    expect((await test.store.sources.get('feed'))?.tuning).toEqual({ ...tuning, day: '2026-11-20' });
    await addPolls(
      test.store,
      feed(),
      [1, 2, 3, 4].map((n) => ({ startedAt: new Date(noon.getTime() + n * 1_000) })),
    );
    test.clock.pass(day);
    await run();
    expect(await test.intervalOf()).toBe(2.5 * base);
  });

  it('says that it failed, and comes again an hour later', async () => {
    await using test = await watch(feed());
    await addPolls(test.store, feed(), yesterdays(10, 2));
    let isDown = true;
    const visits = Object.create(test.store.visits, {
      pollsByHour: {
        value: (...filter: Parameters<Store['visits']['pollsByHour']>) =>
          isDown ? Promise.reject(new Error('the disk is gone')) : test.store.visits.pollsByHour(...filter),
      },
    });
    const run = test.start(Object.create(test.store, { visits: { value: visits } }));
    await run();
    expect(test.logged).toEqual(['tuning.failed']);
    isDown = false;
    test.clock.pass(59 * 60_000);
    await run();
    expect(await test.intervalOf()).toBeUndefined();
    test.clock.pass(60_000);
    await run();
    expect(await test.intervalOf()).toBe(1.25 * base);
  });
});
