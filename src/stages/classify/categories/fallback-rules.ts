import type { Category } from '../../../model/article/category.ts';
import { fold, words } from '../../../text/tokenize.ts';
import { categoryHints } from './category-words.ts';

/** What is known of a text. */
export interface CategoryInput {
  readonly title: string;
  readonly text: string;
  readonly lang: string | null;
  /** The section that the page names. */
  readonly section: string | null;
  readonly url: string | null;
}

/** A section is an editor's word for it; what stands in an address often is its name. Shares of these that are right differ by site: nobody has measured them. */
const [sectionProbability, urlProbability] = [0.9, 0.8];

/** The name of a category by a section's name, folded. */
const sectionLabels = new Map(
  categoryHints
    .flatMap(({ label, sections }) => splitNames(sections).map((name) => [fold(name), label] as const))
    .reverse(),
);

/** By the section that the page names: the most exact part of it counts, `Sport / Football`. */
export function bySection({ section }: CategoryInput): Category | null {
  if (section === null) return null;
  const whole = sectionLabels.get(fold(section.trim()));
  if (whole !== undefined) return categoryFrom(whole, 'section', sectionProbability, section.trim());
  for (const part of section.split(/[\s/|>,;:&·»›]+/).filter((one) => one !== '')) {
    const label = sectionLabels.get(fold(part));
    if (label !== undefined) return categoryFrom(label, 'section', sectionProbability, part);
  }
  return null;
}

/** By a folder of the address, or by its host's first name: `/sport/2026/…`, `sports.example.com`. The last part is the article's own name. */
export function byUrl({ url }: CategoryInput): Category | null {
  if (url === null || !URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const folders = pathname.split('/').slice(1, -1).map(decoded);
  for (const folder of [...folders, hostname.split('.')[0] ?? '']) {
    const label = sectionLabels.get(fold(folder));
    if (label !== undefined) return categoryFrom(label, 'url', urlProbability, folder);
  }
  return null;
}

/** A broken escape in an address is a name that no category has. */
function decoded(folder: string): string {
  try {
    return decodeURIComponent(folder);
  } catch {
    return folder;
  }
}

interface WordHint {
  readonly label: string;
  readonly word: string;
}

/** What is said first is what a text is about: so many characters are looked at. */
const maxCharacters = 3_000;
/** A word in the headline counts as so many in the text. */
const titleWeight = 3;
/** Below this, one word in passing would decide. */
const minPoints = 3;

const han = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const [spacedHints, unspacedHints] = indexHints();

/** By words: each different one counts once, the title's more; null where none of them, or two categories alike, come out. */
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
  // one point for "none of them": a single word is no proof
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
  const folded = fold(place);
  return [...spaced, ...unspacedHints.filter(({ word }) => folded.includes(word))];
}

/** Signs by word, and those of scripts without spaces: segmentation may divide them otherwise. */
function indexHints(): [ReadonlyMap<string, readonly WordHint[]>, readonly WordHint[]] {
  const spaced = new Map<string, WordHint[]>();
  const unspaced: WordHint[] = [];
  for (const { label, words: given } of categoryHints)
    for (const word of new Set(splitNames(given).map(fold))) {
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
  for (const one of numbers) sum += one;
  return sum;
};
