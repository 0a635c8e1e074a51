import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../../src/config-files/load-scrapers.ts';
import type { LearnedWrapper } from '../../../../src/model/wrapper/learned-wrapper.ts';
import type { PageProfile } from '../../../../src/model/wrapper/page-profile.ts';
import { parseWrapperFile, wrapperFileText } from '../../../../src/settings/wrapper-file.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { alignBody } from '../../../../src/stages/extract/learning/align-body.ts';
import { withoutCopies } from '../../../../src/stages/extract/learning/copies.ts';
import { keptBlocks, learnAndJudge } from '../../../../src/stages/extract/learning/judge-wrapper.ts';
import { learnWrapper } from '../../../../src/stages/extract/learning/learn-wrapper.ts';
import { articleProfile, articleSnapshot, followLine, generatedArticle } from '../../../support/sites/learned-site.ts';

const site = 'ward-record.example';
const profiles = (numbers: readonly number[], given: Parameters<typeof articleProfile>[1] = {}): PageProfile[] =>
  numbers.map((number) => articleProfile(number, given));
const learn = (pages: readonly PageProfile[]): LearnedWrapper => {
  const wrapper = learnWrapper(site, pages);
  if (wrapper === null) throw new Error('nothing was learned');
  return wrapper;
};
const read = (number: number, learned: LearnedWrapper | null, layout: 'old' | 'new' = 'old') =>
  extract(articleSnapshot(number, layout), siteFor([], site), { learned });
const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => from + at);

describe('a learned wrapper', () => {
  const eight = profiles(range(8));

  it('needs three different articles, or a corrected one', () => {
    expect(learnWrapper(site, eight.slice(0, 2))).toBeNull();
    expect(learnWrapper(site, [eight[0], eight[0], eight[0]] as PageProfile[])).toBeNull();
    expect(learnWrapper(site, profiles([1], { isCorrected: true }))?.correctedPages).toBe(1);
    expect(learn(eight).pages).toBe(8);
  });

  it('drops a line that recurs, and keeps the text', () => {
    const wrapper = learn(eight);
    expect(wrapper.recurring.map(({ text }) => text)).toContain(followLine.slice(0, 120));
    expect(read(90, null).draft?.body).toContain(followLine);
    const body = read(90, wrapper).draft?.body ?? '';
    expect(body).not.toContain(followLine);
    for (const paragraph of generatedArticle(90).paragraphs) expect(body).toContain(paragraph);
  });

  it('learns regular expressions for lines that differ in a name', () => {
    const { expressions } = learn(eight);
    expect(expressions.map(({ pattern, support, counterExamples }) => [pattern, support, counterExamples])).toEqual([
      ['^Desk:\\s?\\S.{0,39}$', 8, 0],
    ]);
    expect(expressions[0]?.examples[0]).toMatch(/^Desk: Record /);
  });

  it('counts names of a page alone as others', () => {
    const { names } = learn(eight);
    expect(names).toContain('.wr-text');
    expect(names).not.toContain('.tag-90');
  });

  it('takes a correction for the whole site', () => {
    const { standfirst } = generatedArticle(91);
    expect(read(91, learn(eight)).draft?.body).not.toContain(standfirst);
    const corrected = learn([...eight, ...profiles([20], { isCorrected: true })]);
    const { draft, evidence, trace } = read(91, corrected);
    expect(draft?.body).toContain(standfirst);
    expect(draft?.body).not.toContain(followLine);
    expect(draft?.provenance.body).toMatchObject({ by: 'learned' });
    expect(evidence?.known).toBeGreaterThan(0.9);
    expect(trace.map(({ rule }) => rule)).toContain('learned/corrected-style');
  });

  it('gives fields where the page has no other', () => {
    expect(learn(eight).fields.authors?.selector).toBe('span.wr-by');
    expect(learn(eight).fields.publishedAt?.selector).toMatch(/wr-when|time/);
    expect(learn(eight).fields.title?.selector).toMatch(/^h1/);
  });

  it('knows the styles of its own layout, not of another', () => {
    const wrapper = learn(eight);
    expect(read(92, wrapper).evidence?.known).toBeGreaterThan(0.9);
    const changed = read(92, wrapper, 'new');
    expect(changed.evidence?.known).toBeLessThan(0.1);
    // it takes nothing from a page that it does not know
    expect(changed.draft?.body).toBe(read(92, null, 'new').draft?.body);
    expect(changed.draft?.provenance.body?.by).toBe('generic');
  });

  it('is the same for the same pages, and survives its file', () => {
    expect(learn(eight)).toEqual(learn(eight));
    const judged = learnAndJudge(site, eight, null);
    if (judged === null) throw new Error('nothing was learned');
    const [inFile] = parseWrapperFile(wrapperFileText([judged]), 'w.json');
    expect(inFile?.wrapper).toEqual(judged.wrapper);
  });
});

