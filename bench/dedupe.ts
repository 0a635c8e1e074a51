/**
 * Dedupe against a corpus of near duplicates, and its speed:
 * `npm run bench:dedupe -- [folder] [--fingerprints 1000000] [--mongo-fingerprints 100000]` (default ../shared/corpora/neardup; without it only the generated part runs).
 * Each method alone beside the whole (what `dedupe --batch` answers) through the corpus' score.py, the plateau of the threshold, what the look-ups find of what
 * a comparison of all with all finds, documents a second, and look-ups among made-up fingerprints in SQLite and, where NEWSHAWK_TEST_MONGODB_URL names a server, in MongoDB.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dedupeBatch } from '../src/commands/batch/dedupe-batch.ts';
import { fingerprint } from '../src/stages/dedupe/fingerprint.ts';
import { openStoryIndex } from '../src/storage/sqlite/articles/story-index.ts';
import {
  type CorpusLine,
  clustersOf,
  type Doc,
  docOf,
  type Report,
  readLines,
  scoreClusters,
} from './dedupe/corpus.ts';
import { type Measured, sqliteLookUps } from './dedupe/index-size.ts';
import { candidatesBefore, inOrder, methods, pairsThatShareText } from './dedupe/methods.ts';
import { mongoLookUps } from './dedupe/mongo-look-ups.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fingerprints: { type: 'string', default: '1000000' },
    'mongo-fingerprints': { type: 'string', default: '100000' },
  },
});
const corpus = positionals[0] ?? join(import.meta.dirname, '../../shared/corpora/neardup');
const bars: string[] = [];

if (existsSync(join(corpus, 'docs.jsonl')) && existsSync(join(corpus, '../score.py'))) await onCorpus();
else console.log(`bench/dedupe: no docs.jsonl in ${corpus} or no score.py beside the folder: only generated data`);
await onGenerated(Number(values.fingerprints));
await onMongo(Number(values['mongo-fingerprints']));
console.log(`\n${bars.join('\n')}`);
if (bars.some((line) => line.startsWith('FAIL'))) process.exitCode = 1;

function bar(name: string, value: number, holds: boolean, wanted: string): void {
  bars.push(`${holds ? 'pass' : 'FAIL'}  ${name}: ${value.toFixed(value < 10 ? 3 : 0)} (${wanted})`);
}

async function onCorpus(): Promise<void> {
  const lines = readLines<CorpusLine>(join(corpus, 'docs.jsonl'));
  fingerprint({ title: '中文', body: '中文', lang: 'zh' }); // loads the dictionary before the clock runs
  const whole = await asBatch(lines);
  speed(lines);
  const docs = lines.map(docOf);
  const candidates = candidatesBefore(docs);
  sayMethods(docs, scoreClusters(corpus, whole), candidates);
  console.log(
    `\n${'containment from'.padEnd(36)} ${['F1', 'P', 'R', 'bcubed'].map((name) => name.padStart(6)).join(' ')}`,
  );
  for (const discount of [false, true])
    for (const threshold of [0.6, 0.65, 0.68, 0.7, 0.72, 0.75, 0.8, 0.85])
      sayScore(
        `${threshold.toFixed(2)} ${discount ? 'with' : 'without'} the boilerplate discount`,
        scoreClusters(corpus, inOrder(docs, candidates, { threshold, discount })),
      );
}

/** The whole, end to end: what the command answers, with what it costs. */
async function asBatch(lines: readonly CorpusLine[]): Promise<ReadonlyMap<string, string>> {
  async function* input(): AsyncIterable<string> {
    for (const { id, title, text, lang } of lines) yield JSON.stringify({ id, title, text, lang });
  }
  await using index = await openStoryIndex();
  const clusters = new Map<string, string>();
  const before = process.cpuUsage();
  const options = { stream: false, signal: new AbortController().signal };
  for await (const line of dedupeBatch(input(), index, options)) {
    const { id, cluster } = JSON.parse(line) as { id: string; cluster: string };
    clusters.set(id, cluster);
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  console.log(
    `end to end (fingerprint, look-up, verify, store, answer): ${Math.round(lines.length / seconds)} documents per CPU-second`,
  );
  return clusters;
}

/** Fingerprints of English texts of about 500 words, the best of three rounds: the first one compiles. */
function speed(lines: readonly CorpusLine[]): void {
  const english = lines.filter(({ lang }) => lang === 'en');
  const words = english.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0) / english.length;
  let best = 0;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    for (const { title, text, lang } of english) fingerprint({ title, body: text, lang });
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, english.length / ((user + system) / 1e6));
  }
  const perSecond = best * (words / 500);
  console.log(`fingerprints: ${Math.round(best)} English documents of ${Math.round(words)} words per CPU-second`);
  bar('documents of 500 English words per CPU-second, tokenizing included', perSecond, perSecond >= 2_000, '>= 2000');
}

