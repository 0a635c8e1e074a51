import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedText } from '../../../src/stages/dedupe/compared-text.ts';
import { findCopies } from '../../../src/stages/dedupe/dedupe.ts';
import { fingerprint } from '../../../src/stages/dedupe/fingerprint.ts';
import { compareTexts } from '../../../src/stages/dedupe/verify.ts';
import { foldSpelling } from '../../../src/text/fold-spelling.ts';
import { chinese, ferry, orchard } from './texts.ts';

const word = fc.constantFrom(
  'tide',
  'rose',
  'boat',
  'quay',
  'left',
  'Morrow',
  'Straße',
  '3',
  '4.5',
  '渡',
  '轮',
  '港',
  'été',
  'don’t',
);
const text = fc.array(word, { minLength: 25, maxLength: 90 }).map((words) => words.join(' '));
const compared = (body: string) => comparedText({ title: '', body });

const paragraphs = ferry.split('\n\n');
const texts = [
  ferry,
  `${ferry} (Agency)`,
  paragraphs.slice(0, 2).join('\n\n'),
  ferry.replace('announced', 'said'),
  orchard,
  `${orchard}\n\nMore tomorrow.`,
  chinese,
];

/** Single link over what each text is told of those before it. */
function clusters(order: readonly number[]): string[] {
  const known: Parameters<typeof findCopies>[1][number][] = [];
  const clusterOf = new Map<string, string>();
  for (const n of order) {
    const own = { title: '', body: texts[n] ?? '', lang: null };
    const marks = fingerprint(own);
    const now = known.map((one) => ({ ...one, cluster: clusterOf.get(one.id) ?? one.id }));
    const { joins } = findCopies({ ...own, fingerprint: marks }, now);
    const merged = [...joins, String(n)].sort()[0] ?? '';
    for (const [id, cluster] of clusterOf) if (joins.includes(cluster)) clusterOf.set(id, merged);
    clusterOf.set(String(n), merged);
    known.push({ id: String(n), cluster: merged, title: '', body: own.body, fingerprint: marks });
  }
  const groups = Map.groupBy(clusterOf.keys(), (id) => clusterOf.get(id));
  return [...groups.values()].map((ids) => ids.sort().join(' ')).sort();
}

describe('stories', () => {
  it('are the same in whatever order their texts come', () => {
    const expected = clusters([...texts.keys()]);
    expect(expected).toEqual(['0 1 2 3', '4 5', '6']);
    fc.assert(
      fc.property(fc.shuffledSubarray([...texts.keys()], { minLength: texts.length }), (order) => {
        expect(clusters(order)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('hold a text for its own copy, also folded', () => {
    fc.assert(
      fc.property(text, (body) => {
        const folded = compared(foldSpelling(body));
        expect(compareTexts(compared(body), folded)).toEqual(compareTexts(folded, folded));
        expect(compareTexts(folded, folded).containment).toBe(1);
        const marks = (of: string) => fingerprint({ title: of, body: of, lang: null });
        expect(marks(foldSpelling(body))).toEqual(marks(body));
      }),
      { numRuns: 60 },
    );
  });

  it('are found the same from both sides', () => {
    fc.assert(
      fc.property(text, text, fc.nat(60), (a, b, at) => {
        const mixed = `${a.slice(0, at * 3)} ${b}`;
        expect(compareTexts(compared(a), compared(mixed))).toEqual(compareTexts(compared(mixed), compared(a)));
      }),
    );
  });
});
