import { dataFieldName, recordFieldName } from '../model/data/data-field.ts';
import type { OwnData } from '../model/data/own-data.ts';
import type { LearnedWrapper, WrapperEvidence } from '../model/wrapper/learned-wrapper.ts';

/** The fields and kinds that learned places fill on a page: `data.rating`, `records.event`. */
export function filledByLearning({ fields, records }: OwnData): ReadonlySet<string> {
  const ofRecords = records.filter((kind) =>
    kind.records.some(({ findings }) => findings.some(({ by, value }) => by === 'learned' && value !== null)),
  );
  return new Set([
    ...fields.filter(({ by, value }) => by === 'learned' && value !== null).map(({ field }) => dataFieldName(field)),
    ...ofRecords.map(({ kind }) => recordFieldName(kind)),
  ]);
}

/** The fields and kinds of a wrapper that knows own data only; null: it knows more. */
export const ownDataNames = ({ styles, data = {}, records = {} }: LearnedWrapper): readonly string[] | null =>
  styles.length > 0
    ? null
    : [...Object.keys(data).map(dataFieldName), ...Object.keys(records).map((kind) => recordFieldName(kind))];

/** What a page shows of such a wrapper: the share of its fields and kinds that have a value. Null: the wrapper knows more, or not this sort of page. */
export function ownDataEvidence(
  live: { readonly formats: readonly string[]; readonly ownNames: readonly string[] | null } | null,
  { format, filled }: { readonly format: string; readonly filled?: ReadonlySet<string> },
): WrapperEvidence | null {
  const names = live?.ownNames ?? null;
  if (names === null || filled === undefined || live?.formats.includes(format) !== true) return null;
  return { known: names.filter((name) => filled.has(name)).length / Math.max(1, names.length), changed: 0 };
}
