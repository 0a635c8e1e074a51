import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termSpans } from '../../src/text/term-spans.ts';

const found = (text: string, ...terms: string[]): string[] =>
  termSpans(text, terms).map(([from, to]) => text.slice(from, to));

describe('where terms stand in a text', () => {
  it('finds them as they are written: other case, width, accents put together, breaks between words', () => {
    expect(found('SOLAR ｐａｎｅｌｓ; Solar', 'solar', 'panels')).toEqual(['SOLAR', 'ｐａｎｅｌｓ', 'Solar']);
    expect(found('Cafe\u0301s and cafe\u0301', 'caf\u00e9')).toEqual(['cafe\u0301']);
    expect(found('wind \n\t power', 'wind power')).toEqual(['wind \n\t power']);
    expect(found('Straße', 'strasse')).toEqual(['Straße']);
  });

  it('leaves longer words alone, except where there are no spaces', () => {
    expect(found('gridlock, off-grid, regrid', 'grid')).toEqual(['grid']);
    expect(found('中國人民銀行加息', '银行')).toEqual(['銀行']);
  });

  it('takes the longer one of two at one place, and none over another', () => {
    expect(found('solar power station', 'solar', 'solar power', 'power station')).toEqual(['solar power']);
    expect(found('nothing', '')).toEqual([]);
  });

  it('stays within the text, ascending, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.string({ unit: 'binary', maxLength: 3 })),
        (text, terms) => {
          let end = 0;
          for (const [from, to] of termSpans(text, terms)) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThan(from);
            end = to;
          }
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});
