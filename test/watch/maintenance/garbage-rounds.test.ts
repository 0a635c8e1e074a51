import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { garbageRounds } from '../../../src/watch/maintenance/garbage-rounds.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
});

async function rounds(env: Record<string, string>) {
  const app = await openFakeApp({ env });
  opened.push(app);
  let minutes = 0;
  const clock = { ...app.clock, monotonicMs: () => minutes * 60_000 };
  const tick = garbageRounds({ store: app.storeOfTest, clock, log: app.log, config: app.config });
  const ended = () => app.logged.filter(({ event }) => event.startsWith('garbage.')).map(({ event }) => event);
  const at = async (minute: number, events: number) => {
    minutes = minute;
    tick();
    while (ended().length < events) await nextTurn();
    return ended();
  };
  return { at, app };
}

it('garbageRounds collects garbage ten minutes after the start, then at its interval', async () => {
  const { at } = await rounds({});
  expect(await at(9, 0)).toEqual([]);
  expect(await at(10, 1)).toEqual(['garbage.collected']);
  expect(await at(369, 1)).toHaveLength(1);
  expect(await at(370, 2)).toHaveLength(2);
});

it('garbageRounds never collects garbage where the settings switch it off', async () => {
  const { at } = await rounds({ NEWSHAWK_GC_EVERY_MS: '0' });
  expect(await at(10_000, 0)).toEqual([]);
});

it('garbageRounds logs why a round failed, and starts the next one', async () => {
  const { at, app } = await rounds({});
  await app.storeOfTest[Symbol.asyncDispose]();
  expect(await at(10, 1)).toEqual(['garbage.failed']);
  expect(await at(370, 2)).toHaveLength(2);
});
