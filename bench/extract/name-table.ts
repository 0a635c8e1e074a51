import { once } from 'node:events';
import { cpus } from 'node:os';
import { Worker } from 'node:worker_threads';
import { maxLoss, NameTrial, pairsOf } from '../../test/quality/names/name-trial.ts';
import { ruleNames } from '../../test/quality/names/vocabulary.ts';

interface NameLoss {
  readonly name: string;
  readonly loss: number;
}

/** Prints what body F1 of the written layouts loses by each class name of the rules on the article's own boxes, alone and in pairs. */
export async function tryNames(): Promise<void> {
  const trial = new NameTrial();
  console.log(
    `body F1 of ${trial.pages} written pages: ${trial.baseline.toFixed(4)}; loss by a name on the article's own boxes, at most ${maxLoss}`,
  );
  const single = await lossesBy(ruleNames);
  console.table(tableOf(single));
  const pairs = (await lossesBy(pairsOf(ruleNames))).toSorted((a, b) => b.loss - a.loss);
  const beyond = pairs.filter(({ loss }) => loss >= maxLoss).length;
  console.log(`${pairs.length} pairs: ${beyond} lose ${maxLoss} or more; the worst:`);
  console.table(tableOf(pairs.slice(0, 20)));
}

const tableOf = (losses: readonly NameLoss[]): Record<string, Record<string, string>> =>
  Object.fromEntries(
    losses.map(({ name, loss }) => [name, { loss: loss.toFixed(4), result: loss < maxLoss ? 'pass' : 'FAIL' }]),
  );

async function lossesBy(names: readonly string[]): Promise<NameLoss[]> {
  const count = cpus().length;
  const parts = Array.from({ length: count }, (_, first) => names.filter((_, at) => at % count === first));
  const losses = await Promise.all(parts.map(inWorker));
  return names.map((name, at) => ({ name, loss: losses[at % count]?.[Math.floor(at / count)] ?? Number.NaN }));
}

async function inWorker(names: readonly string[]): Promise<number[]> {
  const worker = new Worker(new URL('name-worker.ts', import.meta.url), { workerData: names });
  const [losses] = (await once(worker, 'message')) as [number[]];
  await worker.terminate();
  return losses;
}
