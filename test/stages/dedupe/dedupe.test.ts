import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedText } from '../../../src/stages/dedupe/compared-text.ts';
import { dedupe, type StoredText } from '../../../src/stages/dedupe/dedupe.ts';
import { fingerprint } from '../../../src/stages/dedupe/fingerprint.ts';
import { draft, ferry, orchard } from './texts.ts';

const known = (id: string, cluster: string, title: string, body: string): StoredText => ({
  id,
  cluster,
  title,
  body,
  fingerprint: fingerprint({ title, body, lang: 'en' }),
});
const noTerms = { highest: 0, title: {}, heading: {}, lead: {}, body: {}, meta: {} };
const own = draft('Last wooden ferry stops', ferry);
const run = (neighbours: readonly StoredText[]) =>
  dedupe(own, fingerprint({ title: own.title, body: own.body, lang: 'en' }), noTerms, neighbours);

const copies = [
  known('a', 'c2', 'Ferry ends', ferry.toUpperCase()),
  known('b', 'c1', 'Last wooden ferry stops', ferry.split('\n\n').slice(0, 2).join('\n\n')),
  known('c', 'c1', 'Lake ferry', `${ferry} (Agency)`),
  known('d', 'c9', 'Last wooden ferry stops', orchard),
];

describe('dedupe', () => {
  it('founds a cluster where no stored article has the story', () => {
    expect(run([])).toMatchObject({ joins: [], evidence: [] });
    expect(run([copies[3]!])).toMatchObject({ joins: [], evidence: [] });
  });

  it('joins the clusters of the copies and says how each was found', () => {
    const { joins, evidence } = run(copies);
    expect(joins).toEqual(['c1', 'c2']);
    expect(evidence.map(({ of, method }) => [of, method])).toEqual([
      ['a', 'exact'],
      ['b', 'keyword-rank'],
      ['c', 'simhash+containment'],
    ]);
    for (const { similarity } of evidence) expect(similarity).toBeGreaterThan(0.95);
  });

  it("believes a page's word for its own address where some of the text is shared", () => {
    const print = known('p', 'c5', 'Print', `${orchard}\n\n${ferry.split('\n\n').slice(1).join('\n\n')}\n\n${orchard}`);
    const home = known('h', 'c6', 'Home', orchard);
    const given = (namedId: string) =>
      dedupe(own, fingerprint({ title: own.title, body: own.body, lang: 'en' }), noTerms, [print, home], {
        prepare: comparedText,
        namedId,
      });
    expect(given('other')).toMatchObject({ joins: [] });
    expect(given('p')).toMatchObject({ joins: ['c5'], evidence: [{ method: 'url', of: 'p' }] });
    expect(given('h')).toMatchObject({ joins: [] }); // named by mistake
  });

  it("does not depend on the neighbours' order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(copies, { minLength: copies.length }), (shuffled) => {
        expect(run(shuffled)).toEqual(run(copies));
      }),
    );
  });
});
