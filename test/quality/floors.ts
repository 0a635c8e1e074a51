import { z } from 'zod';

export interface Measure {
  readonly value: number;
  readonly better: 'higher' | 'lower';
}

/** Measures on the same data, with the digest of the data. */
export interface Group {
  readonly name: string;
  readonly digest: string;
  readonly measures: Readonly<Record<string, Measure>>;
}

export const floorsSchema = z.strictObject({
  groups: z.record(z.string(), z.strictObject({ digest: z.string(), floors: z.record(z.string(), z.number()) })),
  /** All floors that were lowered, with the reason. */
  lowered: z.array(
    z.strictObject({
      floor: z.string(),
      from: z.number(),
      to: z.number().nullable(),
      reason: z.string().trim().min(10, 'a reason is a sentence'),
    }),
  ),
});
export type Floors = z.output<typeof floorsSchema>;

export interface Row {
  readonly name: string;
  /** Null: no floor is pinned yet. */
  readonly floor: number | null;
  /** Null: it is no longer measured. */
  readonly now: number | null;
  readonly verdict: 'holds' | 'above' | 'below' | 'new' | 'gone';
}

export interface Comparison {
  readonly rows: readonly Row[];
  /** Groups whose data changed after their floors were pinned. */
  readonly changedData: readonly string[];
}

/** Four digits: later digits of floating-point sums depend on the order of addition. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Compares measures with their pinned floors. */
export function compareWithFloors(floors: Floors, groups: readonly Group[]): Comparison {
  const measured = groups.flatMap((group) => {
    const pinned = floors.groups[group.name]?.floors ?? {};
    return [...new Set([...Object.keys(group.measures), ...Object.keys(pinned)])].map((name) =>
      row(`${group.name}: ${name}`, pinned[name] ?? null, group.measures[name] ?? null),
    );
  });
  const names = new Set(groups.map(({ name }) => name));
  const gone = Object.entries(floors.groups)
    .filter(([name]) => !names.has(name))
    .flatMap(([group, pinned]) =>
      Object.entries(pinned.floors).map(([name, floor]) => row(`${group}: ${name}`, floor, null)),
    );
  const changedData = groups.filter(({ name, digest }) => (floors.groups[name]?.digest ?? digest) !== digest);
  return { rows: [...measured, ...gone], changedData: changedData.map(({ name }) => name) };
}

function row(name: string, floor: number | null, measure: Measure | null): Row {
  if (measure === null) return { name, floor, now: null, verdict: 'gone' };
  const now = rounded(measure.value);
  if (floor === null) return { name, floor, now, verdict: 'new' };
  const ahead = measure.better === 'higher' ? now - floor : floor - now;
  return { name, floor, now, verdict: ahead > 0 ? 'above' : ahead < 0 ? 'below' : 'holds' };
}

const isWorse = ({ verdict }: Row): boolean => verdict === 'below' || verdict === 'gone';

/** Pins better and new values. Floors with worse values stay, and so does their group's digest. */
export function raiseFloors(floors: Floors, groups: readonly Group[]): Floors {
  const { rows } = compareWithFloors(floors, groups);
  return { ...floors, groups: pinned(floors, groups, new Set(rows.filter(isWorse).map(({ name }) => name))) };
}

/** Pins all values, and records the floors that get worse. @throws ZodError if the reason is too short */
export function lowerFloors(floors: Floors, groups: readonly Group[], reason: string): Floors {
  const { rows } = compareWithFloors(floors, groups);
  const records = rows
    .filter(isWorse)
    .flatMap(({ name, floor, now }) => (floor === null ? [] : [{ floor: name, from: floor, to: now, reason }]));
  return floorsSchema.parse({
    groups: pinned(floors, groups, new Set()),
    lowered: [...floors.lowered, ...records],
  });
}

/** The new floors. Those in `kept` keep their value, also in groups that are no longer measured. */
function pinned(floors: Floors, groups: readonly Group[], kept: ReadonlySet<string>): Floors['groups'] {
  const result: Record<string, Floors['groups'][string]> = {};
  for (const [name, group] of Object.entries(floors.groups))
    if (Object.keys(group.floors).some((floor) => kept.has(`${name}: ${floor}`))) result[name] = group;
  for (const { name, digest, measures } of groups) {
    const before = floors.groups[name];
    const old = Object.entries(before?.floors ?? {}).filter(([floor]) => kept.has(`${name}: ${floor}`));
    const fresh = Object.entries(measures)
      .filter(([floor]) => !kept.has(`${name}: ${floor}`))
      .map(([floor, { value }]) => [floor, rounded(value)] as const);
    result[name] = {
      digest: old.length > 0 && before !== undefined ? before.digest : digest,
      floors: Object.fromEntries([...fresh, ...old]),
    };
  }
  return result;
}
