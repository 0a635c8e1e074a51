import type { DateValue, Draft, Reading } from '../../model/article/draft.ts';

/** Below this confidence a page's own date is a guess, such as "2 days ago". */
const minOwnConfidence = 0.5;
const day = '2026-11-20';
/** Of a feed's date. Some feeds give the time of the last change. */
const feedConfidence = 0.8;

/**
 * The reading with the date of the feed that names the page, where the page itself shows none or only a relative one.
 * @param publishedAt ISO 8601; undefined: no feed gives a date
 */
export function withFeedDate(reading: Reading, publishedAt: string | undefined): Reading {
  const { draft } = reading;
  const time = Date.parse(publishedAt ?? '');
  if (draft === null || Number.isNaN(time)) return reading;
  if (hasOwnDate(draft)) return reading;
  const value: DateValue =
    publishedAt?.length === day.length
      ? { value: publishedAt, precision: 'day' }
      : { value: `${new Date(time).toISOString().slice(0, 19)}+00:00`, precision: 'second' };
  const provenance = { ...draft.provenance, publishedAt: { by: 'meta', confidence: feedConfidence } as const };
  const why = `the date of the feed that names the page = ${JSON.stringify(value)}`;
  return {
    ...reading,
    draft: { ...draft, publishedAt: value, provenance },
    trace: [...reading.trace, { rule: 'date-feed', why }],
  };
}

/** The draft of a stored article that is read again, with the article's date where the page itself shows none or only a relative one: a feed gave it. */
export function keepKnownDate(draft: Draft, { publishedAt, provenance }: Draft): Draft {
  if (publishedAt === null || hasOwnDate(draft)) return draft;
  const known = provenance.publishedAt === undefined ? {} : { publishedAt: provenance.publishedAt };
  return { ...draft, publishedAt, provenance: { ...draft.provenance, ...known } };
}

const hasOwnDate = ({ publishedAt, provenance }: Draft): boolean =>
  publishedAt !== null && (provenance.publishedAt?.confidence ?? 0) >= minOwnConfidence;