function sayMethods(docs: readonly Doc[], whole: Report, candidates: readonly number[][]): void {
  const similar = pairsThatShareText(docs);
  console.log(`\n${'method'.padEnd(36)} ${['F1', 'P', 'R', 'bcubed'].map((name) => name.padStart(6)).join(' ')}`);
  const all = methods(docs, similar);
  for (const { name, pairs } of all) {
    const report = scoreClusters(corpus, clustersOf(docs, pairs));
    sayScore(name, report);
    if (name.startsWith('the link title'))
      bar('precision of a link title that drops a page', report.all.precision, report.all.precision >= 0.99, '>= .99');
  }
  sayScore('the whole (dedupe --batch)', whole);
  for (const [lang, { f1, precision, recall }] of Object.entries(whole.lang))
    console.log(`  ${lang}: F1 ${f1.toFixed(3)}, P ${precision.toFixed(3)}, R ${recall.toFixed(3)}`);
  for (const [kind, { same, n, recall = 0, false_merge_rate: merged = 0 }] of Object.entries(whole.pairs)) {
    console.log(
      `  ${same ? 'same' : 'different'} ${kind} (${n}): ${same ? `recall ${recall.toFixed(3)}` : `false merges ${merged.toFixed(3)}`}`,
    );
    if (!same) bar(`false merges of ${kind}`, merged, merged <= 0.01, '<= .01');
  }
  bar('pairwise F1', whole.all.f1, whole.all.f1 >= 0.99, '>= .99');
  bar('bcubed F1', whole.bcubed.f1, whole.bcubed.f1 >= 0.99, '>= .99');
  const wanted = all.at(-1)?.pairs ?? [];
  const found = wanted.filter(([a, b]) => candidates[Math.max(a, b)]?.includes(Math.min(a, b)));
  const recall = found.length / wanted.length;
  console.log(
    `candidates: ${candidates.flat().length}; of ${wanted.length} pairs that all with all finds, ${found.length}`,
  );
  bar('candidates of the pairs that all with all finds', recall, recall >= 0.995, '>= .995');
}

function sayScore(name: string, { all, bcubed }: Report): void {
  const cells = [all.f1, all.precision, all.recall, bcubed.f1].map((value) => value.toFixed(3).padStart(6));
  console.log(`${name.padEnd(36)} ${cells.join(' ')}`);
}

async function onGenerated(count: number): Promise<void> {
  if (count === 0) return;
  const found = await sqliteLookUps(count);
  const mb = (value: number) => `${Math.round(value / 1e6)} MB`;
  console.log(
    `\nSQLite, ${count} fingerprints (${mb(found.bytes)}, filled in ${found.buildSeconds.toFixed(0)} s): ${saying(found)}; memory of the process ${mb(found.rssBytes)}`,
  );
  const load = found.p99Ms >= 5 && found.cpuP99Ms < 5 ? '; the machine is busy: CPU alone holds it' : '';
  bar(`p99 of a look-up among ${count} fingerprints, ms`, found.p99Ms, found.p99Ms < 5, `< 5${load}`);
}

async function onMongo(count: number): Promise<void> {
  if (count === 0) return;
  const found = await mongoLookUps(count);
  console.log(
    found === null
      ? '\nMongoDB: no look-ups, NEWSHAWK_TEST_MONGODB_URL names no server'
      : `\nMongoDB, ${count} fingerprints (filled in ${found.buildSeconds.toFixed(0)} s): ${saying(found)} (CPU without the server's)`,
  );
}

function saying({ p50Ms, p99Ms, maxMs, cpuP50Ms, cpuP99Ms, foundShare }: Measured): string {
  const times = `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, longest ${maxMs.toFixed(1)} ms`;
  const cpu = `CPU p50 ${cpuP50Ms.toFixed(2)} ms, p99 ${cpuP99Ms.toFixed(2)} ms`;
  return `look-up ${times}; ${cpu}; ${(foundShare * 100).toFixed(1)} % of the edited copies found`;
}
