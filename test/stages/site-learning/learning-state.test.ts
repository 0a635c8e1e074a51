import { describe, expect, it } from 'vitest';
import type { ContentHash } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { SiteLearning } from '../../../src/model/wrapper/site-learning.ts';
import type { WrapperVerdict } from '../../../src/model/wrapper/wrapper-verdict.ts';
import {
  afterLearning,
  hasOpenDrift,
  isLearningDue,
  maxSamples,
  newLearning,
  noteArticle,
  switchTo,
} from '../../../src/stages/site-learning/learning-state.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 22, 8, minute));
const known = '/*/{slug}.html';
const scores = { corrected: null, agreement: 1, completeness: 1, length: 1, boilerplate: 0 };
const verdict = (isAccepted: boolean): WrapperVerdict => ({
  isAccepted,
  reason: 'test',
  judgedPages: 5,
  scores,
  generic: scores,
  live: null,
});
const result = (isAccepted = true) => ({ pages: 5, correctedPages: 0, verdict: verdict(isAccepted) });

/** The site after articles, each with the share of its text under known styles; null: no wrapper was used. */
function siteAfter(
  learning: SiteLearning,
  shares: readonly (number | null)[],
  { format = known, from = 0, isArticle = true } = {},
): { learning: SiteLearning; driftedAt: number | null } {
  let driftedAt: number | null = null;
  for (const [index, share] of shares.entries()) {
    const noted = noteArticle(learning, {
      sample: {
        url: canonicalUrl(`https://a.example/${format.length}/page-${from + index}.html`),
        snapshot: `hash-${index}` as ContentHash,
        at: at(from + index),
      },
      isArticle,
      format,
      evidence: share === null ? null : { known: share, changed: 0 },
      knownFormats: [known],
    });
    learning = noted.learning;
    if (noted.hasDrifted) driftedAt ??= index + 1;
  }
  return { learning, driftedAt };
}

const gathered = siteAfter(newLearning('a.example', at(0)), [null, null, null, null, null]).learning;
const live = afterLearning(gathered, result(), at(5));

describe('learning of a site', () => {
  it('is due at five articles, then at fifteen, thirty and so on', () => {
    expect(isLearningDue(siteAfter(newLearning('a.example', at(0)), [null, null, null, null]).learning)).toBe(false);
    expect(isLearningDue(gathered)).toBe(true);
    expect(live).toMatchObject({ live: 1, nextVersion: 2, learnAfter: 15, pagesSince: 0 });
    const again = afterLearning(live, result(), at(30));
    expect(again).toMatchObject({ live: 2, learnAfter: 30 });
    expect(again.versions.map(({ validFrom, validUntil }) => [validFrom, validUntil])).toEqual([
      [at(5), at(30)],
      [at(30), null],
    ]);
  });

  it('keeps the live wrapper when the next one is refused, and waits', () => {
    const refused = afterLearning(live, result(false), at(30));
    expect(refused).toMatchObject({ live: 1, learnAfter: 30, pagesSince: 0 });
    expect(refused.versions).toHaveLength(2);
  });

  it('keeps a pinned wrapper, and does not learn', () => {
    const pinned = { ...live, isPinned: true };
    expect(isLearningDue(siteAfter(pinned, Array(40).fill(1)).learning)).toBe(false);
    expect(afterLearning(pinned, result(), at(30)).live).toBe(1);
  });

  it('keeps the newest pages, each address once', () => {
    const many = siteAfter(live, Array(maxSamples + 20).fill(1)).learning;
    expect(many.samples).toHaveLength(maxSamples);
    const same = siteAfter(live, [1], { from: 3 }).learning;
    expect(same.samples).toHaveLength(live.samples.length);
    expect(siteAfter(live, [1, 1], { from: 50, isArticle: false }).learning.samples).toEqual(live.samples);
  });
});

it('the learning state keeps what kind of page a sample is', () => {
  const sample = {
    url: canonicalUrl('https://a.example/shop/1'),
    snapshot: 'hash' as ContentHash,
    at: at(1),
    isData: true,
  } as const;
  const { learning } = noteArticle(newLearning('a.example', at(0)), {
    sample,
    isArticle: true,
    format: known,
    evidence: null,
    knownFormats: [],
  });
  expect(learning.samples).toEqual([{ ...sample, isStrange: false }]);
});

describe('drift', () => {
  it('is noticed at the fourth strange page, and suspends the wrapper', () => {
    const { learning, driftedAt } = siteAfter(live, [1, 1, 0, 0, 0, 0, 0, 0], { from: 10 });
    expect(driftedAt).toBe(6);
    expect(learning).toMatchObject({ live: null, drifts: 1, drift: { version: 1, since: at(12), healedAt: null } });
    expect(learning.samples.every(({ isStrange }) => isStrange || learning.live === null)).toBe(true);
    expect(isLearningDue(learning)).toBe(true);
    expect(hasOpenDrift(learning)).toBe(true);
    expect(afterLearning(learning, result(), at(20))).toMatchObject({ live: 2, drift: { healedAt: at(20) } });
  });

  it('is noticed on pages that fail, too', () => {
    expect(siteAfter(live, [0, 0, 0, 0], { from: 10, isArticle: false }).driftedAt).toBe(4);
  });

  it.each([
    ['a strange page in three', Array.from({ length: 40 }, (_, page) => (page % 3 === 0 ? 0.1 : 0.9))],
    ['half known text', Array(40).fill(0.5)],
    ['three strange pages in a row', [1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1]],
  ])('is not %s', (_, shares) => {
    expect(siteAfter(live, shares, { from: 10 }).driftedAt).toBeNull();
  });

  it('is not another template next to the known one: that is learned, too', () => {
    const mixed = siteAfter(live, [1], { from: 10 }).learning;
    const { learning, driftedAt } = siteAfter(mixed, [0, 0, 0, 0], { format: '/video/*', from: 20 });
    expect(driftedAt).toBeNull();
    expect(isLearningDue(learning)).toBe(true);
    expect(learning.live).toBe(1);
  });

  it('is a new layout with new addresses, where the old ones end', () => {
    expect(siteAfter(live, [0, 0, 0, 0], { format: '/new/*', from: 20 }).driftedAt).toBe(4);
  });

  it('of a pinned wrapper is shown, and the wrapper stays', () => {
    const { learning, driftedAt } = siteAfter({ ...live, isPinned: true }, [0, 0, 0, 0], { from: 10 });
    expect({ driftedAt, live: learning.live }).toEqual({ driftedAt: 4, live: 1 });
  });

  it('ends when a person goes back to a version', () => {
    const { learning } = siteAfter(live, [0, 0, 0, 0], { from: 10 });
    expect(switchTo(learning, 1, at(40))).toMatchObject({ live: 1, drift: { healedAt: at(40) }, recent: {} });
  });
});
