import { expect, it } from 'vitest';
import { PlayerTrials } from '../../../src/crawl/fetch/player-trials.ts';
import type { FormatEvidence } from '../../../src/model/page/format-evidence.ts';
import { at } from '../../storage/records.ts';
import { evidenceOf } from '../../support/known-format.ts';

const hints = [{ name: 'class clip-player', isStrong: true }];
const host = 'gazette.example';

function openTrials(formats: readonly FormatEvidence[] = [], days = 0): PlayerTrials {
  const now = new Date(at(5).getTime() + days * 86_400_000);
  return new PlayerTrials(async () => formats, { now: () => now, monotonicMs: () => 0 });
}

const tally = (tried: number, found: number) => ({ tried, found, hints: { 'class clip-player': { tried, found } } });

it('the record of player trials lets pages that are visited at once share one bound, and wait for what decides', async () => {
  const trials = openTrials();
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 8 }, () =>
      trials.run(host, hints, async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return false;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(results.map((trial) => trial?.found ?? null)).toEqual([false, false, false, null, null, null, null, null]);
});

it('the record of player trials plays those that waited once one has media', async () => {
  const trials = openTrials();
  let count = 0;
  const results = await Promise.all(
    Array.from({ length: 5 }, () => trials.run(host, hints, async () => count++ === 2)),
  );
  expect(results.filter((trial) => trial === null)).toEqual([]);
});

it('the record of player trials knows what earlier crawls have tried, for a month', async () => {
  const known = [evidenceOf('/a', { players: tally(2, 0) }), evidenceOf('/b', { players: tally(1, 0) })];
  expect(await openTrials(known).run(host, hints, async () => true)).toBeNull();
  expect(await openTrials(known, 31).run(host, hints, async () => true)).toEqual({
    hints: ['class clip-player'],
    found: true,
  });
  expect(
    await openTrials([evidenceOf('/a', { players: tally(3, 2) })], 31).run(
      host,
      hints,
      async (verdict) => verdict === 'play',
    ),
  ).toMatchObject({ found: true });
});

it('the record of player trials counts nothing where the browser fails', async () => {
  const trials = openTrials();
  const fails = () => trials.run(host, hints, () => Promise.reject(new Error('gone')));
  for (let times = 0; times < 5; times++) await expect(fails()).rejects.toThrow('gone');
  expect(await trials.run(host, hints, async () => true)).toMatchObject({ found: true });
});
