import type { MeasuredPage } from './measured-page.ts';

/** Writes the features of one block into a row, starting at column `from`. */
export type FeatureWriter = (block: number, row: Float64Array, from: number) => void;

/** Features of one kind, each with a description. */
export interface FeatureGroup {
  readonly names: readonly string[];
  readonly descriptions: Readonly<Record<string, string>>;
  /** Called once per page. */
  readonly prepare: (page: MeasuredPage) => FeatureWriter;
}

type Values<Name extends string> = Readonly<Record<Name, number | boolean>>;

/** A group from a table of names; the types require a value for each name. */
export function featureGroup<Name extends string>(
  descriptions: Readonly<Record<Name, string>>,
  prepare: (page: MeasuredPage) => (block: number) => Values<Name>,
): FeatureGroup {
  const names = Object.keys(descriptions) as Name[];
  return {
    names,
    descriptions,
    prepare: (page) => {
      const valuesOf = prepare(page);
      return (block, row, from) => {
        const values = valuesOf(block);
        for (let at = 0; at < names.length; at++) row[from + at] = Number(values[names[at] as Name]);
      };
    },
  };
}

/** A group of similar features: one for each key, in the order of the keys. */
export function featureFamily<Key>(
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  describe: (key: Key) => string,
  prepare: (page: MeasuredPage) => (block: number) => ArrayLike<number>,
): FeatureGroup {
  const names = keys.map(nameOf);
  return {
    names,
    descriptions: Object.fromEntries(keys.map((key) => [nameOf(key), describe(key)])),
    prepare: (page) => {
      const valuesOf = prepare(page);
      return (block, row, from) => {
        const values = valuesOf(block);
        for (let at = 0; at < names.length; at++) row[from + at] = values[at] ?? 0;
      };
    },
  };
}
