import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termWeights } from '../../src/stages/classify/terms.ts';
import { fingerprint } from '../../src/stages/dedupe/fingerprint.ts';
import { modelWords } from '../../src/stages/extract/classifier/tokens.ts';
import { wordTokens } from '../../src/text/likeness.ts';
import { breakLongRuns, countedPart } from '../../src/text/text-limits.ts';
import { nameUnits, units, words } from '../../src/text/tokenize.ts';

const tokenizers: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  units,
  words: (text) => words(text, null),
  modelWords,
  wordTokens,
  nameUnits,
};
/** One character of each kind that a pattern for words repeats. */
const characters = ['a', 'б', "a'", '1.'];

describe('a run of millions of letters', () => {
  it.each(Object.keys(tokenizers).flatMap((name) => characters.map((character) => [name, character] as const)))(
    '%s reads the words next to one of %s',
    (name, character) => {
      const run = character.repeat(5_000_000 / character.length);
      const read = tokenizers[name]?.(`harbour ${run} bridge`) ?? [];
      expect(read.length).toBeGreaterThan(2);
      if (name !== 'nameUnits')
        expect({ firstRead: read[0], lastRead: read.at(-1) }).toEqual({ firstRead: 'harbour', lastRead: 'bridge' });
    },
  );

  it('is broken, and nothing else of a text is', () => {
    const piece = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom('。', ' ', '\n'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 10_000, max: 40_000 }), (pieces, length) => {
        const text = pieces.join(' ');
        expect(breakLongRuns(text)).toBe(text);
        const broken = breakLongRuns(`${text} ${'港'.repeat(length)} ${text}`);
        expect(broken.replaceAll(' ', '')).toBe(`${text}${'港'.repeat(length)}${text}`.replaceAll(' ', ''));
        expect(Math.max(...broken.split(/[\s。]/).map((run) => run.length))).toBeLessThanOrEqual(10_000);
      }),
    );
  });

  it('is never broken within a character', () => {
    const broken = breakLongRuns('\u{20000}'.repeat(25_000));
    expect(broken).toMatch(/^(?:\u{20000}+ ?)+$/u);
  });
});

describe('a text as long as books', () => {
  const sentence = '港口大桥在关闭十一个月之后于周五上午重新开放，约四百名市民步行走过大桥。';
  const body = sentence.repeat(Math.ceil(200_000 / sentence.length)).slice(0, 200_000);
  const longer = `${body}${'图书馆'.repeat(1_000)}`;

  it('is counted by its beginning', () => {
    expect(countedPart(longer)).toBe(body);
    const weights = (text: string) => termWeights({ title: '', headings: [], body: text, lang: 'zh' });
    expect(weights(longer)).toEqual(weights(body));
  });

  it('is distinguished from another one by all of its text', () => {
    const [long, short] = [longer, body].map((text) => fingerprint({ title: '大桥', body: text, lang: 'zh' }));
    expect({ simhash: long?.simhash, bodyKeywords: long?.bodyKeywords }).toEqual({
      simhash: short?.simhash,
      bodyKeywords: short?.bodyKeywords,
    });
    expect(long?.bodyHash).not.toBe(short?.bodyHash);
  });
});
