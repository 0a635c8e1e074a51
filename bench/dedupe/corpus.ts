import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fingerprint } from '../../src/model/article/draft.ts';
import { type ComparedText, comparedText } from '../../src/stages/dedupe/compared-text.ts';
import { fingerprint } from '../../src/stages/dedupe/fingerprint.ts';

export interface CorpusLine {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly lang: string;
}

export interface Doc extends CorpusLine {
  readonly marks: Fingerprint;
  readonly compared: ComparedText;
}

interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** What the corpus' own scorer says. */
export interface Report {
  readonly all: Score;
  readonly bcubed: Score;
  readonly lang: Readonly<Record<string, Score>>;
  readonly pairs: Readonly<Record<string, { same: boolean; recall?: number; false_merge_rate?: number; n?: number }>>;
}

export const readLines = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

export const docOf = (line: CorpusLine): Doc => {
  const text = { title: line.title, body: line.text, lang: line.lang };
  return { ...line, marks: fingerprint(text), compared: comparedText(text) };
};

/** Through score.py, which stands beside the corpus' folder. */
export function scoreClusters(corpus: string, clusters: ReadonlyMap<string, string>): Report {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-'));
  const file = join(folder, 'predictions.jsonl');
  writeFileSync(file, [...clusters].map(([id, cluster]) => JSON.stringify({ id, cluster })).join('\n'));
  const run = spawnSync('python3', [join(corpus, '../score.py'), corpus, file, '--json'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (run.status !== 0) throw new Error(`score.py failed: ${run.stderr}`);
  return JSON.parse(run.stdout) as Report;
}

/** Single link over pairs of places in `docs`. */
export function clustersOf(docs: readonly Doc[], pairs: Iterable<readonly [number, number]>): Map<string, string> {
  const parent = [...docs.keys()];
  const root = (at: number): number => {
    let up = at;
    while (parent[up] !== up) up = parent[up] ?? up;
    return up;
  };
  for (const [a, b] of pairs) parent[root(a)] = root(b);
  return new Map(docs.map(({ id }, at) => [id, docs[root(at)]?.id ?? id]));
}
