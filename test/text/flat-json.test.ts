import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../src/text/answer-data.ts';
import { withoutFlatLists } from '../../src/text/flat-json.ts';

describe('flat lists', () => {
  const flat = [
    ['ShallowReactive', 1],
    { page: 2, none: -1 },
    { title: 3, at: 4, lines: 5 },
    'A title',
    ['Date', '2026-11-21T08:15:00Z'],
    [6, 7],
    'one',
    'two',
  ];
  const page = { page: { title: 'A title', at: '2026-11-21T08:15:00Z', lines: ['one', 'two'] }, none: undefined };

  it('are revived in a Nuxt payload', () => {
    expect(dataOf(JSON.stringify(flat))).toEqual(page);
  });

  it('are revived in the nodes of a SvelteKit page', () => {
    const data = { type: 'data', nodes: [null, { type: 'data', data: flat, uses: {} }, { type: 'skip' }] };
    expect(dataOf(JSON.stringify(data))).toEqual({
      type: 'data',
      nodes: [null, { type: 'data', data: page }, { type: 'skip' }],
    });
  });

  it.each([
    [
      [
        { id: 1, title: 'A list of items' },
        { id: 2, title: 'Another one' },
      ],
    ],
    [[{ a: 1 }]],
    [['a', 'b']],
    [[[1, 2], 'x', { y: 9 }]],
    [{ nodes: [{ data: ['x', 'y'] }] }],
    [[]],
    [null],
    ['text'],
  ])('are not seen in %j', (data) => expect(withoutFlatLists(data)).toEqual(data));

  it('end where a hostile one has cycles, or doubles at each level', () => {
    expect(withoutFlatLists([{ a: 0 }, 'x'])).toBeDefined();
    const doubling = Array.from({ length: 40 }, (_, at) => [at + 1, at + 1]);
    expect(withoutFlatLists([...doubling, 'x'])).toBeDefined();
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => dataOf(text)).not.toThrow();
      }),
    );
  });
});
