import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hammingDistance } from '../../../src/model/article/neighbour-keys.ts';
import { fingerprint } from '../../../src/stages/dedupe/fingerprint.ts';
import { simhash } from '../../../src/stages/dedupe/simhash.ts';
import { chinese, ferry, orchard } from './texts.ts';

const marks = (body: string, title = 'Last wooden ferry stops', lang = 'en') => fingerprint({ title, body, lang });
const word = fc.stringMatching(/^[a-z]{1,9}$/);
const space = fc.constantFrom(' ', '  ', '\n', '\n\n', '\t', '\u00a0');

describe('fingerprint', () => {
  it('has the shapes that the index needs', () => {
    const { bodyHash, simhash: hash, titleKeywords } = marks(ferry);
    expect(bodyHash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(titleKeywords).toEqual(['wooden', 'ferry', 'stops', 'last']);
  });

  it('does not change with white space, case and punctuation', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, space, fc.boolean()), { minLength: 1, maxLength: 60 }), (pieces) => {
        const plain = pieces.map(([text]) => text).join(' ');
        const other = pieces.map(([text, gap, loud]) => `${loud ? text.toUpperCase() : text},${gap}`).join('');
        expect(marks(other, other)).toEqual(marks(plain, plain));
      }),
      { numRuns: 60 },
    );
  });

  it('does not change with traditional characters and full-width digits', () => {
    const other = chinese.replaceAll('渡轮', '渡輪').replaceAll('1931', '１９３１').replaceAll('，', ', ');
    expect(marks(other, '木質渡輪停運', 'zh')).toEqual(marks(chinese, '木质渡轮停运', 'zh'));
  });

  it('stays near after a small edit and goes far for another text', () => {
    const edited = ferry.replace('announced', 'said').replace('a repair', 'fixing it');
    const [own, near, far] = [ferry, edited, orchard].map((text) => marks(text).simhash);
    expect(hammingDistance(own!, near!)).toBeLessThan(hammingDistance(own!, far!));
    expect(hammingDistance(own!, far!)).toBeGreaterThan(10);
  });

  it('keeps at most eight title keywords, heaviest first', () => {
    const { titleKeywords } = marks(ferry, 'Alpha bravo charlie delta echo foxtrot golf hotel india juliet');
    expect(titleKeywords).toHaveLength(8);
    expect(titleKeywords.slice(0, 2)).toEqual(['charlie', 'foxtrot']);
  });

  it('copes with an empty text', () => {
    expect(marks('', '')).toMatchObject({ simhash: '0000000000000000', titleKeywords: [] });
  });
});

describe('simhash', () => {
  it('has a symmetric distance, 0 to itself, that obeys the triangle', () => {
    const hashes = fc
      .array(fc.tuple(word, fc.integer({ min: 1, max: 9 })), { minLength: 1 })
      .map((list) => simhash(list));
    fc.assert(
      fc.property(hashes, hashes, hashes, (a, b, c) => {
        expect(hammingDistance(a, b)).toBe(hammingDistance(b, a));
        expect(hammingDistance(a, a)).toBe(0);
        expect(hammingDistance(a, c)).toBeLessThanOrEqual(hammingDistance(a, b) + hammingDistance(b, c));
      }),
    );
  });

  it('spreads unrelated words over all 64 bits', () => {
    const hashes = Array.from({ length: 200 }, (_, index) => BigInt(`0x${simhash([[`word${index}`, 1]])}`));
    for (let bit = 0n; bit < 64n; bit++) {
      const set = hashes.filter((hash) => (hash >> bit) & 1n).length;
      expect(set).toBeGreaterThan(60);
      expect(set).toBeLessThan(140);
    }
  });
});
