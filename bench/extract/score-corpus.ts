import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CorpusCase, casesOf } from '../../tools/train-extractor/corpus-pages.ts';
import type { Prediction } from './read-corpus.ts';

/** By measure (body, snippets, title, date, authors): its numbers. */
export type Scores = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>;

export interface CorpusScores {
  readonly all: Scores;
  /** By third of the pages, by the length of the right text: short, middle, long. Empty where no page has one. */
  readonly thirds: Readonly<Record<string, Scores>>;
}

export const thirds = ['short', 'middle', 'long'] as const;

/** By id: the third of a page, by the letters of its right text. */
export function thirdsOf(cases: readonly CorpusCase[]): ReadonlyMap<string, (typeof thirds)[number]> {
  const lengths = cases.flatMap(({ id, gold }) =>
    typeof gold?.body === 'string' ? [{ id, length: gold.body.length }] : [],
  );
  const byLength = lengths.toSorted((a, b) => a.length - b.length);
  return new Map(
    byLength.map(({ id }, at) => [id, thirds[Math.floor((at * thirds.length) / byLength.length)] ?? 'long']),
  );
}

/**
 * Scores by the corpora's own score.py. The predictions are in a temporary folder while it runs.
 * @returns null where there is no score.py beside the corpus, or no page has gold
 */
export function scoreCorpus(folder: string, predictions: Iterable<Prediction>): CorpusScores | null {
  const script = join(folder, '..', 'score.py');
  const cases = casesOf(folder);
  if (!existsSync(script) || cases.every(({ gold }) => Object.keys(gold ?? {}).length === 0)) return null;
  const scratch = mkdtempSync(join(tmpdir(), 'newshawk-score-'));
  try {
    const third = thirdsOf(cases);
    const lines = cases.map((page) => `${JSON.stringify({ ...page, third: third.get(page.id) })}\n`);
    writeFileSync(join(scratch, 'cases.jsonl'), lines.join(''));
    const options = ['--json', '--no-rouge', '--boot', '0', ...(third.size > 0 ? ['--by', 'third'] : [])];
    const answers = join(scratch, 'predictions.jsonl');
    writeFileSync(answers, [...predictions].map((prediction) => `${JSON.stringify(prediction)}\n`).join(''));
    const printed = execFileSync('python3', [script, scratch, answers, ...options], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const { all, by } = JSON.parse(printed) as { all: Scores; by?: { third: CorpusScores['thirds'] } };
    return { all, thirds: by?.third ?? {} };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** `.969`: three digits. */
export const threeDigits = (value: number): string => value.toFixed(3).replace(/^0/, '');

/** `.9688`: four digits, to see small changes. */
export const fourDigits = (value: number): string => value.toFixed(4).replace(/^0/, '');

export interface PeerScore {
  readonly name: string;
  readonly score: number;
}

/** Other extractors on the same pages by one measure, best first, as the corpus' peers.json has them. */
export function peersBy(folder: string, measure: string, number: string): PeerScore[] {
  const file = join(folder, 'peers.json');
  if (!existsSync(file)) return [];
  const content = JSON.parse(readFileSync(file, 'utf8'));
  const measured: Readonly<Record<string, Scores>> = content.measured ?? bodiesOnly(content);
  return Object.entries(measured)
    .flatMap(([name, scores]) => {
      const score = scores[measure]?.[number];
      return score === undefined ? [] : [{ name, score }];
    })
    .sort((a, b) => b.score - a.score);
}

/** The newer corpora have the numbers of the body right under the name of the extractor. */
const bodiesOnly = (peers: Readonly<Record<string, Readonly<Record<string, number>>>>): Record<string, Scores> =>
  Object.fromEntries(Object.entries(peers).map(([name, body]) => [name, { body }]));

/** The best five, best first: "name .956, …". */
export const listPeers = (folder: string): string =>
  [...peersBy(folder, 'body', 'f1'), ...peersBy(folder, 'snippets', 'f1')]
    .slice(0, 5)
    .map(({ name, score }) => `${name} ${threeDigits(score)}`)
    .join(', ');
