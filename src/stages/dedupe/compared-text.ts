import { nameUnits, units } from '../../text/tokenize.ts';
import { hashesOfRuns } from './shingles.ts';

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
