import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { thirdsOf } from '../../bench/extract/score-corpus.ts';

const folder = mkdtempSync(join(tmpdir(), 'newshawk-sealed-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = 'The harbour master counted eleven boats before the fog came in, and twelve after it had gone.';

/** Stands in for the corpora's scorer: the same numbers whatever it reads, and the id of a page where it is asked for the worst. */
const scorer = `import json, sys
body = {'n': 2, 'f1': .5, 'precision': .5, 'recall': .5, 'word_f1': .5}
print(json.dumps({'all': {'body': body}, 'by': {'third': {'short': {'body': body}}}}))
`;

function writeCorpus(name: string): string {
  const corpus = join(folder, 'corpora', name);
  mkdirSync(corpus, { recursive: true });
  writeFileSync(join(folder, 'corpora', 'score.py'), scorer);
  writeFileSync(
    join(corpus, 'page.html.gz'),
    gzipSync(`<html><body><h1>Fog</h1><p>${text}</p><p>${text}</p></body></html>`),
  );
  const cases = ['secret-id-1', 'secret-id-2'].map((id) => ({
    id,
    url: null,
    html: 'page.html.gz',
    gold: { body: text },
  }));
  // its file is missing: an error that names the page
  const broken = { id: 'secret-id-3', url: 'no address', html: 'secret-id-3.html.gz', gold: { body: text } };
  const all = name === 'l3s-gn1' ? [...cases, broken] : cases;
  writeFileSync(join(corpus, 'cases.jsonl'), all.map((page) => `${JSON.stringify(page)}\n`).join(''));
  return corpus;
}

const out = join(folder, 'out');
mkdirSync(out);

/** What a run of the bench prints, errors included. */
const printedBy = (...options: string[]): string =>
  execFileSync(process.execPath, ['bench/extract.ts', ...options], {
    encoding: 'utf8',
    env: { ...process.env, NEWSHAWK_BENCH_OUT: out },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

describe('bench:extract on sealed corpora', () => {
  const sealed = writeCorpus('dragnet');
  const broken = writeCorpus('l3s-gn1');

  it('prints totals with --sealed, neither ids nor text, and keeps no prediction', () => {
    const printed = printedBy('--sealed', join(sealed, '..'));
    expect(printed).toContain('dragnet body F1');
    expect(printed).not.toMatch(/secret|harbour/);
    expect(readdirSync(out)).toEqual([]);
  });

  it('does not name a page that fails, in the plain mode either', () => {
    const printed = printedBy(broken);
    expect(printed).toContain('l3s-gn1');
    expect(printed).not.toMatch(/secret|harbour/);
    expect(readdirSync(out)).toEqual([]);
  });

  it('keeps the predictions of an open corpus where that is wanted', () => {
    printedBy(writeCorpus('gazette'));
    expect(readdirSync(out)).toEqual(['gazette.jsonl']);
  });
});

describe('the thirds of a corpus', () => {
  const page = (id: string, length: number) => ({ id, url: null, html: '', gold: { body: 'x'.repeat(length) } });

  it('are made by the length of the right text', () => {
    const pages = [page('a', 50), page('b', 10), page('c', 30), page('d', 20), page('e', 60), page('f', 40)];
    expect(Object.fromEntries(thirdsOf(pages))).toEqual({
      b: 'short',
      d: 'short',
      c: 'middle',
      f: 'middle',
      a: 'long',
      e: 'long',
    });
  });

  it('leave out pages without a right text', () => {
    expect(thirdsOf([{ id: 'a', url: null, html: '', gold: { title: 'x' } }]).size).toBe(0);
  });
});
