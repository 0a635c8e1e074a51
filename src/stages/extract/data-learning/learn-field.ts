import type { DataField } from '../../../model/data/data-field.ts';
import type { DataValue } from '../../../model/data/data-value.ts';
import type { LearnedDataField, LearnedPlace } from '../../../model/wrapper/learned-data.ts';
import { ruleOfPlace } from '../data/learned-declarations.ts';
import { isMissing, readFields } from '../data/read-fields.ts';
import { type FieldCase, type OpenCase, patternsFor } from './learn-match.ts';
import { expectedKeys, isExpectedValue, itemsOfValue, itemTypeOf } from './same-value.ts';
import { selectorsFor } from './selectors.ts';

interface Candidate {
  readonly place: LearnedPlace;
  readonly cost: number;
}

/** Candidates that are read on all cases, the most frequent first. */
const maxCandidates = 150;
/** Places that are kept of one field. */
const maxPlaces = 3;
/** Share of the corrected values that the places must give. */
const minConfidence = 0.6;
/** A wrong value is worse than none; still two right ones of three count more. */
const wrongCounts = 1.5;
/** What a name of the field in the selector takes off its cost. */
const affinity = 20;
/** What each further match on a page costs a place whose first match counts: where the value is missing, another one is read. */
const furtherMatch = 10;
const maxFurther = 3;

/**
 * Wrapper induction for a field of own data: the places that give the corrected values, the shortest and most lasting ones. Values are compared after they are read as the field's type.
 * @param open parts that nobody corrected: what a place gives there must be of the type
 * @returns null where no place gives them
 */
export function learnField(
  field: DataField,
  cases: readonly FieldCase[],
  open: readonly OpenCase[],
): LearnedDataField | null {
  const wanted = cases.filter(({ expected }) => !isMissing(expected));
  if (wanted.length === 0) return null;
  const ranked = rank(field, candidatesFor(field, wanted), cases, open);
  const partly =
    ranked[0] !== undefined && ranked[0].right >= wanted.length
      ? ranked
      : [...ranked, ...rank(field, patternCandidates(field, wanted), cases, open)].sort(byRank);
  const chosen = choose(field, partly, cases);
  const right = wanted.filter((one) => isRight(field, chosen, one)).length;
  const confidence = right / wanted.length;
  if (chosen.length === 0 || confidence < minConfidence) return null;
  return {
    type: field.type,
    places: chosen,
    confidence: Math.round(Math.min(0.99, confidence) * 100) / 100,
    values: wanted.length,
  };
}

/** Places of the values, each by all selectors that it has; those of most cases first. */
function candidatesFor({ name, type }: DataField, wanted: readonly FieldCase[]): Candidate[] {
  const item = itemTypeOf(type);
  const counts = new Map<string, { readonly candidate: Candidate; cases: number }>();
  for (const { page, scope, places, expected } of wanted) {
    const seen = new Set<string>();
    const note = (candidate: Candidate) => {
      const key = JSON.stringify(candidate.place);
      if (seen.has(key)) return;
      seen.add(key);
      const count = counts.get(key) ?? { candidate, cases: 0 };
      counts.set(key, count);
      count.cases += 1;
    };
    for (const value of itemsOfValue(expected))
      for (const { element, attribute } of places.of(item, expectedKeys(item, value, page.context))) {
        for (const { selector, cost } of selectorsFor(element, scope.root))
          note({ place: { by: 'css', selector, attribute, match: null }, cost: cost + (attribute?.length ?? 0) });
        const path = element.getAttribute('itemprop') ?? '';
        if (/^[\w-]+$/.test(path)) note({ place: { by: 'microdata', path, match: null }, cost: path.length + 10 });
      }
  }
  return [...counts.values()]
    .sort((a, b) => b.cases - a.cases || costOf(name, a.candidate) - costOf(name, b.candidate))
    .slice(0, maxCandidates)
    .map(({ candidate }) => candidate);
}

/** Places whose text holds more than the value. */
function patternCandidates(field: DataField, wanted: readonly FieldCase[]): Candidate[] {
  return patternsFor(field, wanted)
    .flatMap(({ element, root, match }) =>
      selectorsFor(element, root).map(({ selector, cost }) => ({
        place: { by: 'css' as const, selector, attribute: null, match },
        cost: cost + match.length,
      })),
    )
    .sort((a, b) => a.cost - b.cost)
    .slice(0, maxCandidates);
}

interface Ranked extends Candidate {
  /** Weighted right values, less the wrong ones. */
  readonly gain: number;
  readonly right: number;
  readonly price: number;
}

