import { describe, expect, it, vi } from 'vitest';
import { NewshawkError, StoreDown } from '../../src/errors.ts';
import { outlastStore } from '../../src/run/outlast-store.ts';
import { stoppedClock } from '../support/manual-clock.ts';

const away = new StoreDown('no server answers', { isAway: true });

/** A store that does not answer the first `silences` pings, and not the first `failingReleases` times that leases are given back. */
function openStore(silences: number, { failingReleases = 0, signal = new AbortController().signal } = {}) {
  const released: unknown[] = [];
  let pings = 0;
  const store = {
    location: 'mongodb://store.example',
    lacks: ['no validation of documents'],
    ping: async () => {
      pings += 1;
      if (pings <= silences) throw away;
    },
    frontier: {
      releaseOwners: async (owners: readonly string[]) => {
        released.push(owners);
        if (released.length <= failingReleases) throw away;
      },
    },
    leases: { releaseOwners: async () => {} },
  };
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const options = {
    store: store as never,
    clock: stoppedClock(new Date('2026-11-20T08:00:00Z')),
    log,
    owner: 'me',
    signal,
    sleep: async () => {},
  };
  return { options, released, log, pings: () => pings };
}

describe('a run whose store goes away', () => {
  it('begins again when the store answers, and gives back before what it held', async () => {
    const { options, released, log, pings } = openStore(3);
    const begun: boolean[] = [];
    const ended = await outlastStore(options, async (isAgain) => {
      begun.push(isAgain);
      if (begun.length < 3) throw away;
      return 'ended';
    });
    expect({ ended, begun, pings: pings() }).toEqual({ ended: 'ended', begun: [false, true, true], pings: 5 });
    expect(released).toEqual([['me'], ['me']]);
    expect(log.warn.mock.calls.map(([event]) => event)).toEqual(['store.lacks', 'store.away', 'store.away']);
    expect(log.info.mock.calls.map(([event]) => event)).toEqual(['store.back', 'store.back']);
  });

  it('waits again where the store goes away before the run begins', async () => {
    const { options, released } = openStore(0, { failingReleases: 1 });
    let runs = 0;
    await outlastStore(options, async () => {
      runs += 1;
      if (runs === 1) throw away;
    });
    expect({ runs, releasedCount: released.length }).toEqual({ runs: 2, releasedCount: 2 });
  });

  it('ends with the error where a person has to act, or the signal came', async () => {
    const full = new StoreDown('the disk is full', { isAway: false });
    const other = new NewshawkError('store', 'a blob is damaged');
    for (const error of [full, other])
      await expect(outlastStore(openStore(0).options, () => Promise.reject(error))).rejects.toBe(error);
    const stop = new AbortController();
    const { options } = openStore(9, { signal: stop.signal });
    const run = outlastStore({ ...options, sleep: async () => stop.abort() }, () => Promise.reject(away));
    await expect(run).rejects.toBe(away);
  });
});
