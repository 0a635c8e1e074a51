/**
 * Dedupe against a corpus of near duplicates: `node bench/dedupe.ts [folder]` (default ../shared/corpora/neardup; skips where it is absent).
 * Runs fingerprint -> candidates by the store's rule -> verification -> clusters, and prints each method beside the whole through the corpus' score.py.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Fingerprint } from '../src/model/draft.ts';
import { neighbourRank } from '../src/model/neighbour-keys.ts';
import { type ComparedText, comparedText } from '../src/stages/dedupe/compared-text.ts';
import { fingerprint } from '../src/stages/dedupe/fingerprint.ts';
import { compareTexts } from '../src/stages/dedupe/verify.ts';

interface Doc {
  readonly id: string;
  readonly marks: Fingerprint;
  readonly text: ComparedText;
}
type Pair = readonly [Doc, Doc];
interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}
interface Report {
  readonly all: Score;
  readonly bcubed: Score;
  readonly lang: Readonly<Record<string, Score>>;
  readonly pairs: Readonly<Record<string, { same: boolean; recall?: number; false_merge_rate?: number; n?: number }>>;
}

const corpus = process.argv[2] ?? join(import.meta.dirname, '../../shared/corpora/neardup');
const scorer = join(dirname(corpus), 'score.py');
if (!existsSync(join(corpus, 'docs.jsonl')) || !existsSync(scorer)) {
  console.log(`bench/dedupe: skipped, there is no docs.jsonl in ${corpus} or no score.py beside it`);
  process.exit(0);
}

const raw = readLines(join(corpus, 'docs.jsonl')) as { id: string; title: string; text: string; lang: string }[];
fingerprint({ title: '中文', body: '中文', lang: 'zh' }); // loads the dictionary before the clock runs
const started = performance.now();
const docs: Doc[] = raw.map(({ id, title, text, lang }) => ({
  id,
  marks: fingerprint({ title, body: text, lang }),
  text: comparedText({ title, body: text }),
}));
const marksMs = performance.now() - started;

const candidates = allPairs().filter(([a, b]) => neighbourRank(a.marks, b.marks) !== null);
const verifyStarted = performance.now();
const verified = candidates.filter(([a, b]) => compareTexts(a.text, b.text).isSameStory);
const verifyMs = performance.now() - verifyStarted;
const similar = pairsThatShareShingles();

const methods: readonly (readonly [string, readonly Pair[]])[] = [
  ['exact only', candidates.filter(([a, b]) => a.marks.bodyHash === b.marks.bodyHash)],
  ['simhash only', candidates.filter(([a, b]) => (neighbourRank(a.marks, b.marks) ?? 9) <= 4)],
  ['first two keywords only', candidates.filter(([a, b]) => sameFirstTwo(a, b))],
  ['all candidates, unverified', candidates],
  ['containment >= .72, all pairs', similar.filter(([a, b]) => compareTexts(a.text, b.text).containment >= 0.72)],
  ['verified, all pairs', similar.filter(([a, b]) => compareTexts(a.text, b.text).isSameStory)],
  ['the whole (as the store does)', verified],
];
console.log(
  `${docs.length} documents: ${(marksMs / docs.length).toFixed(2)} ms each for fingerprint and shingles, ${candidates.length} candidate pairs, ${(verifyMs / candidates.length).toFixed(2)} ms each to verify`,
);
console.log(`${'method'.padEnd(32)} ${'F1'.padStart(6)} ${'P'.padStart(6)} ${'R'.padStart(6)} ${'bcubed'.padStart(6)}`);
let last: Report | null = null;
for (const [name, links] of methods) {
  last = score(links);
  const { all, bcubed } = last;
  console.log(
    `${name.padEnd(32)} ${[all.f1, all.precision, all.recall, bcubed.f1].map((x) => x.toFixed(3).padStart(6)).join(' ')}`,
  );
}
for (const [lang, { f1, precision, recall }] of Object.entries(last?.lang ?? {}))
  console.log(`  ${lang}: F1 ${f1.toFixed(3)}, P ${precision.toFixed(3)}, R ${recall.toFixed(3)}`);
for (const [kind, { same, ...numbers }] of Object.entries(last?.pairs ?? {}))
  console.log(`  ${same ? 'same' : 'different'} ${kind}: ${JSON.stringify(numbers)}`);

function allPairs(): Pair[] {
  return docs.flatMap((a, index) => docs.slice(index + 1).map((b): Pair => [a, b]));
}

/** Every pair that a comparison of all with all could hold for copies. */
function pairsThatShareShingles(): Pair[] {
  const holders = new Map<number, number[]>();
  for (const [index, { text }] of docs.entries())
    for (const shingle of text.shingles) {
      const list = holders.get(shingle);
      if (list === undefined) holders.set(shingle, [index]);
      else list.push(index);
    }
  const shared = new Map<number, number>();
  for (const list of holders.values())
    for (const [at, left] of list.slice(0, 60).entries())
      for (const right of list.slice(at + 1, 60)) {
        const key = left * docs.length + right;
        shared.set(key, (shared.get(key) ?? 0) + 1);
      }
  return [...shared]
    .map(([key, count]) => ({
      a: docs[Math.floor(key / docs.length)] as Doc,
      b: docs[key % docs.length] as Doc,
      count,
    }))
    .filter(({ a, b, count }) => count >= 0.6 * Math.min(a.text.shingles.size, b.text.shingles.size))
    .map(({ a, b }): Pair => [a, b]);
}

function sameFirstTwo(a: Doc, b: Doc): boolean {
  const [left, right] = [a, b].map(({ marks }) => marks.titleKeywords.slice(0, 2));
  return left?.length === 2 && left.join(' ') === right?.join(' ');
}

/** Single link, as the store merges clusters. */
function score(links: readonly Pair[]): Report {
  const parent = new Map(docs.map(({ id }) => [id, id]));
  const root = (id: string): string => {
    const up = parent.get(id) ?? id;
    return up === id ? id : root(up);
  };
  for (const [a, b] of links) parent.set(root(a.id), root(b.id));
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-'));
  const file = join(folder, 'predictions.jsonl');
  writeFileSync(file, docs.map(({ id }) => JSON.stringify({ id, cluster: root(id) })).join('\n'));
  const run = spawnSync('python3', [scorer, corpus, file, '--json'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (run.status !== 0) throw new Error(`score.py failed: ${run.stderr}`);
  return JSON.parse(run.stdout) as Report;
}

function readLines(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
