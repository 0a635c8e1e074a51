import { nameUnits, units } from '../../text/tokenize.ts';

/** A body of fewer units is compared together with its title: many video pages have only "Watch the video" as a body. */
const shortBodyUnits = 30;

/** A text prepared for comparison with many others. */
export interface ComparedText {
  readonly units: readonly string[];
  /** The shingle at each unit: a text is compared with many, and hashed once. */
  readonly runs: Uint32Array;
  /** Each of `runs` once. */
  readonly shingles: ReadonlySet<number>;
  /** Says for each unit whether it is written as a name; computed at the first call. */
  readonly names: () => readonly boolean[];
}

/** Prepares a text for comparison. @param bodyUnits the body's units, where the caller has them */
export function comparedText(
  text: { readonly title: string; readonly body: string },
  bodyUnits: readonly string[] = units(text.body),
): ComparedText {
  const isShort = bodyUnits.length < shortBodyUnits;
  const all = isShort ? [...units(text.title), ...bodyUnits] : bodyUnits;
  const runs = hashesOfRuns(all);
  let names: readonly boolean[] | null = null;
  return {
    units: all,
    runs,
    shingles: new Set(runs),
    names: () => {
      names ??= namesIn(text, isShort, all.length);
      return names;
    },
  };
}

/** Empty where folding changes the number of units (a rare ligature): no unit counts as a name then. */
function namesIn({ title, body }: { readonly title: string; readonly body: string }, isShort: boolean, count: number) {
  const names = isShort ? [...nameUnits(title), ...nameUnits(body)] : nameUnits(body);
  return names.length === count ? names : [];
}

/** Units of a shingle; the thresholds of `verify.ts` are measured with it (docs/dedupe.md). */
const shingleLength = 3;

/** The hash of the run of three units at each place where one begins. With 32 bits, one in 20,000 pairs of 500-word texts has a false shared shingle. */
export const hashesOfRuns = (units: readonly string[]): Uint32Array =>
  Uint32Array.from({ length: Math.max(0, units.length - shingleLength + 1) }, (_, at) => hashOfRun(units, at));

/** FNV-1a over the UTF-16 units of the run, joined by spaces, then MurmurHash3's finaliser: FNV alone maps similar short texts to neighbouring values. */
export function hashOfRun(units: readonly string[], from: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < from + shingleLength; at++) {
    const unit = units[at] ?? '';
    if (at > from) hash = Math.imul(hash ^ 0x20, 0x01000193);
    for (let index = 0; index < unit.length; index++) hash = Math.imul(hash ^ unit.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
