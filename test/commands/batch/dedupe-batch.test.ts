import { describe, expect, it } from 'vitest';
import { dedupeBatch } from '../../../src/commands/batch/dedupe-batch.ts';
import { openStoryIndex } from '../../../src/storage/sqlite/articles/story-index.ts';
import { chinese, ferry, orchard } from '../../stages/dedupe/texts.ts';

async function* linesOf(lines: readonly unknown[]): AsyncIterable<string> {
  for (const line of lines) yield typeof line === 'string' ? line : JSON.stringify(line);
}

async function answers(lines: readonly unknown[], { stream = false, signal = new AbortController().signal } = {}) {
  await using index = await openStoryIndex();
  const answered: Record<string, unknown>[] = [];
  for await (const line of dedupeBatch(linesOf(lines), index, { stream, signal })) answered.push(JSON.parse(line));
  return answered;
}

const [first, second] = [ferry.split('\n\n').slice(0, 2).join('\n\n'), ferry.split('\n\n').slice(1).join('\n\n')];

describe('dedupeBatch', () => {
  it('answers each line in order, with its final cluster', async () => {
    const answered = await answers([
      { id: 'part', title: 'Ferry', text: first, site: 'a.example' },
      { id: 7, title: 'Apples', text: orchard, lang: 'en' },
      '',
      { id: 'zh', title: '渡轮', text: chinese, lang: 'zh' },
      { id: 'whole', title: 'Last wooden ferry stops', text: ferry, site: 'b.example' },
      { id: 'copy', title: 'Ferry to stop', text: `${ferry} (Agency)`, site: 'c.example' },
    ]);
    expect(answered).toMatchObject([
      { id: 'part', cluster: 'part', relation: 'truncated', evidence: [{ of: 'whole' }, { of: 'copy' }] },
      { id: 7, cluster: '7', relation: null, evidence: [] },
      { id: 'zh', cluster: 'zh', relation: null, evidence: [] },
      {
        id: 'whole',
        cluster: 'part',
        relation: 'syndicated',
        evidence: [{ of: 'part', similarity: 1 }, { of: 'copy' }],
      },
      { id: 'copy', cluster: 'part', relation: null, evidence: [{ of: 'part' }, { of: 'whole' }] },
    ]);
  });

  it('merges clusters that a later line connects; --stream has answered by then', async () => {
    const lines = [
      { id: 'lead', title: 'One', text: first },
      { id: 'rest', title: 'Two', text: second },
      { id: 'all', title: 'Three', text: ferry },
    ];
    expect((await answers(lines)).map(({ cluster }) => cluster)).toEqual(['lead', 'lead', 'lead']);
    expect((await answers(lines, { stream: true })).map(({ cluster }) => cluster)).toEqual(['lead', 'rest', 'lead']);
  });

  it('answers an invalid line with an error, and continues', async () => {
    const answered = await answers([
      'no json',
      { id: 'x', title: 'no text' },
      { title: 'no id', text: ferry },
      { id: 'good', text: ferry },
      { id: 'empty', title: '', text: '' },
      { id: 'empty2', title: '', text: '' },
    ]);
    expect(answered).toMatchObject([
      { id: null, error: { kind: 'misconfigured', message: expect.stringContaining('not JSON') } },
      { id: 'x', error: { kind: 'misconfigured', message: expect.stringContaining('text') } },
      { id: null, error: { kind: 'misconfigured', message: expect.stringContaining('id') } },
      { id: 'good', cluster: 'good' },
      { id: 'empty', cluster: 'empty' },
      { id: 'empty2', cluster: 'empty2' },
    ]);
  });

  it('gives every line its own answer when ids are repeated', async () => {
    const answered = await answers([
      { id: 'a', title: 'Ferry', text: ferry },
      { id: 'a', title: 'Apples', text: orchard },
      { id: 'b', title: 'Ferry', text: ferry },
    ]);
    expect(answered.map(({ id, cluster }) => [id, cluster])).toEqual([
      ['a', 'a'],
      ['a', 'a#2'],
      ['b', 'a'],
    ]);
  });

  it('distinguishes an update from a copy by the days between', async () => {
    const answered = await answers([
      { id: 'early', text: first, publishedAt: '2026-11-01T08:00:00Z' },
      { id: 'late', text: ferry, publishedAt: '2026-11-02T08:00:00Z' },
    ]);
    expect(answered.map(({ relation }) => relation)).toEqual([null, 'update']);
  });

  it('accepts a text of a megabyte, and stops on abort', async () => {
    const long = Array.from({ length: 130_000 }, (_, index) => `word${index % 9_000}`).join(' ');
    const answered = await answers([
      { id: 1, text: long },
      { id: 2, text: `${long} more` },
    ]);
    expect(answered.map(({ cluster }) => cluster)).toEqual(['1', '1']);
    expect(await answers([{ id: 1, text: ferry }], { signal: AbortSignal.abort() })).toEqual([]);
  });
});
