import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedText } from '../../../src/stages/dedupe/compared-text.ts';
import { compareTexts } from '../../../src/stages/dedupe/verify.ts';
import { fillForm, forms } from '../../quality/dedupe/forms.ts';
import { bulletin, chinese, ferry, orchard } from './texts.ts';

const compare = (a: string, b: string, titles = ['', '']) =>
  compareTexts(comparedText({ title: titles[0]!, body: a }), comparedText({ title: titles[1]!, body: b }));

const orchardTail = 'None of this changes what the harbour wrote last year about storms and the price of bread.';

describe('compareTexts', () => {
  it('takes cut, extended, reordered and edited copies for the same story', () => {
    const paragraphs = ferry.split('\n\n');
    expect(compare(ferry, ferry)).toEqual({ isSameStory: true, containment: 1 });
    expect(compare(ferry, `${paragraphs[0]}\n\nRead more on our site.`).isSameStory).toBe(true);
    expect(compare(ferry, `${ferry}\n\n${orchard}`).isSameStory).toBe(true);
    expect(compare(ferry, paragraphs.toReversed().join('\n\n')).isSameStory).toBe(true);
    expect(compare(ferry, ferry.replace('announced', 'said').replace('Cyclists', 'Riders')).isSameStory).toBe(true);
    expect(compare(chinese, chinese.replaceAll('渡轮', '渡輪').replace('表示', '说')).isSameStory).toBe(true);
  });

  it('keeps apart what shares no text, and bulletins of one template', () => {
    expect(compare(ferry, orchard).isSameStory).toBe(false);
    const [north, south] = [
      bulletin('Northport', [8, 17, 22, 41, 30, 1017]),
      bulletin('Southgate', [11, 21, 14, 35, 60, 1009]),
    ];
    const result = compare(north, south);
    expect(result.containment).toBeGreaterThan(0.5);
    expect(result.isSameStory).toBe(false);
    const close = compare(`${orchard} ${north}`, `${orchard} ${south}`);
    expect(close.containment).toBeGreaterThan(0.72); // the words alone would merge them
    expect(close.isSameStory).toBe(false);
  });

  it('merges a bulletin with its own copy', () => {
    const text = bulletin('Northport', [8, 17, 22, 41, 30, 1017]);
    expect(compare(text, text.replace('the hills', 'our hills')).isSameStory).toBe(true);
  });

  it('needs the title where the body is short, and says nothing of a few words', () => {
    const short = 'Watch the film here in full and tell us below what you think of the harbour and its boats today.';
    const title = 'Wooden ferry crosses the lake for the very last time';
    expect(compare(short, short, [title, title]).isSameStory).toBe(true);
    expect(
      compare(short, short, [title, 'Frost takes the apple harvest of a whole valley this year']).isSameStory,
    ).toBe(false);
    expect(compare('Watch the video', 'Watch the video').isSameStory).toBe(false);
    expect(compare('', '').isSameStory).toBe(false);
  });

  it('keeps apart what begins differently before the same boilerplate', () => {
    const blurb = `${ferry}\n\n${ferry.replaceAll('ferry', 'steamer').toUpperCase()}`; // long
    const own = (text: string) => `${text}\n\n${blurb}`;
    const [one, other] = [own(orchard), own(`${bulletin('Northport', [8, 17, 22, 41, 30, 1017])} ${orchardTail}`)];
    expect(compare(one, other)).toMatchObject({ isSameStory: false });
    const rewritten = ferry.replace(
      /^.*?\. /,
      'Nobody on the quay had seen it coming, and many wept when the notice went up. ',
    );
    expect(compare(ferry, rewritten).isSameStory).toBe(true); // a new lead makes no new story
    expect(compare(one, own(orchard.split('\n\n').toReversed().join('\n\n'))).isSameStory).toBe(true);
  });

  it('does not tie an item to the round-up that it stands in, but to a longer text that begins with it', () => {
    const [first, ...rest] = [orchard, ferry, bulletin('Northport', [8, 17, 22, 41, 30, 1017])] as const;
    const roundUp = [first, ...rest].join('\n\n');
    expect(compare(first, roundUp).isSameStory).toBe(true);
    for (const item of rest)
      expect(compare(item, roundUp)).toEqual({ isSameStory: false, containment: expect.any(Number) });
  });

  it('leaves out what stands in many other texts', () => {
    const [a, b] = [0, 1].map((n) =>
      comparedText({ title: '', body: `${n === 0 ? orchard : orchard.replace('frost', 'ice')} ${chinese}` }),
    );
    const tail = comparedText({ title: '', body: chinese }).shingles;
    expect(compareTexts(a!, b!, tail).isSameStory).toBe(true);
    const other = comparedText({ title: '', body: `${chinese} ${ferry}` });
    expect(compareTexts(a!, other, tail).containment).toBe(0);
  });

  it('keeps bulletins apart that differ in names only, and merges each with its edited copy', () => {
    for (const { text, fills } of forms) {
      const [one, other] = fills.map((fill) => fillForm(text, fill));
      expect(compare(one!, other!).isSameStory).toBe(false);
      expect(compare(one!, one!.replace(/, /, ' - ').toUpperCase())).toEqual({ isSameStory: true, containment: 1 });
    }
  });

  it('is symmetric', () => {
    const text = fc.array(fc.constantFrom('tide', 'rose', '3', '4', '5.5', 'boat', 'quay', 'left'), {
      minLength: 15,
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compare(a.join(' '), b.join(' '))).toEqual(compare(b.join(' '), a.join(' ')));
      }),
    );
  });

  it('bounds its work on long texts', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `word${index % 5_000}`).join(' ');
    expect(compare(long, `${long} more`).isSameStory).toBe(true);
  });
});
