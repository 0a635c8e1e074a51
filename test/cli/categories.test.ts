import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categorise } from '../../src/stages/classify/categories/categorise.ts';
import { readModel } from '../../src/stages/classify/linear/model.ts';
import { headlines } from '../stages/classify/linear/texts.ts';
import { cli } from '../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../support/app/fake-app.ts';

let folder: string;
let app: FakeApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-categories-'));
  await writeFile(join(folder, 'lines.jsonl'), jsonLines(headlines));
  app = await openFakeApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const jsonLines = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const kept = (): FakeApp => keptOpen(app);
const run = (argv: readonly string[], stdin: readonly string[] = []) => cli(argv, { cwd: folder, app: kept(), stdin });
const file = (name: string, text: string) => writeFile(join(folder, name), text);

describe('train categories', () => {
  it('writes a whole model, and says how well it predicts texts that it has not seen', async () => {
    const done = await run(['train', 'categories', 'lines.jsonl', '--model', 'm.json', '--test', 'lines.jsonl']);
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('precision');
    expect(done.stderr).toMatch(/Learned from 144 examples of 3 labels .* \(5 folds\): accuracy (0\.9|1\.)/);
    expect(done.opened).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const model = readModel(await readFile(join(folder, 'm.json'), 'utf8'), 'm.json');
    expect(model.labels).toEqual(['harbour', 'kitchen', 'stadium']);
    const json = await run(['--json', 'train', 'categories', 'lines.jsonl', '--model', 'n.json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ version: model.digest.slice(0, 12), report: model.report });
  });

  it('names bad lines by their number, and skips them on request', async () => {
    await file('bad.jsonl', `${jsonLines(headlines)}{"label": "a"}\n\nnot json\n{"label": "", "title": "x"}\n`);
    const refused = await run(['train', 'categories', 'bad.jsonl', '--model', 'bad.json']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('bad.jsonl has 3 bad lines');
    expect(refused.stderr).toMatch(
      /line 145: neither title nor text[\s\S]*line 147: not JSON[\s\S]*line 148: the label is empty/,
    );
    const skipped = await run(['train', 'categories', 'bad.jsonl', '--model', 'bad.json', '--skip-bad']);
    expect(skipped.code).toBe(0);
    expect(skipped.stderr).toContain('3 invalid lines were left out');
    expect(await readFile(join(folder, 'bad.json'), 'utf8')).toBe(await readFile(join(folder, 'm.json'), 'utf8'));
  });

  it.each([
    ['no place for the model', ['lines.jsonl'], 2, 'Choose where to save the model'],
    ['a file that is not there', ['none.jsonl', '--model', 'x.json'], 2, "none.jsonl can't be read (ENOENT)"],
    ['a folder that is not there', ['lines.jsonl', '--model', 'no/x.json'], 2, "can't be written"],
    ['an empty file', ['-', '--model', 'x.json'], 2, 'stdin holds no examples'],
  ])('refuses %s', async (_, argv, code, words) => {
    const done = await run(['train', 'categories', ...argv]);
    expect(done).toMatchObject({ code, stderr: expect.stringContaining(words) });
  });

  it('refuses one label, and labels with one example', async () => {
    const entry = await run(['train', 'categories', '-', '--model', 'x.json'], ['{"label":"a","title":"x"}\n']);
    expect(entry).toMatchObject({ code: 4, stderr: expect.stringContaining('all examples have the same label') });
  });
});

describe('classify', () => {
  it('answers lines in their order, and a bad line with an error', async () => {
    const lines = [
      '{"id": 1, "title": "Ferry at the quay"}\n{"id": "two", "title": 5}\n',
      'x\n{"id": 3, "title": "", "text": "Bread and butter from the oven."}\n{"title": " "}\n',
    ];
    const done = await run(['classify', '--model', 'm.json', '--batch'], lines);
    expect(done.code).toBe(0);
    const answers = done.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { id: 1, label: 'harbour', by: 'model' },
      { id: 'two', error: { kind: 'misconfigured', message: expect.stringContaining('title') } },
      { id: null, error: { kind: 'misconfigured', message: expect.stringContaining('not JSON') } },
      { id: 3, label: 'kitchen' },
      { id: null, error: { message: expect.stringContaining('neither title nor text') } },
    ]);
    expect(answers[0].probability).toBeGreaterThan(0.5);
    expect(answers[0].terms[0]).toEqual({ term: expect.any(String), share: expect.any(Number) });
  });

  it('does without a model, by section, address and words', async () => {
    const lines = jsonLines([
      { id: 'a', title: 'A story', section: 'Sport' },
      { id: 'b', title: 'A quiet morning' },
    ]);
    const done = await run(['classify', '--batch'], [lines]);
    expect(
      done.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { id: 'a', label: 'sport', probability: 0.9, terms: [{ term: 'Sport', share: 1 }], by: 'section', model: null },
      { id: 'b', label: null, probability: 0, terms: [], by: null, model: null },
    ]);
  });

  it('prints headlines and files for people', async () => {
    await file('story.txt', 'A day out\n\nThe ferry left the quay with the tide.\n');
    const done = await run(['classify', '--model', 'm.json', 'Dough and onion soup', 'story.txt']);
    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(
      /^Dough and onion soup\n {2}kitchen [01]\.\d\d by model [0-9a-f]{12}: .*\nA day out\n {2}harbour/,
    );
    const neither = await run(['classify']);
    expect(neither).toMatchObject({ code: 2, stderr: expect.stringContaining('--batch') });
    const none = await run(['classify', '--model', 'none.json', 'x']);
    expect(none).toMatchObject({ code: 4, stderr: expect.stringContaining('none.json can') });
  });
});

