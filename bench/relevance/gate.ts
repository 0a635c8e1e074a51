/**
 * The topic gate on a mixed stream: `npm run bench:gate -- [folder] [--stream test|train]` (default ../shared/corpora/topics; skips where it is absent).
 * One class of a corpus is on topic, the others are not; a topic has eight keywords (three lists, topic-keywords.ts) and ten examples of train.jsonl, drawn by a fixed
 * seed. Each method alone beside the whole, at its default threshold; then the whole where the class is common, rare and missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { textClassifier } from '../../src/commands/batch/relevance-batch.ts';
import type { Topic } from '../../src/model/topic/topic.ts';
import { parseTopics } from '../../src/settings/topics.ts';
import { keywordLists } from './topic-keywords.ts';

interface Line {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly text?: string;
}

interface Result {
  readonly label: string;
  readonly precision: number;
  readonly recall: number;
  /** Precision where the ranking reaches a recall of .9. */
  readonly atNine: number;
  readonly kept: number;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { stream: { type: 'string', default: 'test' } },
});
const folder = positionals[0] ?? join(import.meta.dirname, '../../../shared/corpora/topics');
const corpora = existsSync(folder)
  ? readdirSync(folder).filter(
      (name) => existsSync(join(folder, name, 'train.jsonl')) && existsSync(join(folder, name, 'test.jsonl')),
    )
  : [];
if (corpora.length === 0) console.log(`bench/relevance/gate: skipped, there is no <corpus>/train.jsonl in ${folder}`);

/** By name: what of keywords and examples a topic has. */
const ways: readonly (readonly [string, (keywords: Topic['keywords'], examples: readonly object[]) => object])[] = [
  ['boolean', (keywords) => ({ keywords, method: 'boolean' })],
  ['tags', (keywords) => ({ keywords, method: 'tags' })],
  ['vector, keywords alone', (keywords) => ({ keywords })],
  ['vector, examples alone', (_, examples) => ({ examples })],
  ['learned', (keywords, examples) => ({ keywords, examples, method: 'learned' })],
  ['whole (vector)', (keywords, examples) => ({ keywords, examples })],
];

for (const corpus of corpora) measureCorpus(corpus);

function measureCorpus(corpus: string): void {
  const [train, stream] = [readLines(corpus, 'train'), readLines(corpus, values.stream)];
  const labels = [...new Set(train.map(({ label }) => label))].sort();
  console.log(
    `\n${corpus}: a stream of ${stream.length} lines (${values.stream}.jsonl), ${labels.length} classes, one of them on topic`,
  );
  for (const [way, define] of ways) {
    const results = labels.flatMap((label) => resultsOf(corpus, label, { train, stream, define }));
    say(way, results);
    if (way.startsWith('whole'))
      for (const label of labels)
        say(
          `  ${label}`,
          results.filter((one) => one.label === label),
        );
  }
  const whole = ways.at(-1)?.[1] ?? (() => ({}));
  for (const part of [0.5, 0.05, 0.01, 0]) {
    const results = labels.flatMap((label) =>
      resultsOf(corpus, label, { train, stream: withPart(train, label, part), define: whole }),
    );
    say(`whole, ${100 * part} % of 500 train lines`, results);
  }
}

interface Trial {
  readonly train: readonly Line[];
  readonly stream: readonly Line[];
  readonly define: (keywords: Topic['keywords'], examples: readonly object[]) => object;
}

function resultsOf(corpus: string, label: string, { train, stream, define }: Trial): Result[] {
  return keywordLists(corpus, label).map((keywords, number) => {
    const own = shuffled(
      train.filter((line) => line.label === label),
      number + 1,
    ).slice(0, 10);
    const examples = own.map(({ title, text = '' }) => ({ title, text }));
    const [topic] = parseTopics([{ name: label, ...define(keywords, examples) }]) as [Topic];
    const ids = new Set(own.map(({ id }) => id));
    const lines = stream.filter(({ id }) => !ids.has(id));
    const judge = textClassifier(
      [topic],
      lines.map(({ title, text = '' }) => ({ title, body: text, lang: null })),
    );
    const judged = lines.map((line) => {
      const [best] = judge(line).topics;
      return { isWanted: line.label === label, score: best?.score ?? 0, kept: best?.kept ?? false };
    });
    return { label, ...measure(judged) };
  });
}

function measure(judged: readonly { readonly isWanted: boolean; readonly score: number; readonly kept: boolean }[]) {
  const wanted = judged.filter(({ isWanted }) => isWanted).length;
  const kept = judged.filter((one) => one.kept);
  const right = kept.filter(({ isWanted }) => isWanted).length;
  let [seen, found] = [0, 0];
  for (const { isWanted } of judged.toSorted((a, b) => b.score - a.score)) {
    if (found >= 0.9 * wanted) break;
    seen++;
    found += Number(isWanted);
  }
  return {
    precision: kept.length === 0 ? 1 : right / kept.length,
    recall: wanted === 0 ? 1 : right / wanted,
    atNine: seen === 0 ? 1 : found / seen,
    kept: kept.length,
  };
}

/** 500 lines with this share of the class; fewer where the class is too small. */
function withPart(lines: readonly Line[], label: string, part: number): Line[] {
  const mixed = shuffled(lines, 7);
  const own = mixed.filter((line) => line.label === label).slice(10);
  const wanted = Math.min(own.length, Math.round(500 * part));
  const others = mixed
    .filter((line) => line.label !== label)
    .slice(0, part === 0 ? 500 : Math.round((wanted * (1 - part)) / part));
  return shuffled([...own.slice(0, wanted), ...others], 8);
}

function say(name: string, results: readonly Result[]): void {
  const mean = (of: (one: Result) => number) =>
    (results.reduce((sum, one) => sum + of(one), 0) / results.length).toFixed(3);
  const least = Math.min(...results.map(({ atNine }) => atNine)).toFixed(2);
  console.log(
    `${name.padEnd(34)} P ${mean((one) => one.precision)}  R ${mean((one) => one.recall)}  P at R .9 ${mean((one) => one.atNine)} (least ${least})  kept ${mean((one) => one.kept)}`,
  );
}

function readLines(corpus: string, part: string): Line[] {
  const lines = readFileSync(join(folder, corpus, `${part}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}

/** Fisher-Yates by a fixed sequence (Numerical Recipes' quick generator). */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const mixed = [...items];
  let state = seed;
  for (let at = mixed.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}
