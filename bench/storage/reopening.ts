import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../../test/storage/child-process.ts';
import { openStore } from '../../test/storage/open-store.ts';
import { scattered } from './made-entries.ts';
import { type Measured, Samples } from './samples.ts';

/** Endings that the process writes before it is killed: the log holds their pages. */
const linesBefore = 200;

/** A process that claims tasks and stores articles is killed with SIGKILL; then the store is opened, and answers a first look-up. */
export async function reopening(address: string, kills: number): Promise<Measured> {
  const samples = new Samples();
  for (let kill = 0; kill < kills; kill += 1) {
    const child = startChild('crawl', address, `killed-${kill}`, 50);
    while (child.lines.length < linesBefore && child.process.exitCode === null) await wait(5);
    await wait(scattered(kill) % 50);
    child.process.kill('SIGKILL');
    await child.ended;
    await samples.measure(1, async () => {
      await using store = await openStore(address);
      await store.frontier.counts();
    });
  }
  return samples.result;
}
