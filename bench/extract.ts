// Extraction against the corpora: `node bench/extract.ts [corpus-dir …]`. Prints a table, F1 and its kin as the corpora's own score.py counts them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { extractBatch } from '../src/pipeline/batch.ts';
import { openReader } from '../src/pipeline/reader.ts';

interface Case {
  readonly id: string;
  readonly url: string | null;
  readonly html: string;
}

const corporaDir = resolve(import.meta.dirname, '../../shared/corpora');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const dirs =
  named.length > 0
    ? named.map((dir) => resolve(dir))
    : existsSync(corporaDir)
      ? readdirSync(corporaDir).map((name) => join(corporaDir, name))
      : [];
const corpora = dirs.filter((dir) => existsSync(join(dir, 'cases.jsonl')));
if (corpora.length === 0)
  console.log(`skipped: no corpus (a folder with cases.jsonl) in ${named.join(', ') || corporaDir}`);

const scratch = mkdtempSync(join(tmpdir(), 'newshawk-bench-'));
await using reader = await openReader({ workers: Math.max(1, cpus().length - 1), sites: { files: [] } });
const rows: Record<string, Record<string, string | number>> = {};
for (const dir of corpora) rows[basename(dir)] = await measure(dir);
console.table(rows);
rmSync(scratch, { recursive: true });

async function measure(dir: string): Promise<Record<string, string | number>> {
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
    ...score(dir, predictions),
  };
}

async function* linesOf(dir: string, cases: readonly Case[]): AsyncIterable<string> {
  for (const { id, url, html } of cases) yield JSON.stringify({ id, url, htmlPath: join(dir, html) });
}

/** The numbers that the corpus has gold for. */
function score(dir: string, predictions: string): Record<string, string> {
  const script = join(dir, '..', 'score.py');
  if (!existsSync(script)) return { note: 'no score.py beside the corpus' };
  const hasGold = readFileSync(join(dir, 'cases.jsonl'), 'utf8')
    .split('\n')
    .some((line) => line !== '' && Object.keys(JSON.parse(line).gold ?? {}).length > 0);
  if (!hasGold) return { note: 'no gold: for crashes and time only' };
  const printed = execFileSync('python3', [script, dir, predictions, '--json', '--no-rouge', '--boot', '0'], {
    encoding: 'utf8',
  });
  const all: Record<string, Record<string, number> | undefined> = JSON.parse(printed).all ?? {};
  const columns = {
    'body F1': all.body?.f1,
    P: all.body?.precision,
    R: all.body?.recall,
    'snippets F1': all.snippets?.f1,
    title: all.title?.exact,
    date: all.date?.accuracy,
    'date P': all.date?.precision,
    'authors F1': all.authors?.f1,
  };
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, value === undefined ? '' : value.toFixed(3)]),
  );
}
