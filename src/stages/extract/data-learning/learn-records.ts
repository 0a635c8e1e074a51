import type { DataField, RecordDeclaration } from '../../../model/data/data-field.ts';
import type { DataValues } from '../../../model/data/data-value.ts';
import type { LearnedDataField, LearnedRecords } from '../../../model/wrapper/learned-data.ts';
import type { DataPage } from '../data/data-page.ts';
import { isMissing } from '../data/read-fields.ts';
import { recordScope } from '../data/read-records.ts';
import type { Element } from '../dom/tree.ts';
import { assignRegion, findRegions, type RecordPage, type RegionCandidate } from './find-regions.ts';
import { learnField, valueAt } from './learn-field.ts';
import type { FieldCase, OpenCase } from './learn-match.ts';
import { isExpectedValue } from './same-value.ts';
import { ValuePlaces } from './value-places.ts';

/** Regions whose fields are learned, the best first. */
const maxTried = 6;
/** Share of the corrected records that a region must have. */
const minAssigned = 0.6;
/** Other elements of a region may be advertisements, or records that nobody has named. */
const otherWeight = 0.3;
/** Records of pages without a correction that are read. */
const maxOpen = 40;

export interface RecordsToLearn {
  readonly declaration: RecordDeclaration;
  readonly fields: readonly DataField[];
  /** Fields whose places are wanted; the others help to find the records. */
  readonly wanted: ReadonlySet<string>;
  readonly pages: readonly RecordPage[];
  /** Pages that nobody corrected. */
  readonly open: readonly DataPage[];
}

/** Learns where the records of one kind are, and their fields. Null: nowhere do repeated elements hold the values. */
export function learnRecords({ declaration, fields, wanted, pages, open }: RecordsToLearn): LearnedRecords | null {
  const count = pages.reduce((sum, { records }) => sum + records.length, 0);
  if (count === 0) return null;
  const candidates =
    declaration.region === null
      ? findRegions(pages, fields).slice(0, maxTried)
      : [assignRegion(declaration.region, pages, fields)];
  const learned = candidates
    .filter(({ assigned }) => assigned >= minAssigned * count)
    .map((candidate) =>
      learnIn(
        candidate,
        fields.filter(({ name }) => wanted.has(name)),
        pages,
        open,
      ),
    );
  const [best] = learned.sort(
    (a, b) => b.right - a.right || a.candidate.extra - b.candidate.extra || a.candidate.cost - b.candidate.cost,
  );
  if (best === undefined || Object.keys(best.fields).length === 0) return null;
  const always = Object.keys(best.fields).filter((name) =>
    pages.every(({ records }) => records.every((record) => !isMissing(record[name] ?? null))),
  );
  return { region: best.candidate.region, records: count, always, fields: best.fields };
}

interface LearnedIn {
  readonly candidate: RegionCandidate;
  readonly fields: Readonly<Record<string, LearnedDataField>>;
  /** Corrected values that are read right, less the wrong ones. */
  readonly right: number;
}

function learnIn(
  candidate: RegionCandidate,
  fields: readonly DataField[],
  pages: readonly RecordPage[],
  open: readonly DataPage[],
): LearnedIn {
  const learned: Record<string, LearnedDataField> = {};
  const openCases = open
    .flatMap((page) => scopesOf(page, page.document.querySelectorAll(candidate.region)))
    .slice(0, maxOpen);
  let right = 0;
  const parts = partsOf(candidate, pages, Math.max(0, ...pages.flatMap(({ records }) => records.flatMap(textLengths))));
  for (const field of fields) {
    const cases = parts
      .filter(({ record }) => record === null || field.name in record)
      .map(
        ({ record, ...part }): FieldCase => ({
          ...part,
          expected: record?.[field.name] ?? null,
          weight: record === null ? otherWeight : 1,
        }),
      );
    const result = learnField(field, cases, openCases);
    if (result === null) continue;
    learned[field.name] = result;
    for (const one of cases) {
      if (one.weight < 1) continue;
      const value = valueAt(field, result.places, one);
      if (isExpectedValue(field.type, value, one.expected, one.page.context)) right += 1;
      else if (!isMissing(value)) right -= 1;
    }
  }
  return { candidate, fields: learned, right };
}

interface RecordPart extends OpenCase {
  readonly places: ValuePlaces;
  /** Null: nobody says that it is one. */
  readonly record: DataValues | null;
}

function partsOf({ pages: ofPages }: RegionCandidate, pages: readonly RecordPage[], maxText: number): RecordPart[] {
  return pages.flatMap(({ page, records }, at) => {
    const { elements = [], others = [] } = ofPages[at] ?? {};
    const regions = new Set([...elements.filter((element) => element !== null), ...others]);
    const part = (element: Element, record: DataValues | null): RecordPart => {
      const scope = recordScope(element, regions, '');
      return { page, scope, places: new ValuePlaces(page, scope, maxText), record };
    };
    return [
      ...elements.flatMap((element, index) => (element === null ? [] : [part(element, records[index] ?? null)])),
      ...others.map((element) => part(element, null)),
    ];
  });
}

function scopesOf(page: DataPage, elements: readonly Element[]): OpenCase[] {
  const regions = new Set(elements);
  return elements.map((element) => ({ page, scope: recordScope(element, regions, '') }));
}

export const textLengths = (record: DataValues): number[] =>
  Object.values(record)
    .flatMap((value) => [value].flat())
    .map((value) => (typeof value === 'string' ? value.length : 0));
