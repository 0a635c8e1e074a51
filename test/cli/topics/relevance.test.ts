import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';
import { themeExamples, themeStream } from '../../support/theme-texts.ts';

interface Answer {
  readonly id: string;
  readonly score: number;
  readonly kept: boolean;
  readonly terms: readonly { readonly term: string; readonly share: number }[];
  readonly error?: { readonly kind: string; readonly message: string };
}

let folder: string;
let opened: FakeApp;
let app: FakeApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-relevance-'));
  opened = await openFakeApp({ empty: true });
  // commands close their app; this one lives on
  app = keptOpen(opened);
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function batch(topic: object, lines: readonly (object | string)[]): Promise<Answer[]> {
  const file = join(folder, 'topic.json');
  await writeFile(file, JSON.stringify(topic));
  const stdin = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  const { code, stdout, stderr } = await cli(['relevance', '--topic', file, '--batch'], { app, stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('relevance --batch', () => {
  it('answers each line in order, wrong ones too', async () => {
    const answers = await batch({ name: 'sea', keywords: { ship: 2, quay: 1 }, exclude: ['toy'] }, [
      { id: 1, title: 'The ship at the quay', text: 'A ship lies there.' },
      'no JSON',
      '',
      { id: 'b', title: 'A choir sings' },
      { id: 'c' },
      { id: 'd', title: 'A toy ship' },
    ]);
    expect(answers.map(({ id, kept, error }) => [id, kept, error?.kind])).toEqual([
      [1, true, undefined],
      [null, undefined, 'misconfigured'],
      ['b', false, undefined],
      ['c', undefined, 'misconfigured'],
      ['d', false, undefined],
    ]);
    expect(answers[0]?.terms.map(({ term }) => term)).toEqual(['ship', 'quay']);
    expect(answers[3]?.error?.message).toContain('neither title nor text');
  });

  it.each(['vector', 'learned'])('grows a topic with examples from the stream (%s)', async (method) => {
    const stream = themeStream({ sea: 24, garden: 40, music: 40 });
    const examples = themeExamples('sea', 6).map(({ title, body }) => ({ title, text: body }));
    const lines = stream.map(({ text }, id) => ({ id, title: text.title, text: text.body }));
    const answers = await batch([{ name: 'sea', method, keywords: ['ship'], examples }], lines);
    const kept = answers.flatMap(({ kept: isKept }, at) => (isKept ? [stream[at]?.theme] : []));
    expect(kept.filter((theme) => theme === 'sea').length / kept.length).toBeGreaterThanOrEqual(0.95);
    expect(kept.length).toBeGreaterThanOrEqual(22);
  });

  it('finds boolean and tags by the terms of the line', async () => {
    const line = { id: 1, title: 'Mill', text: 'A mill turns.', tags: ['wind'], description: 'The miller' };
    const definition = { name: 'mills', keywords: ['mill', 'wind', 'miller'] };
    const [byTerms] = await batch({ ...definition, method: 'boolean' }, [line]);
    expect(byTerms).toMatchObject({ kept: false, terms: [{ term: 'mill', share: 1 }] });
    const [byTags] = await batch({ ...definition, method: 'tags' }, [line]);
    expect(byTags?.terms.map(({ term }) => term)).toEqual(['mill', 'miller', 'wind']);
  });
});

describe('relevance of a page', () => {
  it('says what is wrong with what was asked', async () => {
    const none = await cli(['relevance', '--topic', 'energy'], { app });
    expect({ code: none.code, hasNameOnePage: none.stderr.includes('Name one page') }).toEqual({
      code: 2,
      hasNameOnePage: true,
    });
    const unknown = await cli(['relevance', '--topic', 'sports', '--batch'], { app });
    expect({
      code: unknown.code,
      hasThereIsNo: unknown.stderr.includes('There is no topic "sports"; there are: energy'),
    }).toEqual({ code: 2, hasThereIsNo: true });
    const missing = await cli(['relevance', '--topic', join(folder, 'none.json'), '--batch'], { app });
    expect(missing.code).toBeGreaterThan(0);
    expect(missing.stderr).toContain("can't be read");
  });
});
