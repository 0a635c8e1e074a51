import type { Site } from '../../../model/crawl/site.ts';
import { type DataField, dataFieldName, type RecordDeclaration } from '../../../model/data/data-field.ts';
import type { DataValue, DataValues } from '../../../model/data/data-value.ts';
import { type Correction, correctsData } from '../../../model/wrapper/correction.ts';
import type { LearnedDataField, LearnedRecords } from '../../../model/wrapper/learned-data.ts';
import type { DataPageToLearn } from '../../../model/wrapper/page-profile.ts';
import type { DataPage, DataScope } from '../data/data-page.ts';
import { inferType } from './infer-type.ts';
import { learnField } from './learn-field.ts';
import type { FieldCase } from './learn-match.ts';
import { learnRecords, textLengths } from './learn-records.ts';
import { openDataPage } from './open-data-page.ts';
import { ValuePlaces } from './value-places.ts';

/** Where a site's own data are; empty where nothing is learned. */
export interface LearnedOwnData {
  readonly data: Readonly<Record<string, LearnedDataField>>;
  readonly records: Readonly<Record<string, LearnedRecords>>;
}

/** Corrected pages that are learned from, the newest; and others. */
const [maxCorrected, maxOpen] = [12, 8] as const;

/** Learns where a site's own data are from its corrected pages. Fields whose place the scraper gives are left out. Pure. */
export function learnData(pages: readonly DataPageToLearn[], site: Site): LearnedOwnData {
  const corrected = pages
    .filter(({ correction }) => correction !== null && correctsData(correction))
    .slice(-maxCorrected);
  if (corrected.length === 0) return { data: {}, records: {} };
  const opened = corrected.map(({ snapshot, correction }) => ({
    page: openDataPage(snapshot, site),
    correction: correction as Correction,
  }));
  const open = pages
    .filter(({ correction }) => correction === null)
    .slice(-maxOpen)
    .map(({ snapshot }) => openDataPage(snapshot, site));
  return { data: learnPageFields(opened, open, site), records: learnKinds(opened, open, site) };
}

interface CorrectedPage {
  readonly page: DataPage;
  readonly correction: Correction;
}

function learnPageFields(
  pages: readonly CorrectedPage[],
  open: readonly DataPage[],
  site: Site,
): LearnedOwnData['data'] {
  const parts = pages.flatMap(({ page, correction: { data } }) =>
    data === undefined ? [] : [{ ...partOf(page, Math.max(0, ...textLengths(data))), data }],
  );
  const learned: Record<string, LearnedDataField> = {};
  for (const field of fieldsOf(
    site.data.fields,
    parts.map(({ data }) => data),
  )) {
    if ((site.data.rules[field.name] ?? []).length > 0) continue;
    const cases = parts
      .filter(({ data }) => field.name in data)
      .map(
        ({ page, scope, places, data }): FieldCase => ({
          page,
          scope,
          places,
          expected: data[field.name] ?? null,
          weight: 1,
        }),
      );
    const result = learnField(
      field,
      cases,
      open.map((page) => ({ page, scope: pageScope(page) })),
    );
    if (result !== null) learned[field.name] = result;
  }
  return learned;
}

function learnKinds(pages: readonly CorrectedPage[], open: readonly DataPage[], site: Site): LearnedOwnData['records'] {
  const kinds = new Set(pages.flatMap(({ correction: { records } }) => Object.keys(records ?? {})));
  const learned: Record<string, LearnedRecords> = {};
  for (const kind of kinds) {
    const declaration = site.records.find((one) => one.kind === kind) ?? unknownKind(kind);
    const ofKind = pages.flatMap(({ page, correction: { records } }) => {
      const own = records?.[kind];
      return own === undefined ? [] : [{ ...partOf(page, Math.max(0, ...own.flatMap(textLengths))), records: own }];
    });
    const fields = fieldsOf(
      declaration.fields,
      ofKind.flatMap(({ records }) => records),
    );
    const wanted = new Set(
      fields.map(({ name }) => name).filter((name) => (declaration.rules[name] ?? []).length === 0),
    );
    const result = learnRecords({ declaration, fields, wanted, pages: ofKind, open });
    if (result !== null) learned[kind] = result;
  }
  return learned;
}

const unknownKind = (kind: string): RecordDeclaration => ({
  kind,
  region: null,
  key: [],
  pages: [],
  required: false,
  fields: [],
  rules: {},
});

/** The declared fields, and those that corrections have beside them. */
function fieldsOf(declared: readonly DataField[], values: readonly DataValues[]): DataField[] {
  const names = new Set(declared.map(({ name }) => name));
  const others = [...new Set(values.flatMap((record) => Object.keys(record)))].filter((name) => !names.has(name));
  return [
    ...declared,
    ...others.flatMap((name) => {
      const type = inferType(values.map((record): DataValue => record[name] ?? null));
      return type === null ? [] : [{ name, type, required: false }];
    }),
  ];
}

/** All of a page. */
export const pageScope = ({ document }: DataPage): DataScope => ({
  root: document.documentElement,
  nameOf: dataFieldName,
  has: () => true,
});

function partOf(
  page: DataPage,
  maxText: number,
): { readonly page: DataPage; readonly scope: DataScope; readonly places: ValuePlaces } {
  const scope = pageScope(page);
  return { page, scope, places: new ValuePlaces(page, scope, maxText) };
}
