import { describe, expect, it } from 'vitest';
import { StoreDown, TurnsEnded } from '../../../src/errors.ts';
import { HostTurns } from '../../../src/pipeline/run/host-turns.ts';
import { StoreGate } from '../../../src/pipeline/run/store-watch.ts';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';
import { at } from '../../storage/records.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** Requests of a run whose store answers while `isThere` is true. */
function openTurns() {
  const clock = new ManualClock(at(0));
  const seen = { isThere: true, pings: 0, sent: 0, errors: [] as unknown[] };
  const ping = async () => {
    seen.pings += 1;
    if (!seen.isThere) throw new StoreDown('no connection', { isAway: true });
  };
  const storeGate = new StoreGate({ ping, location: 'mongodb://db.example/' }, clock, (error) => {
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
  it('are not sent, of any host, and the run is told once', async () => {
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
    expect([seen.sent, seen.pings]).toEqual([0, 0]);
  });

  it('ask a store that answers once a second', async () => {
    const { clock, seen, take } = openTurns();
    for (let request = 0; request < 40; request++) {
      await take('a');
      clock.pass(100);
    }
    expect([seen.sent, seen.pings]).toEqual([40, 4]);
  });
});
