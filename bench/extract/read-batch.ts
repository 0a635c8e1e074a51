import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extractBatch } from '../../src/commands/batch/batch.ts';
import type { Reader } from '../../src/ports.ts';
import { casesOf } from '../../tools/train-extractor/corpus-pages.ts';
import { bars, measures } from './measures.ts';
import type { Prediction } from './read-corpus.ts';
import { scoreCorpus, threeDigits } from './score-corpus.ts';
import { isSealed } from './sealed.ts';

/** A corpus through `extract --batch`, by the shipped model: its scores, its time, its errors. Of a sealed corpus only totals leave this function. */
export async function measureBatch(
  folder: string,
  { read }: { readonly read: Reader['read'] },
  keepIn: string | null,
): Promise<Record<string, string | number>> {
  const before = process.cpuUsage();
  const lines: string[] = [];
  for await (const line of extractBatch(linesOf(folder), read, { concurrency: 4, now: new Date() })) lines.push(line);
  const { user, system } = process.cpuUsage(before);
  const answers: readonly (Prediction & { readonly error?: unknown })[] = lines.map((line) => JSON.parse(line));
  const failed = lines.filter((_, at) => answers[at]?.error !== undefined);
  if (!isSealed(folder)) {
    for (const line of failed) console.log(basename(folder), line.slice(0, 300));
    if (keepIn !== null) writeFileSync(join(keepIn, `${basename(folder)}.jsonl`), `${lines.join('\n')}\n`);
  }
  return {
    pages: lines.length,
    errors: failed.length,
    'CPU ms/page': Math.round((user + system) / 1_000 / lines.length),
    ...columnsOf(folder, answers),
  };
}

function columnsOf(folder: string, predictions: readonly Prediction[]): Record<string, string> {
  const scores = scoreCorpus(folder, predictions);
  if (scores === null) return { note: 'no gold, or no score.py: for crashes and time only' };
  const hasSeen = !isSealed(folder) && basename(folder) !== 'big9';
  return Object.fromEntries(
    measures.map(({ name, measure, number, isLearned }) => {
      const score = scores.all[measure]?.[number];
      const bar = hasSeen && isLearned ? undefined : bars[basename(folder)]?.[name];
      return [name, score === undefined ? '' : cell(score, bar)];
    }),
  );
}

/** `.969 < .977`: the number and its bar. */
const cell = (value: number, bar: number | undefined): string =>
  bar === undefined ? threeDigits(value) : `${threeDigits(value)} ${value < bar ? '<' : '>='} ${threeDigits(bar)}`;

async function* linesOf(folder: string): AsyncIterable<string> {
  for (const { id, url, html } of casesOf(folder)) yield JSON.stringify({ id, url, htmlPath: join(folder, html) });
}
