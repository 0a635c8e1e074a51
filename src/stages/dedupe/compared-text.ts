import { nameUnits, units } from '../../text/tokenize.ts';
import { shinglesOf } from './shingles.ts';

/** A body below that many units is compared together with its title: "Watch the video" stands under many films. */
const shortBody = 30;

/** A text made ready to be compared with many. */
export interface ComparedText {
  readonly units: readonly string[];
  readonly shingles: ReadonlySet<number>;
  /** Which units are written as names; worked out when it is first asked for. */
  readonly names: () => readonly boolean[];
}

/** @param bodyUnits the body's units, where they are at hand */
export function comparedText(
  text: { readonly title: string; readonly body: string },
  bodyUnits: readonly string[] = units(text.body),
): ComparedText {
  const isShort = bodyUnits.length < shortBody;
  const all = isShort ? [...units(text.title), ...bodyUnits] : bodyUnits;
  let names: readonly boolean[] | null = null;
  return {
    units: all,
    shingles: shinglesOf(all),
    names: () => {
      names ??= namesIn(text, isShort, all.length);
      return names;
    },
  };
}

/** Where spelling changes the number of pieces (a rare ligature), nothing is held for a name. */
function namesIn({ title, body }: { readonly title: string; readonly body: string }, isShort: boolean, count: number) {
  const names = isShort ? [...nameUnits(title), ...nameUnits(body)] : nameUnits(body);
  return names.length === count ? names : [];
}
