import { expect, it } from 'vitest';
import type { Task } from '../../../src/model/crawl/task.ts';
import { neverAgain } from '../../../src/stages/schedule/revisits/revisit.ts';
import { at, claimOf, ending, entry, pageState, visit } from '../records.ts';
import type { UnderTest } from './contract.ts';

/** Minutes by which the clock is set back. */
const back = [120, 0.5];

/** What happens to waits and leases when the clock is set. */
export function clockContract(current: () => UnderTest): void {
  const url = 'http://a.example/1';
  const claimOne = async (overrides = {}): Promise<Task> => {
    const [task] = await current().store.frontier.claim(claimOf({ limit: 1, ...overrides }));
    if (!task) throw new Error('no task could be claimed');
    return task;
  };
  const claimed = async (minutes: number, overrides = {}) =>
    (await current().store.frontier.claim(claimOf({ now: at(minutes), ...overrides }))).length;

  it.each(back)('goes on with what was due when the clock is set back by %d minutes', async (minutes) => {
    const { frontier } = current().store;
    await frontier.reopen([entry(url, { dueAt: at(10) })], { revisit: false, now: at(10) });
    await frontier.reopen([entry('http://b.example/1', { dueAt: at(10) })], { revisit: false, now: at(10) });
    expect(await claimed(10, { limit: 0 })).toBe(0);
    expect(await claimed(10 - minutes, { restingHosts: new Set(['a.example', 'b.example']) })).toBe(0);
    // a resting host does not end the run: its tasks are due
    expect((await frontier.nextDueAt(at(10 - minutes), null))?.getTime()).toBeLessThanOrEqual(
      at(10 - minutes).getTime(),
    );
    expect(await claimed(10 - minutes)).toBe(2);
  });

  it.each(back)(
    'lets a try wait for as long as was meant when the clock is set back by %d minutes',
    async (minutes) => {
      const { store } = current();
      await store.frontier.put([entry(url, { dueAt: at(0) })], at(0));
      const task = await claimOne({ now: at(1) });
      // It ends at minute 2, and is due five minutes later.
      const times = { startedAt: at(1), elapsedMs: 60_000 };
      await store.commit(
        ending(task, { visit: visit(task, times), next: { kind: 'retry', at: at(7), costsAttempt: true } }),
      );
      const now = 2 - minutes;
      expect(await claimed(now)).toBe(0);
      expect(await claimed(now + 4.9)).toBe(0);
      expect(await store.frontier.nextDueAt(at(0), null)).toEqual(at(now + 5));
      expect(await claimed(now + 5)).toBe(1);
    },
  );

  it('lets a try wait for less when the clock is set forward, and never for more', async () => {
    const { store } = current();
    await store.frontier.put([entry(url)], at(0));
    await store.commit(ending(await claimOne(), { next: { kind: 'retry', at: at(6), costsAttempt: true } }));
    expect(await claimed(121)).toBe(1);
  });

  it.each(back)('gives back what a dead process held when the clock is set back by %d minutes', async (minutes) => {
    const { frontier } = current().store;
    await frontier.put([entry(url)], at(0));
    await claimOne({ now: at(1), owner: 'dead', leaseMs: 60_000 });
    await frontier.renew('dead', at(3), 60_000);
    const now = 3 - minutes;
    expect(await claimed(now, { owner: 'other' })).toBe(0);
    expect((await frontier.get(entry(url).url))?.leaseUntil).toEqual(at(now + 1));
    expect(await claimed(now + 0.9, { owner: 'other' })).toBe(0);
    expect(await claimed(now + 1, { owner: 'other' })).toBe(1);
  });

  it('never gives a process what it holds already when the clock is set forward', async () => {
    const { frontier } = current().store;
    await frontier.put([entry(url)], at(0));
    const task = await claimOne({ now: at(1), owner: 'one' });
    expect(await claimed(121, { owner: 'one' })).toBe(0);
    await frontier.renew('one', at(121), 60_000);
    expect(await claimed(121, { owner: 'two' })).toBe(0);
    expect((await current().store.commit(ending(task))).accepted).toBe(true);
  });

  it('leaves others the time to renew when the clock is set forward', async () => {
    const { frontier } = current().store;
    await frontier.put([entry(url)], at(0));
    await claimOne({ now: at(1), owner: 'one' });
    expect(await claimed(121, { owner: 'two', leasesEndedBy: at(1) })).toBe(0);
    expect(await claimed(122, { owner: 'two', leasesEndedBy: at(2) })).toBe(1);
  });

  it('plans visits again that were planned before the clock was set back, and no others', async () => {
    const { store } = current();
    const address = (name: string) => entry(`http://gazette.example/${name}`).url;
    const visited = async (name: string, lastVisitAt: Date, nextVisitAt: Date) => {
      const task = await putAndClaim(address(name));
      await store.commit(ending(task, { pageState: pageState(address(name), { lastVisitAt, nextVisitAt }) }));
    };
    const putAndClaim = async (url: string) => {
      await store.frontier.put([entry(url)], at(0));
      return await claimOne();
    };
    await visited('before', at(-200), at(60));
    await visited('after', at(1), at(31));
    await visited('settled', at(1), neverAgain);
    await visited('claimed', at(-200), at(0));
    expect(await store.pages.claimDue({ now: at(0), limit: 1, claimUntil: at(60), sites: null })).toMatchObject([
      { url: address('claimed') },
    ]);
    expect(await store.pages.replan(at(-119))).toBe(3);
    const stands = async (name: string) => {
      const { lastVisitAt, nextVisitAt } = (await store.pages.get(address(name))) ?? {};
      return [lastVisitAt, nextVisitAt];
    };
    expect(await stands('before')).toEqual([at(-200), at(60)]);
    expect(await stands('after')).toEqual([at(-119), at(-89)]);
    expect(await stands('claimed')).toEqual([at(-200), at(-59)]);
    expect((await stands('settled'))[1]?.getUTCFullYear()).toBe(9999);
    expect(await store.pages.replan(at(-119))).toBe(0);
  });
}
