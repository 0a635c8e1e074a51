import type { Site } from '../../../model/crawl/site.ts';
import type { Snapshot } from '../../../model/page/snapshot.ts';
import type { Correction } from '../../../model/wrapper/correction.ts';
import { type WrapperField, wrapperFields } from '../../../model/wrapper/learned-wrapper.ts';
import type { FieldSample } from '../../../model/wrapper/page-profile.ts';
import { dateContext } from '../dates/date-context.ts';
import type { Document } from '../dom/document.ts';
import type { PageFields } from '../fields.ts';
import type { Structured } from '../head/structured.ts';
import { findLinks } from '../links/links.ts';
import { findNextPage } from '../links/next-page.ts';
import type { Block } from '../page/blocks.ts';
import { allRulesOn } from '../rules-off.ts';
import { comparableValue, type PageValueContext } from '../wrapper/field-values.ts';
import { fieldPlaces } from './field-places.ts';

interface PageToSample {
  readonly document: Document;
  readonly blocks: readonly Block[];
  readonly snapshot: Snapshot;
  readonly site: Site;
  readonly structured: Structured;
  readonly fields: PageFields;
}

/** The value of each field on a page, and where on the page it is. A field without value is absent. */
export function fieldSamples(
  page: PageToSample,
  correction: Correction | null,
): Partial<Record<WrapperField, FieldSample>> {
  const { document, blocks, snapshot, site, structured } = page;
  const dates = dateContext({
    structured,
    document,
    blocks,
    titleBlock: page.fields.titleBlock,
    url: snapshot.finalUrl,
    takenAt: snapshot.takenAt,
    country: site.country,
    off: allRulesOn,
  });
  const context: PageValueContext = { dates, baseUrl: snapshot.finalUrl };
  const generic = genericValues(page);
  const corrected = correctedValues(correction);
  const samples: Partial<Record<WrapperField, FieldSample>> = {};
  for (const field of wrapperFields) {
    const text = corrected[field] ?? generic[field] ?? null;
    const value = text === null ? null : comparableValue(field, text, context);
    if (value === null) continue;
    const genericText = generic[field] ?? null;
    samples[field] = {
      value,
      isCorrected: (corrected[field] ?? null) !== null,
      isGeneric: genericText !== null && comparableValue(field, genericText, context) === value,
      places: fieldPlaces(field, value, document, context),
    };
  }
  return samples;
}

type Values = Readonly<Partial<Record<WrapperField, string | null>>>;

function genericValues({ document, snapshot, structured, fields }: PageToSample): Values {
  const links = findLinks({
    document,
    baseUrl: snapshot.finalUrl,
    foundOn: snapshot.url,
    selector: null,
    contentType: snapshot.headers['content-type'] ?? '',
  });
  return {
    title: fields.title?.value ?? null,
    authors: fields.authors?.value.join(', ') ?? null,
    publishedAt: fields.published?.value.value ?? null,
    section: fields.section?.value ?? null,
    source: structured.article?.publisher ?? structured.meta.first('og:site_name'),
    leadImage: structured.meta.first('og:image') ?? structured.article?.images[0] ?? null,
    nextPage: findNextPage(document, links, snapshot.finalUrl),
  };
}

const correctedValues = (correction: Correction | null): Values => ({
  title: correction?.title ?? null,
  authors: correction?.authors?.join(', ') ?? null,
  publishedAt: correction?.publishedAt ?? null,
});
