import { z } from 'zod';

export interface Measure {
  readonly value: number;
  readonly better: 'higher' | 'lower';
}

/** Measures that were taken on the same data; the digest is the data's. */
export interface Group {
  readonly name: string;
  readonly digest: string;
  readonly measures: Readonly<Record<string, Measure>>;
}

export const floorsSchema = z.strictObject({
  groups: z.record(z.string(), z.strictObject({ digest: z.string(), floors: z.record(z.string(), z.number()) })),
  /** Every floor that was ever lowered, with the reason. */
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
  /** Null: nothing measures it any more. */
  readonly now: number | null;
  readonly verdict: 'holds' | 'above' | 'below' | 'new' | 'gone';
}

export interface Comparison {
  readonly rows: readonly Row[];
  /** Groups whose data is not the one that the floors were pinned on. */
  readonly otherData: readonly string[];
}

/** Four digits: sums of floating point numbers differ in the last ones. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Puts what was measured beside what is pinned. */
export function compare(floors: Floors, groups: readonly Group[]): Comparison {
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
  const otherData = groups.filter(({ name, digest }) => (floors.groups[name]?.digest ?? digest) !== digest);
  return { rows: [...measured, ...gone], otherData: otherData.map(({ name }) => name) };
}

function row(name: string, floor: number | null, measure: Measure | null): Row {
  if (measure === null) return { name, floor, now: null, verdict: 'gone' };
  const now = rounded(measure.value);
  if (floor === null) return { name, floor, now, verdict: 'new' };
  const ahead = measure.better === 'higher' ? now - floor : floor - now;
  return { name, floor, now, verdict: ahead > 0 ? 'above' : ahead < 0 ? 'below' : 'holds' };
}

const isWorse = ({ verdict }: Row): boolean => verdict === 'below' || verdict === 'gone';

/** Better and new values become floors; worse ones change nothing, and keep their group's digest. */
export function raised(floors: Floors, groups: readonly Group[]): Floors {
  const { rows } = compare(floors, groups);
  return { ...floors, groups: pinned(floors, groups, new Set(rows.filter(isWorse).map(({ name }) => name))) };
}

/** All values become floors; every one that is worse than before is recorded. @throws ZodError where the reason is empty */
export function lowered(floors: Floors, groups: readonly Group[], reason: string): Floors {
  const { rows } = compare(floors, groups);
  const records = rows
    .filter(isWorse)
    .flatMap(({ name, floor, now }) => (floor === null ? [] : [{ floor: name, from: floor, to: now, reason }]));
  return floorsSchema.parse({
    groups: pinned(floors, groups, new Set()),
    lowered: [...floors.lowered, ...records],
  });
}

/** What is pinned afterwards; the floors named in `kept` stay, and so do groups of which only they are left. */
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
