import { expect, it } from 'vitest';
import { lookAtOtherProcesses } from '../../src/run/other-processes.ts';
import { workerBeat } from '../storage/records.ts';
import { openCrawl } from '../support/crawl-ports.ts';

/** Warnings of a process beside four workers, each said once. */
async function warningsWith(queue: string | null): Promise<string[]> {
  await using crawl = await openCrawl();
  const { io, clock } = crawl;
  for (const n of [1, 2, 3, 4])
    await io.store.workers.beat(workerBeat(`pod-${n}:1:5:m`, { at: clock.now(), kind: 'worker' }));
  const warned: string[] = [];
  const log = { ...io.log, warn: (event: string) => void warned.push(event) };
  const keepUp = lookAtOtherProcesses({
    io: { ...io, log, config: { ...io.config, queue } },
    owner: 'pod-0:1:5:m',
    signal: new AbortController().signal,
    waitsForOthers: () => false,
  });
  await keepUp();
  clock.pass(3_000);
  await keepUp();
  return warned;
}

it('a run warns of other processes on its store, and not where a queue shares the work', async () => {
  expect(await warningsWith(null)).toEqual(Array.from({ length: 4 }, () => 'run.beside'));
  expect(await warningsWith('redis://127.0.0.1:6379')).toEqual([]);
});
