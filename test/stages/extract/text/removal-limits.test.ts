import { describe, expect, it } from 'vitest';
import { cutBlocks } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { limitRemovals, type RemovalRule } from '../../../../src/stages/extract/text/boilerplate/removal-limits.ts';

const words = { name: 'words', isOneKind: true };
const place = { name: 'place' };
const copy = { name: 'copy', isCopy: true };

const long = (number: number) =>
  `Paragraph ${number} has enough words to count as a full one: the ferry left at nine, came back at ten and stayed in the harbour until the evening, as on any day.`;
const body = cutBlocks(
  parsePage(
    `<h1>The ferry</h1><p>${long(1)}</p><p>${long(4)}</p><p>Advertisement ends here.</p><p class="box">Advertisement begins here.</p><p>${long(2)}</p><p>${long(3)}</p><p>All rights reserved.</p>`,
  ).document.body,
);
const [head, first, , line, boxed, second, third, last] = body.map(({ text }) => text);

/** Texts that are removed. @param removing by text: the rule that wants to remove it */
const removed = (removing: Readonly<Record<string, RemovalRule>>, probability: number, off: readonly string[] = []) =>
  limitRemovals(
    body.map(({ text }) => removing[text] ?? null),
    {
      body,
      probabilityOf: () => probability,
      hasUnusualMarkup: ({ element }) => element.className !== '',
      off: new Set(off),
    },
  ).flatMap((rule, at) => (rule === null ? [] : [body[at]?.text]));

describe('the limits of rules that remove text', () => {
  it('keep a certain line within the text that only its words speak against', () => {
    expect(removed({ [line ?? '']: words }, 0.97)).toEqual([]);
    expect(removed({ [line ?? '']: words }, 0.9)).toEqual([line]);
    expect(removed({ [line ?? '']: place }, 0.97)).toEqual([line]);
  });

  it('let words decide where markup or place differ from the text', () => {
    expect(removed({ [boxed ?? '']: words }, 0.97)).toEqual([boxed]);
    expect(removed({ [head ?? '']: words, [last ?? '']: words }, 0.97)).toEqual([head, last]);
  });

  it('keep a third and more of the certain text', () => {
    expect(removed({ [first ?? '']: place }, 0.97)).toEqual([first]);
    expect(removed({ [first ?? '']: place, [second ?? '']: { name: 'other' } }, 0.97)).toEqual([]);
  });

  it('keep most of the long paragraphs that are likely text', () => {
    const other = { name: 'other' };
    const removing = { [first ?? '']: place, [line ?? '']: place, [second ?? '']: other, [third ?? '']: other };
    expect(removed(removing, 0.92)).toEqual([line]);
    expect(removed(removing, 0.85)).toEqual([first, line, second, third]);
  });

  it('do not hold for copies, nor when they are switched off', () => {
    expect(removed({ [first ?? '']: copy, [second ?? '']: copy, [third ?? '']: copy }, 0.97)).toEqual([
      first,
      second,
      third,
    ]);
    expect(removed({ [line ?? '']: words }, 0.97, ['boilerplate-limit'])).toEqual([line]);
  });
});
