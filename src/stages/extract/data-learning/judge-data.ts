import type { Site } from '../../../model/crawl/site.ts';
import { type DataField, recordFieldName } from '../../../model/data/data-field.ts';
import type { DataValues } from '../../../model/data/data-value.ts';
import { valuesOf } from '../../../model/data/own-data.ts';
import { type Correction, correctsData } from '../../../model/wrapper/correction.ts';
import type { LearnedDataField } from '../../../model/wrapper/learned-data.ts';
import type { DataPageToLearn } from '../../../model/wrapper/page-profile.ts';
import type { DataPage } from '../data/data-page.ts';
import { dataReading, recordReadings } from '../data/learned-declarations.ts';
import { readFields } from '../data/read-fields.ts';
import { readRecords } from '../data/read-records.ts';
import { type LearnedOwnData, learnData, pageScope } from './learn-data.ts';
import { openDataPage } from './open-data-page.ts';
import { isExpectedValue } from './same-value.ts';

/** Corrected pages from which one can be held back: each part must show the layout, and outvote one wrong page. */
const minCorrected = 4;
/** Pages that are held back, one after the other. */
const maxHeld = 4;
/** Share of the values of held-back pages that a field must give. */
const minAgreement = 0.6;

/**
 * Learns where own data are, and judges it: each of some corrected pages is held back once, and a field that is not read right there is dropped. With fewer than four corrected pages
 * nothing is held back. Pure.
 */
export function learnAndJudgeData(pages: readonly DataPageToLearn[], site: Site): LearnedOwnData {
  const learned = learnData(pages, site);
  const corrected = pages.filter(({ correction }) => correction !== null && correctsData(correction));
  if (corrected.length < minCorrected) return learned;
  const tally = new Tally();
  for (const held of corrected.slice(-maxHeld)) {
    const rest = learnData(
      pages.filter((page) => page !== held),
      site,
    );
    tally.note(openDataPage(held.snapshot, site), held.correction as Correction, rest, site);
  }
  return {
    data: confirmed(learned.data, (name) => tally.agreement(name)),
    records: Object.fromEntries(
      Object.entries(learned.records).map(([kind, ofKind]) => {
        const fields = confirmed(ofKind.fields, (name) => tally.agreement(recordFieldName(kind, name)));
        return [kind, { ...ofKind, fields, always: ofKind.always.filter((name) => name in fields) }];
      }),
    ),
  };
}

type Fields = Readonly<Record<string, LearnedDataField>>;

const confirmed = (fields: Fields, agreement: (name: string) => number): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => agreement(name) >= minAgreement));

/** How often fields are read right on pages that were held back. */
class Tally {
  readonly #counts = new Map<string, { right: number; all: number }>();

  /** 1 where nothing is known. */
  agreement(name: string): number {
    const count = this.#counts.get(name);
    return count === undefined ? 1 : count.right / count.all;
  }

  note(page: DataPage, { data = {}, records = {} }: Correction, learned: LearnedOwnData, site: Site): void {
    const wrapper = { data: learned.data, records: learned.records };
    const { fields, ruleSets } = dataReading(site, wrapper);
    const { findings } = readFields(page, fields, ruleSets, pageScope(page));
    this.#compare(page, fields, valuesOf(findings), data, (name) => name);
    for (const reading of recordReadings(site, wrapper)) {
      const { kind, fields: ofKind } = reading.declaration;
      const given = readRecords(page, reading, true).finding.records.map(({ values }) => values);
      for (const expected of records[kind] ?? []) {
        const [best = {}] = given
          .map((values) => ({ values, right: rightIn(page, ofKind, values, expected) }))
          .sort((a, b) => b.right - a.right)
          .map(({ values }) => values);
        this.#compare(page, ofKind, best, expected, (name) => recordFieldName(kind, name));
      }
    }
  }

  #compare(
    { context }: DataPage,
    fields: readonly DataField[],
    given: DataValues,
    expected: DataValues,
    nameOf: (name: string) => string,
  ): void {
    for (const { name, type } of fields) {
      if (!(name in expected)) continue;
      const count = this.#counts.get(nameOf(name)) ?? { right: 0, all: 0 };
      this.#counts.set(nameOf(name), count);
      count.all += 1;
      count.right += Number(isExpectedValue(type, given[name] ?? null, expected[name] ?? null, context));
    }
  }
}

const rightIn = (
  { context }: DataPage,
  fields: readonly DataField[],
  given: DataValues,
  expected: DataValues,
): number =>
  fields.filter(({ name, type }) => isExpectedValue(type, given[name] ?? null, expected[name] ?? null, context)).length;