const byRank = (a: Ranked, b: Ranked): number =>
  b.gain - a.gain || a.price - b.price || (JSON.stringify(a.place) < JSON.stringify(b.place) ? -1 : 1);

function rank(
  field: DataField,
  candidates: readonly Candidate[],
  cases: readonly FieldCase[],
  open: readonly OpenCase[],
): Ranked[] {
  const scored = candidates.flatMap((candidate): Ranked[] => {
    const { gain, right } = gainOf(field, [candidate.place], cases);
    if (gain <= 0) return [];
    const price = costOf(field.name, candidate) + furtherMatch * furtherMatches(field, candidate.place, cases);
    return [{ ...candidate, gain, right, price }];
  });
  const best = Math.max(0, ...scored.map(({ gain }) => gain));
  return scored
    .map((candidate) =>
      candidate.gain < best
        ? candidate
        : { ...candidate, price: candidate.price + openCost(field, candidate.place, open) },
    )
    .sort(byRank);
}

const costOf = (name: string, { place, cost }: Candidate): number => {
  const text = place.by === 'css' ? `${place.selector}@${place.attribute}` : place.path;
  return cost - (text.toLowerCase().includes(name.toLowerCase()) ? affinity : 0);
};

function gainOf(
  field: DataField,
  places: readonly LearnedPlace[],
  cases: readonly FieldCase[],
): { readonly gain: number; readonly right: number } {
  let [gain, right] = [0, 0];
  for (const one of cases) {
    const value = valueAt(field, places, one);
    if (isExpectedValue(field.type, value, one.expected, one.page.context)) {
      if (!isMissing(one.expected)) {
        gain += one.weight;
        right += 1;
      }
    } else if (!isMissing(value)) gain -= wrongCounts * one.weight;
  }
  return { gain: Math.round(gain * 100) / 100, right };
}

function isRight(field: DataField, places: readonly LearnedPlace[], one: FieldCase): boolean {
  return isExpectedValue(field.type, valueAt(field, places, one), one.expected, one.page.context);
}

/** What places give in a part of a page. */
export function valueAt(field: DataField, places: readonly LearnedPlace[], { page, scope }: OpenCase): DataValue {
  const rules = places.map(ruleOfPlace);
  const [finding] = readFields(page, [field], [{ by: 'learned', rules: { [field.name]: rules } }], scope).findings;
  return finding?.value ?? null;
}

/** What a place costs that gives nothing where nobody has corrected, the same everywhere, or what is not of the type. */
const openCosts = { nothing: 40, problem: 80, same: 10 } as const;

/** How badly a place does where nobody has corrected: names of one page give nothing elsewhere. A place that gives more may as well give what belongs to other fields. */
function openCost(field: DataField, place: LearnedPlace, open: readonly OpenCase[]): number {
  if (open.length === 0) return 0;
  const rule = ruleOfPlace(place);
  let [given, problems] = [0, 0];
  const values = new Set<string>();
  for (const { page, scope } of open) {
    const [finding] = readFields(page, [field], [{ by: 'learned', rules: { [field.name]: [rule] } }], scope).findings;
    if (finding === undefined || finding.raw === null) continue;
    if (finding.problem !== null) problems += 1;
    else if (!isMissing(finding.value)) {
      given += 1;
      values.add(JSON.stringify(finding.value));
    }
  }
  const nothing = open.length - given - problems;
  const { length } = open;
  return (openCosts.nothing * nothing + openCosts.problem * problems + openCosts.same * (given - values.size)) / length;
}

/** Matches on a page behind the first, mean. Lists have many. */
function furtherMatches({ type }: DataField, place: LearnedPlace, cases: readonly FieldCase[]): number {
  if (type.kind === 'list' || place.by !== 'css' || place.selector === '') return 0;
  const rule = ruleOfPlace(place);
  const further = cases.map(({ page, scope }) =>
    Math.min(maxFurther, Math.max(0, page.raw(rule, type.kind, scope, '').length - 1)),
  );
  return further.reduce((sum, count) => sum + count, 0) / Math.max(1, cases.length);
}

/** The best place, then those that give what it lacks and nothing wrong. */
function choose(field: DataField, ranked: readonly Ranked[], cases: readonly FieldCase[]): LearnedPlace[] {
  const chosen: LearnedPlace[] = [];
  let best = 0;
  for (const { place } of ranked) {
    if (chosen.length >= maxPlaces) break;
    const { gain } = gainOf(field, [...chosen, place], cases);
    if (gain <= best) continue;
    chosen.push(place);
    best = gain;
  }
  return chosen;
}
