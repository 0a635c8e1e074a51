import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

type Scores = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>;

/** What is wanted at least, on pages of publishers that the model has not seen. */
const bars: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  zyte: { 'body F1': 0.977 },
  'fundus-evaluation': { 'body F1': 0.977 },
  big9: { 'body F1': 0.978, title: 0.95 },
  wcxb: { 'body F1': 0.955, 'word F1': 0.96, title: 0.9, date: 0.87, 'authors F1': 0.8 },
  'zh-web': { 'body F1': 0.977, date: 0.92, 'authors F1': 0.75 },
  'trafilatura-htmldate': { 'snippets F1': 0.95, title: 0.9, date: 0.92, 'authors F1': 0.75 },
};

/** Columns that the block model decides. */
const learned = new Set(['body F1', 'word F1', 'snippets F1']);

/**
 * The numbers that a corpus has gold for, by its own score.py, each with its bar; a note where there is none.
 * @param hasSeen the model was trained on these pages: what it decides is held against no bar
 */
export function scoreCorpus(
  dir: string,
  predictions: string,
  { hasSeen }: { readonly hasSeen: boolean },
): Record<string, string> {
  const script = join(dir, '..', 'score.py');
  if (!existsSync(script)) return { note: 'no score.py beside the corpus' };
  const hasGold = readFileSync(join(dir, 'cases.jsonl'), 'utf8')
    .split('\n')
    .some((line) => line !== '' && Object.keys(JSON.parse(line).gold ?? {}).length > 0);
  if (!hasGold) return { note: 'no gold: for crashes and time only' };
  const printed = execFileSync('python3', [script, dir, predictions, '--json', '--no-rouge', '--boot', '0'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const wanted = Object.entries(bars[basename(dir)] ?? {}).filter(([column]) => !hasSeen || !learned.has(column));
  return columnsOf(JSON.parse(printed).all ?? {}, Object.fromEntries(wanted));
}

function columnsOf(all: Scores, wanted: Readonly<Record<string, number>>): Record<string, string> {
  const columns = {
    'body F1': all.body?.f1,
    P: all.body?.precision,
    R: all.body?.recall,
    'word F1': all.body?.word_f1,
    'snippets F1': all.snippets?.f1,
    title: all.title?.exact,
    date: all.date?.accuracy,
    'date P': all.date?.precision,
    'authors F1': all.authors?.f1,
  };
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, value === undefined ? '' : cell(value, wanted[name])]),
  );
}

/** `.969 < .977`: the number and its bar. */
function cell(value: number, bar: number | undefined): string {
  const short = (number: number) => number.toFixed(3).replace(/^0/, '');
  return bar === undefined ? short(value) : `${short(value)} ${value < bar ? '<' : '>='} ${short(bar)}`;
}

/** The best other extractors on the same pages, best first, as the corpus' peers.json has them: "name .956, …". */
export function bestPeers(dir: string, count: number): string {
  const file = join(dir, 'peers.json');
  if (!existsSync(file)) return '';
  const measured: Readonly<Record<string, Scores>> = JSON.parse(readFileSync(file, 'utf8')).measured ?? {};
  return Object.entries(measured)
    .map(([name, { body, snippets }]) => ({ name, f1: body?.f1 ?? snippets?.f1 ?? 0 }))
    .sort((a, b) => b.f1 - a.f1)
    .slice(0, count)
    .map(({ name, f1 }) => `${name} ${f1.toFixed(3).replace(/^0/, '')}`)
    .join(', ');
}
