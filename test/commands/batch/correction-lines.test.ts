import { describe, expect, it } from 'vitest';
import { readCorrections } from '../../../src/commands/batch/correction-lines.ts';

async function* linesOf(...lines: readonly unknown[]): AsyncIterable<string> {
  for (const line of lines) yield JSON.stringify(line);
}

describe('lines of corrections', () => {
  it('may have own data and records, by kind or as a list', async () => {
    const { byId, mistakes } = await readCorrections(
      linesOf(
        { id: 1, data: { rating: 4.5, stock: null } },
        { id: 2, records: [{ name: 'Wool fair' }] },
        { id: 3, gold: { title: 'A', records: { event: [{ seats: 3 }] } } },
      ),
    );
    expect(mistakes).toEqual([]);
    expect(byId.get('1')).toEqual({
      title: null,
      body: null,
      authors: null,
      publishedAt: null,
      data: { rating: 4.5, stock: null },
    });
    expect(byId.get('2')?.records).toEqual({ item: [{ name: 'Wool fair' }] });
    expect(byId.get('3')).toMatchObject({ title: 'A', records: { event: [{ seats: 3 }] } });
  });

  it('are refused with their number where they say nothing, or names are no names', async () => {
    const { mistakes } = await readCorrections(linesOf({ id: 1 }, { id: 2, data: { 'a.b': 1 } }));
    expect(mistakes).toHaveLength(2);
    expect(mistakes[0]).toContain(
      'line 1: it corrects nothing: give body, title, authors, publishedAt, data or records',
    );
    expect(mistakes[1]).toContain('line 2');
  });
});
