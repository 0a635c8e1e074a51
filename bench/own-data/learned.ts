import type { DataValues } from '../../src/model/data/data-value.ts';
import { recordsOf, valuesOf } from '../../src/model/data/own-data.ts';
import { type Snapshot, snapshotOfSource } from '../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { Correction } from '../../src/model/wrapper/correction.ts';
import type { LearnedWrapper } from '../../src/model/wrapper/learned-wrapper.ts';
import type { DataFieldDefinition } from '../../src/settings/data/data-fields.ts';
import type { RecordsDefinition } from '../../src/settings/data/data-schema.ts';
import type { ScraperDefinition } from '../../src/settings/definitions/scraper-definition.ts';
import { defineScraper } from '../../src/settings/scraper.ts';
import { learnData } from '../../src/stages/extract/data-learning/learn-data.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import type { OwnDataPage, OwnDataSite } from './make-site.ts';
import type { ReadPageData } from './score.ts';

/** Pages without a correction that learning may look at. */
const openPages = 4;

/** Reads a page by what is learned from the first pages of a site, whose scraper names types only. */
export function readLearned(site: OwnDataSite, correctedPages: number): (page: OwnDataPage) => ReadPageData {
  const scraper = defineScraper(withoutPlaces(site.definition));
  const pages = site.pages
    .slice(0, correctedPages + openPages)
    .map((page, at) => ({ snapshot: snapshotOf(page), correction: at < correctedPages ? correctionOf(page) : null }));
  const wrapper: LearnedWrapper = { ...emptyWrapper, ...learnData(pages, scraper) };
  return (page) => {
    const { ownData } = extract(snapshotOf(page), scraper, { learned: wrapper });
    return { values: valuesOf(ownData.fields), records: recordsOf(ownData).map(({ values }) => values) };
  };
}

const emptyWrapper: LearnedWrapper = {
  shape: 1,
  site: 'bench',
  pages: 0,
  correctedPages: 0,
  formats: {},
  names: null,
  styles: [],
  recurring: [],
  expressions: [],
  fields: {},
};

const snapshotOf = ({ url, html }: OwnDataPage): Snapshot =>
  snapshotOfSource({ url: canonicalUrl(url), html, takenAt: new Date('2026-11-23T12:00:00Z') });

/** What a person says who fills in all values of a page. */
export const correctionOf = ({ values, records }: OwnDataPage): Correction => ({
  title: null,
  body: null,
  authors: null,
  publishedAt: null,
  data: values as DataValues,
  records: { entry: records as readonly DataValues[] },
});

/** The declaration with types and key, without any place. */
export function withoutPlaces({ data = {}, records = {}, ...rest }: ScraperDefinition): ScraperDefinition {
  const kinds = Object.entries(records as Readonly<Record<string, RecordsDefinition>>).map(
    ([kind, { region: _, fields, ...more }]) => [kind, { ...more, fields: unplaced(fields) }],
  );
  return { ...rest, data: unplaced(data), records: Object.fromEntries(kinds) };
}

const unplaced = (fields: Readonly<Record<string, DataFieldDefinition>>): Record<string, DataFieldDefinition> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, from: null }]));
