import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctsAnything, statedCorrection } from '../../../src/cli/wrappers/correction-options.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { isIsoDate } from '../../../src/model/wrapper/correction.ts';
import type { PageBlock, PageBlocks } from '../../../src/model/wrapper/page-blocks.ts';

const block = (number: number, isBody: boolean): PageBlock => ({
  text: `Text of block ${number}`,
  tag: 'p',
  isBody,
  isCorrected: null,
  date: null,
  names: [],
});
const pageOf = (bodies: readonly boolean[]): PageBlocks => ({
  url: canonicalUrl('http://a.example/'),
  blocks: bodies.map((isBody, at) => block(at + 1, isBody)),
  title: 'T',
  publishedAt: null,
  authors: [],
  bodyBy: 'generic',
});
const flags = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
/** Numbers as a person writes them: runs become ranges. */
const written = (numbers: readonly number[]): string =>
  numbers
    .reduce<[number, number][]>((runs, number) => {
      const last = runs.at(-1);
      if (last !== undefined && last[1] === number - 1) last[1] = number;
      else runs.push([number, number]);
      return runs;
    }, [])
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
    .join(',');
const chosen = (wanted: readonly boolean[]): number[] => wanted.flatMap((is, at) => (is ? [at + 1] : []));
const texts = (numbers: readonly number[]): string[] => numbers.map((number) => `Text of block ${number}`);

describe('blocks by number', () => {
  it('become the texts of these blocks, in page order', () => {
    fc.assert(
      fc.property(
        flags.filter((wanted) => wanted.includes(true)),
        (wanted) => {
          const numbers = chosen(wanted);
          const page = pageOf(wanted.map(() => false));
          expect(statedCorrection({ body: written(numbers) }, page, null).body).toEqual(texts(numbers));
          expect(statedCorrection({ body: numbers.toReversed().join(', ') }, page, null).body).toEqual(texts(numbers));
        },
      ),
    );
  });

  it('added and dropped lead from any body to any other', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 40 }), (pairs) => {
        const [before, after] = [pairs.map(([is]) => is), pairs.map(([, is]) => is)];
        fc.pre(after.includes(true));
        const added = chosen(pairs.map(([was, is]) => is && !was));
        const dropped = chosen(pairs.map(([was, is]) => was && !is));
        fc.pre(added.length + dropped.length > 0);
        const options = {
          ...(added.length > 0 && { bodyAdd: written(added) }),
          ...(dropped.length > 0 && { bodyDrop: written(dropped) }),
        };
        expect(correctsAnything(options)).toBe(true);
        expect(statedCorrection(options, pageOf(before), null).body).toEqual(texts(chosen(after)));
      }),
    );
  });

  it('that are not there, and other texts, are refused', () => {
    fc.assert(
      fc.property(flags, fc.string({ maxLength: 12 }), (wanted, text) => {
        const isFine = text.split(',').every((part) => {
          const [, from, to = from] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/.exec(part) ?? [];
          return from !== undefined && Number(from) >= 1 && Number(from) <= Number(to) && Number(to) <= wanted.length;
        });
        const read = () => statedCorrection({ body: text }, pageOf(wanted), null);
        if (isFine) expect(read().body?.length).toBeGreaterThan(0);
        else expect(read).toThrow(/--body/);
      }),
    );
  });

  it('take what a correction said before as their start', () => {
    const page = pageOf([true, true, false]);
    const corrected: PageBlocks = {
      ...page,
      blocks: page.blocks.map((one, at) => ({ ...one, isCorrected: at === 2 })),
    };
    expect(statedCorrection({ bodyAdd: '1' }, corrected, null).body).toEqual(texts([1, 3]));
  });
});

describe('a date of a correction', () => {
  it('is a day that exists, with or without a time', () => {
    for (const text of [
      '2026-11-21',
      '2024-02-29',
      '2026-11-21T08:00Z',
      '2026-11-21T08:00:01.5+01:00',
      '2026-11-21 08:00',
    ])
      expect({ text, isIsoDate: isIsoDate(text) }).toEqual({ text, isIsoDate: true });
    for (const text of [
      '',
      '2026',
      '2026-11',
      '2026-02-30',
      '2026-13-01',
      '21.11.2026',
      '2026-11-21T25:00Z',
      '2026-11-21x',
    ])
      expect({ text, isIsoDate: isIsoDate(text) }).toEqual({ text, isIsoDate: false });
  });
});
