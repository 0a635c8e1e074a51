import { describe, expect, it } from 'vitest';
import { withFeedDate } from '../../src/crawl/reading/feed-date.ts';
import type { DateValue, Reading } from '../../src/model/article/draft.ts';
import { articleReading, noDraft } from '../support/readings.ts';

const story = articleReading('https://gazette.example/a');
const inFeed = '2026-11-20T08:30:00.000Z';

function reading(publishedAt: DateValue | null, confidence: number): Reading {
  if (story.draft === null) throw new Error('the stand-in has no draft');
  const provenance = { ...story.draft.provenance, publishedAt: { by: 'generic', confidence } as const };
  return { ...story, draft: { ...story.draft, publishedAt, provenance } };
}

describe('the date of the feed that names a page', () => {
  it('stands in for a missing or a relative date', () => {
    const dated = { value: '2026-11-20T08:30:00+00:00', precision: 'second' };
    expect(withFeedDate(reading(null, 0), inFeed).draft?.publishedAt).toEqual(dated);
    expect(withFeedDate(reading(null, 0), '2026-11-20').draft?.publishedAt).toEqual({
      value: '2026-11-20',
      precision: 'day',
    });
    const guess = reading({ value: '2026-11-21', precision: 'day' }, 0.4);
    const { draft, trace } = withFeedDate(guess, inFeed);
    expect(draft?.publishedAt).toEqual(dated);
    expect(draft?.provenance.publishedAt).toEqual({ by: 'meta', confidence: 0.8 });
    expect(trace.at(-1)?.rule).toBe('date-feed');
  });

  it('changes nothing next to a written date, without an article or without a date', () => {
    const written = reading({ value: '2026-11-19', precision: 'day' }, 0.9);
    expect(withFeedDate(written, inFeed)).toBe(written);
    expect(withFeedDate(noDraft(), inFeed)).toEqual(noDraft());
    const none = reading(null, 0);
    expect(withFeedDate(none, undefined)).toBe(none);
    expect(withFeedDate(none, 'soon')).toBe(none);
  });
});
