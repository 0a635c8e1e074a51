// Extraction against the corpora: `npm run bench:extract -- [corpus-dir …]`. Prints a table, F1 and its kin as the corpora's own score.py counts them.
// `--peers [--rounds 3] [--pages 40 | all]`: CPU time a page and F1 beside other extractors, in turns (bench/extract/); `own` names the project's own pages, which also stand in where there is no corpus.
// The shipped model was trained on these pages (big9 apart): bodies and snippets are measured by `--cv MODELS`, models that have not seen them (bench/extract-cv.ts).
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { extractBatch } from '../src/pipeline/batch/batch.ts';
import { openReader } from '../src/pipeline/reader/reader.ts';
import type { Reader } from '../src/ports.ts';
import { own } from './extract/bench-pages.ts';
import { comparePeers } from './extract/peers.ts';
import { crossValidate } from './extract-cv.ts';
import { scoreCorpus } from './score-corpus.ts';

interface Case {
  readonly id: string;
  readonly url: string | null;
  readonly html: string;
}

const corporaDir = resolve(import.meta.dirname, '../../shared/corpora');
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    cv: { type: 'string' },
    peers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    pages: { type: 'string', default: '40' },
  },
});
const dirs =
  named.length > 0
    ? named.map((dir) => resolve(dir))
    : existsSync(corporaDir)
      ? readdirSync(corporaDir).map((name) => join(corporaDir, name))
      : [];
const corpora = dirs.filter((dir) => existsSync(join(dir, 'cases.jsonl')));
const isOwnWanted = named.includes(own) || corpora.length === 0;
if (corpora.length === 0 && !named.includes(own))
  console.log(`skipped: no corpus (a folder with cases.jsonl) in ${named.join(', ') || corporaDir}`);

const scratch = mkdtempSync(join(tmpdir(), 'newshawk-bench-'));
if (options.peers) await compare();
else if (options.cv === undefined) await measureAll();
else crossValidate(resolve(options.cv), corpora.filter(hasBodies), process.env.NEWSHAWK_BENCH_OUT ?? scratch);
rmSync(scratch, { recursive: true });

async function compare(): Promise<void> {
  const sources = [...corpora.filter(hasBodies), ...(isOwnWanted ? [own] : [])];
  const pages = options.pages === 'all' ? null : count('pages');
  await comparePeers(sources, { rounds: count('rounds'), pages, scratch: process.env.NEWSHAWK_BENCH_OUT ?? scratch });
}

function count(name: 'rounds' | 'pages'): number {
  const value = Number(options[name]);
  if (!(Number.isInteger(value) && value > 0)) throw new RangeError(`--${name} is a number from 1 on`);
  return value;
}

async function measureAll(): Promise<void> {
  await using reader = await openReader({ workers: Math.max(1, cpus().length - 1), sites: { files: [] } });
  const rows: Record<string, Record<string, string | number>> = {};
  for (const dir of corpora) rows[basename(dir)] = await measure(dir, reader);
  console.log('bodies and snippets: the model has seen these pages, big9 apart; --cv measures them');
  console.table(rows);
}

/** Gold for titles and dates only, or none, says nothing of a body. */
function hasBodies(dir: string): boolean {
  return readFileSync(join(dir, 'cases.jsonl'), 'utf8')
    .split('\n')
    .some((line) => /"gold": ?\{.*"(?:body|with)"/.test(line));
}

async function measure(dir: string, reader: Pick<Reader, 'read'>): Promise<Record<string, string | number>> {
  const cases = readFileSync(join(dir, 'cases.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line): Case => JSON.parse(line));
  const before = process.cpuUsage();
  const out: string[] = [];
  for await (const line of extractBatch(linesOf(dir, cases), reader, { concurrency: 4, now: new Date() }))
    out.push(line);
  const { user, system } = process.cpuUsage(before);
  const predictions = join(process.env.NEWSHAWK_BENCH_OUT ?? scratch, `${basename(dir)}.jsonl`);
  writeFileSync(predictions, `${out.join('\n')}\n`);
  const errors = out.filter((line) => 'error' in JSON.parse(line));
  for (const line of errors) console.log(basename(dir), line.slice(0, 300));
  return {
    pages: cases.length,
    errors: errors.length,
    'CPU ms/page': Math.round((user + system) / 1_000 / cases.length),
    ...scoreCorpus(dir, predictions, { hasSeen: basename(dir) !== 'big9' }),
  };
}

async function* linesOf(dir: string, cases: readonly Case[]): AsyncIterable<string> {
  for (const { id, url, html } of cases) yield JSON.stringify({ id, url, htmlPath: join(dir, html) });
}