describe('models', () => {
  it('keeps versions, puts them to use and goes back', async () => {
    const { models } = app.storeOfTest;
    await run(['train', 'categories', 'lines.jsonl', '--activate']);
    const first = (await models.active())?.version ?? '';
    await file('two.jsonl', jsonLines(headlines.filter(({ label }) => label !== 'stadium')));
    const second = await run(['--json', 'train', 'categories', 'two.jsonl', '--save']);
    const { version } = JSON.parse(second.stdout);
    expect((await models.active())?.version).toBe(first);
    expect((await run(['models', 'activate', version.slice(0, 6)])).code).toBe(0);
    expect((await models.active())?.version).toBe(version);
    const list = await run(['--json', 'models', 'list']);
    expect(
      JSON.parse(list.stdout).map((entry: { version: string; active: boolean }) => [entry.version, entry.active]),
    ).toEqual(
      expect.arrayContaining([
        [first, false],
        [version, true],
      ]),
    );
    await run(['models', 'rollback']);
    expect((await models.active())?.version).toBe(first);
    const shown = await run(['models', 'show', first]);
    expect(shown.stdout).toMatch(/harbour .*(quay|ferry|tide)/);
    const answer = await run(['--json', 'classify', '--model', 'active', 'The ferry']);
    expect(JSON.parse(answer.stdout)).toMatchObject({ category: { label: 'harbour', model: first } });
    await run(['models', 'deactivate']);
    expect(await models.active()).toBeNull();
    expect(await run(['models', 'show', 'ffff'])).toMatchObject({ code: 31, stderr: expect.stringContaining(first) });
  });

  it('measures a model on labelled lines, with labels that it does not know', async () => {
    const lines = jsonLines([...headlines.slice(0, 9), { label: 'garden', title: 'Roses and a hedge' }]);
    const done = await run(['--json', 'evaluate', 'categories', '-', '--model', 'm.json'], [lines]);
    const report = JSON.parse(done.stdout);
    expect(report).toMatchObject({ examples: 10, accuracy: 0.9 });
    expect(report.labels.find((entry: { label: string }) => entry.label === 'garden')).toMatchObject({ recall: 0 });
  });
});

describe('a model in shared memory', () => {
  it('predicts what the model predicts', async () => {
    const { sharedWeights } = await import('../../src/stages/classify/linear/model.ts');
    const model = readModel(await readFile(join(folder, 'm.json'), 'utf8'), 'm.json');
    const shared = sharedWeights(model);
    expect(shared.weights.buffer).toBeInstanceOf(SharedArrayBuffer);
    const subject = { title: 'Striker and coach', text: '', lang: 'en', section: null, url: null };
    expect(categorise(shared, subject)).toEqual(categorise(model, subject));
  });
});
