import type { Category } from '../../../model/article/category.ts';
import { decoded } from '../../../text/characters.ts';
import { foldSpelling } from '../../../text/fold-spelling.ts';
import { words } from '../../../text/tokenize.ts';
import { categoryHints } from './category-words.ts';

/** A text with what the page says about it. */
export interface CategoryInput {
  readonly title: string;
  readonly text: string;
  readonly lang: string | null;
  /** The section that the page names. */
  readonly section: string | null;
  readonly url: string | null;
}

/** Estimates, not measured: a section is chosen by an editor; a folder of an address usually names a section. */
const [sectionProbability, urlProbability] = [0.9, 0.8];

/** Category labels by folded section name. */
const sectionLabels = new Map(
  categoryHints
    .flatMap(({ label, sections }) => splitNames(sections).map((name) => [foldSpelling(name), label] as const))
    .reverse(),
);

/** By the section that the page names: its whole name, else the first part with a category (`Sport / Football`). */
export function bySection({ section }: CategoryInput): Category | null {
  if (section === null) return null;
  const whole = sectionLabels.get(foldSpelling(section.trim()));
  if (whole !== undefined) return categoryFrom(whole, 'section', sectionProbability, section.trim());
  for (const part of section.split(/[\s/|>,;:&·»›]+/).filter((part) => part !== '')) {
    const label = sectionLabels.get(foldSpelling(part));
    if (label !== undefined) return categoryFrom(label, 'section', sectionProbability, part);
  }
  return null;
}

/** By a folder of the address, or by its host's first label: `/sport/2026/…`, `sports.example.com`. The last path segment names the article and is ignored. */
export function byUrl({ url }: CategoryInput): Category | null {
  if (url === null || !URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const folders = pathname.split('/').slice(1, -1).map(decoded);
  for (const folder of [...folders, hostname.split('.')[0] ?? '']) {
    const label = sectionLabels.get(foldSpelling(folder));
    if (label !== undefined) return categoryFrom(label, 'url', urlProbability, folder);
  }
  return null;
}

interface WordHint {
  readonly label: string;
  readonly word: string;
}

/** Characters of the text that are searched: its beginning shows the subject. */
const maxCharacters = 3_000;
/** Points of a word in the title; in the text it has 1. */
const titleWeight = 3;
/** Points. Below this, a single passing word would decide. */
const minPoints = 3;

const han = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const [spacedHints, unspacedHints] = indexHints();

/** By words: each distinct word counts once, more in the title. Null when no category has enough points, or two have the same. */
export function byKeywords({ title, text, lang }: CategoryInput): Category | null {
  const points = new Map<string, Map<string, number>>();
  const add = (place: string, weight: number) => {
    for (const { label, word } of hintsIn(place, lang)) {
      const ofLabel = points.get(label) ?? new Map<string, number>();
      points.set(label, ofLabel);
      ofLabel.set(word, Math.max(ofLabel.get(word) ?? 0, weight));
    }
  };
  add(text.slice(0, maxCharacters), 1);
  add(title, titleWeight);
  const sums = [...points].map(([label, ofLabel]) => ({ label, ofLabel, sum: total(ofLabel.values()) }));
  sums.sort((a, b) => b.sum - a.sum);
  const [best, second] = sums;
  if (best === undefined || best.sum < minPoints || best.sum === second?.sum) return null;
  // one point for "no category": a single word is not enough
  const probability = best.sum / (total(sums.map(({ sum }) => sum)) + 1);
  const terms = [...best.ofLabel]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 8)
    .map(([term, weight]) => ({ term, share: weight / best.sum }));
  return { label: best.label, probability, by: 'keywords', model: null, terms };
}

function hintsIn(place: string, lang: string | null): WordHint[] {
  const inWords = words(place, lang);
  const spaced = inWords.flatMap((word, at) => [
    ...(spacedHints.get(word) ?? []),
    ...(spacedHints.get(`${word} ${inWords[at + 1] ?? ''}`) ?? []),
  ]);
  if (!han.test(place)) return spaced;
  const folded = foldSpelling(place);
  return [...spaced, ...unspacedHints.filter(({ word }) => folded.includes(word))];
}

/** Hints by word, and a list of those in scripts without spaces: there, segmentation may split words differently. */
function indexHints(): [ReadonlyMap<string, readonly WordHint[]>, readonly WordHint[]] {
  const spaced = new Map<string, WordHint[]>();
  const unspaced: WordHint[] = [];
  for (const { label, words: hintWords } of categoryHints)
    for (const word of new Set(splitNames(hintWords).map(foldSpelling))) {
      if (han.test(word)) unspaced.push({ label, word });
      else for (const form of [word, `${word}s`]) spaced.set(form, [...(spaced.get(form) ?? []), { label, word }]);
    }
  return [spaced, unspaced];
}

function splitNames(names: string): string[] {
  return names.split(/\s+/).map((name) => name.replaceAll('_', ' '));
}

function categoryFrom(label: string, by: Category['by'], probability: number, sign: string): Category {
  return { label, probability, by, model: null, terms: [{ term: sign, share: 1 }] };
}

const total = (numbers: Iterable<number>): number => {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
};
