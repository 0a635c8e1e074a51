import type { MeasuredPage } from './measured-page.ts';

/** Writes the features of one block into a row, from a place on. */
export type FeatureWriter = (block: number, row: Float64Array, from: number) => void;

/** Features of one kind, each with a line that says what it is. */
export interface FeatureGroup {
  readonly names: readonly string[];
  readonly about: Readonly<Record<string, string>>;
  /** Looks at the page once. */
  readonly prepare: (page: MeasuredPage) => FeatureWriter;
}

type Values<Name extends string> = Readonly<Record<Name, number | boolean>>;

/** A group out of a table of names; the types see to it that each name has its value. */
export function featureGroup<Name extends string>(
  about: Readonly<Record<Name, string>>,
  prepare: (page: MeasuredPage) => (block: number) => Values<Name>,
): FeatureGroup {
  const names = Object.keys(about) as Name[];
  return {
    names,
    about,
    prepare: (page) => {
      const valuesOf = prepare(page);
      return (block, row, from) => {
        const values = valuesOf(block);
        for (let at = 0; at < names.length; at++) row[from + at] = Number(values[names[at] as Name]);
      };
    },
  };
}

/** A group of alike features: one name and line for each key, written in the order of the keys. */
export function featureFamily<Key>(
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  aboutOf: (key: Key) => string,
  prepare: (page: MeasuredPage) => (block: number) => ArrayLike<number>,
): FeatureGroup {
  const names = keys.map(nameOf);
  return {
    names,
    about: Object.fromEntries(keys.map((key) => [nameOf(key), aboutOf(key)])),
    prepare: (page) => {
      const valuesOf = prepare(page);
      return (block, row, from) => {
        const values = valuesOf(block);
        for (let at = 0; at < names.length; at++) row[from + at] = values[at] ?? 0;
      };
    },
  };
}
