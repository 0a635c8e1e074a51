import { describe, expect, it } from 'vitest';
import { siteIndex } from '../../src/config-files/site-index.ts';
import { confidentReading } from '../../src/crawl/reading/confident-reading.ts';
import type { Draft, Reading } from '../../src/model/article/draft.ts';
import { readConfig } from '../../src/settings/config.ts';
import { defineScraper, unknownSite } from '../../src/settings/scraper.ts';
import { articleReading, noDraft } from '../support/readings.ts';

const story = articleReading('https://gazette.example/a');
const site = { ...unknownSite('gazette.example'), minConfidence: 0.3 };
const doubts = { rule: 'confidence', why: '0.21; -1.2 share of blocks below .9 = 0.60' };

function reading(
  confidence: number,
  change: Partial<Draft> = {},
  by: 'generic' | 'learned' | 'scraper' | 'state' = 'generic',
) {
  const { draft } = story;
  if (draft === null) throw new Error('the stand-in has no draft');
  const provenance = { ...draft.provenance, body: { by, confidence } };
  return { ...story, trace: [doubts], draft: { ...draft, provenance, ...change } } satisfies Reading;
}

describe('confidentReading', () => {
  it('takes the draft of a body that is probably wrong, and says why', () => {
    expect(confidentReading(reading(0.21), site)).toMatchObject({
      draft: null,
      reason: 'low-confidence',
      detail: 'the body is probably wrong: its confidence is below 0.3 (0.21; -1.2 share of blocks below .9 = 0.60)',
      trace: [doubts],
      pageType: 'article',
    });
  });

  it('judges a body that a learned wrapper has changed, too', () => {
    expect(confidentReading(reading(0.21, {}, 'learned'), site)).toMatchObject({
      draft: null,
      reason: 'low-confidence',
    });
    const sure = reading(0.3, {}, 'learned');
    expect(confidentReading(sure, site)).toBe(sure);
  });

  it.each<[string, Reading, typeof site]>([
    ['confidence enough', reading(0.3), site],
    ['a site that accepts any', reading(0), { ...site, minConfidence: 0 }],
    ["a body by the site's own rules", reading(0.1, {}, 'scraper'), site],
    ["a body of the page's data", reading(0.1, {}, 'state'), site],
    ["a video's page, which needs no text", reading(0.1, { pageType: 'video' }), site],
    ['a site that requires no body', reading(0.1), { ...site, required: ['title'] }],
    ['no article', noDraft(), site],
  ])('changes nothing: %s', (_, read, of) => {
    expect(confidentReading(read, of)).toBe(read);
  });
});

describe('the lowest confidence', () => {
  const leastOf = (value: string | undefined) => {
    const env = value === undefined ? {} : { NEWSHAWK_MIN_CONFIDENCE: value };
    const own = [undefined, 0, 0.8].map((minConfidence, at) =>
      defineScraper({ host: `site-${at}.example`, ...(minConfidence === undefined ? {} : { minConfidence }) }),
    );
    const siteOf = siteIndex(own, readConfig(env).config);
    return ['unknown.example', ...own.map(({ host }) => host)].map((host) => siteOf(host).minConfidence);
  };

  it("is the setting's, unless the scraper has its own", () => {
    expect(leastOf(undefined)).toEqual([0.3, 0.3, 0, 0.8]);
    expect(leastOf('0')).toEqual([0, 0, 0, 0.8]);
    expect(leastOf('.75')).toEqual([0.75, 0.75, 0, 0.8]);
  });

  it.each(['-1', '1.5', 'off', '30'])('cannot be %s', (value) => {
    expect(() => leastOf(value)).toThrow('NEWSHAWK_MIN_CONFIDENCE');
  });
});