describe('copies', () => {
  it('count once: else the lines of the article would recur', () => {
    const [first, second] = profiles([1, 2]) as [PageProfile, PageProfile];
    const copy = { ...first, id: 'copy', url: 'https://ward-record.example/other-address' };
    expect(withoutCopies([first, copy, second])).toEqual([first, second]);
    const corrected = { ...copy, isCorrected: true };
    expect(withoutCopies([first, corrected, second])).toEqual([corrected, second]);
    const pages = [...profiles(range(4)), ...profiles(range(4)).map((page) => ({ ...page, id: `${page.id} again` }))];
    const { paragraphs } = generatedArticle(2);
    const wrapper = learnWrapper(site, pages);
    expect(wrapper?.pages).toBe(4);
    for (const paragraph of paragraphs) expect(read(2, wrapper).draft?.body).toContain(paragraph);
  });
});

describe('the judge', () => {
  it('accepts what keeps the sure text, on pages held back', () => {
    const { verdict } = learnAndJudge(site, profiles(range(8)), null) ?? {};
    expect(verdict).toMatchObject({ isAccepted: true, judgedPages: 8, live: null });
    expect(verdict?.scores.completeness).toBeGreaterThan(0.9);
  });

  it('refuses a wrapper that is worse on corrected pages than the live one', () => {
    const corrected = profiles([40, 41], { isCorrected: true });
    const live = learn([...profiles(range(8)), ...corrected]);
    const { verdict } = learnAndJudge(site, corrected, live) ?? {};
    expect(verdict).toMatchObject({
      isAccepted: false,
      reason: expect.stringMatching(/^F1 \S+ on corrected pages, the live wrapper \S+$/),
    });
    // the other way round it is better
    const better = learnAndJudge(site, [...profiles(range(8)), ...corrected], learn(corrected));
    expect(better?.verdict.isAccepted).toBe(true);
  });

  it('never empties a page, whatever is learned', () => {
    const pages = profiles(range(4));
    const wrapper = learn(pages);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (score, removed) => {
        const hostile = {
          ...wrapper,
          styles: wrapper.styles.map((style) => ({ ...style, score, removed, corrected: { score: 0, pages: 9 } })),
        };
        for (const page of pages) expect(keptBlocks(page, hostile)).toContain(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe('aligning a body with a page', () => {
  const lines = [
    'Home',
    'The mole was closed for the third day in a row by the sea',
    'Home',
    'Nobody was hurt when the old wall fell into the lock',
  ];

  it.each([
    ['in page order', `${lines[1]}\n\n${lines[3]}`, [false, true, false, true]],
    ['in another order', `${lines[3]}\n\n${lines[1]}`, [false, true, false, true]],
    ['of one paragraph', lines[3] ?? '', [false, false, false, true]],
    ['of other words', 'Nothing of this is there', [false, false, false, false]],
    ['without a word', '', [false, false, false, false]],
  ])('finds a body %s', (_, body, expected) => {
    expect(alignBody(lines, body)).toEqual(expected);
  });

  it('finds each paragraph of a generated article, whatever stands between', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.array(fc.nat(8), { maxLength: 4 }), (number, places) => {
        const { paragraphs } = generatedArticle(number);
        const page = [...paragraphs];
        for (const place of places) page.splice(place, 0, 'Sign up for letters');
        const expected = page.map((line) => paragraphs.includes(line));
        expect(alignBody(page, paragraphs.join('\n\n'))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});
