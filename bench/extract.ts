// Extraction against the corpora: `npm run bench:extract -- [corpus-dir …]`. Prints a table, F1 and its kin as the corpora's own score.py counts them.
// `--sealed DIR [--model FILE]`: the corpora in DIR that are never opened, totals only; `--cv MODELS`: the open ones, by models that have not seen the page's publisher
// (`tools/train-extractor/train.py folds`). Together: one table. FILE is another block model than the shipped one.
// `--ablation DIR [--cv MODELS]`: what each rule gains, on the sealed corpora in DIR, the project's own pages and, with models, the open ones (bench/extract/ablation.ts).
// `--reliability MODELS [--sealed DIR] [--diagram FILE.svg]`: how often a body is right, by its confidence, on open pages (MODELS by train.py and confidence.py) and sealed ones.
// `--names`: what body F1 of the written layouts loses by each class name of the rules on the article's own boxes, alone and in pairs.
// `--types [--list]`: of which type each page is read, against what it is (`gold.page_type`; pages without one are articles), and how many would be stored as articles.
// `--peers [--rounds 3] [--pages 40 | all]`: warm CPU time per page and F1 beside other extractors, in turns, and what a cold start costs (bench/extract/peers.ts); `own` names the project's own pages, which also stand in where there is no corpus.
// `--unseen bylines | types [--half open | sealed]`: pages made by somebody who had not read the extractor (bench/extract/unseen/measure.ts); of the sealed half, totals only.
// The shipped model was trained on the open corpora (big9 apart): bodies and snippets are measured by --cv and --sealed.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openReader } from '../src/reader/reader.ts';
import { ablate } from './extract/ablation.ts';
import { own } from './extract/bench-pages.ts';
import { foldModelsIn } from './extract/cross-validation.ts';
import { tryNames } from './extract/name-table.ts';
import { compareOpenAndSealed } from './extract/open-and-sealed.ts';
import { comparePeers } from './extract/peers.ts';
import { measureBatch } from './extract/read-batch.ts';
import { printReliability } from './extract/reliability.ts';
import { isSealed } from './extract/sealed.ts';
import { printTypes } from './extract/type-table.ts';
import { measureUnseen } from './extract/unseen/measure.ts';

const corporaDir = resolve(import.meta.dirname, '../../shared/corpora');
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    sealed: { type: 'string' },
    cv: { type: 'string' },
    ablation: { type: 'string' },
    reliability: { type: 'string' },
    diagram: { type: 'string' },
    model: { type: 'string' },
    names: { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    pages: { type: 'string', default: '40' },
    unseen: { type: 'string' },
    half: { type: 'string', default: 'open' },
  },
});
const sealedIn = options.ablation ?? options.sealed;
const isTable = sealedIn !== undefined || options.cv !== undefined;
const corpora = named.length > 0 ? named.map((dir) => resolve(dir)).filter(isCorpus) : corporaIn(corporaDir);
const isOwnWanted = named.includes(own) || corpora.length === 0;
if (options.unseen === undefined && corpora.length === 0 && !named.includes(own) && sealedIn === undefined)
  console.log(`skipped: no corpus (a folder with cases.jsonl) in ${named.join(', ') || corporaDir}`);
const keepIn = process.env.NEWSHAWK_BENCH_OUT ?? null;

if (options.unseen !== undefined) await measureUnseen(options.unseen, options.half);
else if (options.names) await tryNames();
else if (options.types)
  printTypes(
    corpora.filter((dir) => !isSealed(dir)),
    options.list,
  );
else if (options.peers) await compare();
else if (options.reliability !== undefined) await showReliability(resolve(options.reliability));
else if (isTable) await compareSets();
else await measureAll();

async function compareSets(): Promise<void> {
  const sealed = sealedIn === undefined ? [] : corporaIn(resolve(sealedIn)).filter(isSealed);
  if (sealedIn !== undefined && sealed.length === 0) console.log(`skipped: no sealed corpus in ${sealedIn}`);
  const open = corpora.filter((dir) => !isSealed(dir) && hasBodies(dir));
  const folds = options.cv === undefined ? null : foldModelsIn(resolve(options.cv));
  const model = options.model === undefined ? null : resolve(options.model);
  const printTable = options.ablation === undefined ? compareOpenAndSealed : ablate;
  await printTable({ open, sealed }, { folds, model, keepIn });
}

async function showReliability(models: string): Promise<void> {
  const sealed = corporaIn(resolve(options.sealed ?? corporaDir)).filter(isSealed);
  const open = corpora.filter((dir) => !isSealed(dir) && hasBodies(dir));
  await printReliability({ open, sealed }, foldModelsIn(models), options.diagram ?? null);
}

async function compare(): Promise<void> {
  const sources = [...corpora.filter((dir) => !isSealed(dir) && hasBodies(dir)), ...(isOwnWanted ? [own] : [])];
  const pages = options.pages === 'all' ? null : count('pages');
  const scratch = mkdtempSync(join(tmpdir(), 'newshawk-bench-'));
  await comparePeers(sources, { rounds: count('rounds'), pages, scratch: keepIn ?? scratch });
  rmSync(scratch, { recursive: true });
}

function count(name: 'rounds' | 'pages'): number {
  const value = Number(options[name]);
  if (!(Number.isInteger(value) && value > 0)) throw new RangeError(`--${name} is a number from 1 on`);
  return value;
}

async function measureAll(): Promise<void> {
  await using reader = await openReader({ workers: Math.max(1, cpus().length - 1), sites: { files: [] } });
  const rows: Record<string, Record<string, string | number>> = {};
  for (const dir of corpora) rows[basename(dir)] = await measureBatch(dir, reader, keepIn);
  console.log('bodies and snippets: the model has seen the pages of open corpora, big9 apart; --cv measures them');
  console.table(rows);
}

function corporaIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .map((name) => join(dir, name))
    .filter(isCorpus);
}

function isCorpus(dir: string): boolean {
  return existsSync(join(dir, 'cases.jsonl'));
}

/** Gold for titles and dates only, or none, says nothing of a body. */
function hasBodies(dir: string): boolean {
  return readFileSync(join(dir, 'cases.jsonl'), 'utf8')
    .split('\n')
    .some((line) => /"gold": ?\{.*"(?:body|with)"/.test(line));
}
