import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { meanScores, scoreArticle } from '../../test/quality/layouts/measure-written.ts';
import { writtenPages } from '../../test/quality/layouts/written-pages.ts';
import { casesOf } from '../../tools/train-extractor/corpus-pages.ts';
import { own, picked } from './bench-pages.ts';
import { scoreCorpus, threeDigits } from './score-corpus.ts';
import type { PageResult } from './way.ts';

/** Scores by way, of the pages that were read: a picked part of a corpus becomes its own corpus in the scratch folder. */
export function peerScores(
  source: string,
  found: Readonly<Record<string, readonly PageResult[]>>,
  { pages, scratch }: { readonly pages: number | null; readonly scratch: string },
): Record<string, Record<string, string>> {
  const ways = Object.entries(found);
  if (source === own) return Object.fromEntries(ways.map(([way, results]) => [way, ownScores(results)]));
  const folder = join(scratch, 'picked', basename(source));
  mkdirSync(folder, { recursive: true });
  const [script, picks] = [join(dirname(source), 'score.py'), join(dirname(folder), 'score.py')];
  if (existsSync(script) && !existsSync(picks)) symlinkSync(script, picks);
  const cases = picked(casesOf(source), pages);
  writeFileSync(join(folder, 'cases.jsonl'), cases.map((page) => `${JSON.stringify(page)}\n`).join(''));
  return Object.fromEntries(ways.map(([way, results]) => [way, pickedScores(folder, results)]));
}

function pickedScores(folder: string, results: readonly PageResult[]): Record<string, string> {
  const predictions = results.map(({ id, found: { title, body } }) => ({ id, title, body, authors: [], date: null }));
  const scores = scoreCorpus(folder, predictions);
  if (scores === null) return { note: 'no gold, or no score.py' };
  const { body, snippets, title } = scores.all;
  const shown = (value: number | undefined): string => (value === undefined ? '' : threeDigits(value));
  return {
    'body F1': shown(body?.f1),
    P: shown(body?.precision),
    R: shown(body?.recall),
    'snippets F1': shown(snippets?.f1),
    title: shown(title?.exact),
  };
}

function ownScores(found: readonly PageResult[]): Record<string, string> {
  const byId = new Map(found.map((result) => [result.id, result.found]));
  const scored = writtenPages().flatMap(({ name, gold }) => {
    const result = byId.get(name);
    return gold === null || result === undefined ? [] : [scoreArticle({ ...result, authors: [], date: null }, gold)];
  });
  const { f1, precision, recall } = meanScores(scored.map(({ body }) => body));
  const title = scored.reduce((sum, score) => sum + score.title, 0) / scored.length;
  return { 'body F1': f1.toFixed(3), P: precision.toFixed(3), R: recall.toFixed(3), title: title.toFixed(3) };
}
