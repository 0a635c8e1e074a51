import { readFileSync } from 'node:fs';

/** What newshawk uses of ELD (efficient language detector). */
interface LanguageDetector {
  /** @returns an empty `language` if the text is in none that it knows */
  detect(text: string): { readonly language: string; isReliable(): boolean };
}

interface DetectorModule {
  createEld(): { readonly instance: LanguageDetector; loadData(data: DetectorData): void };
}

interface DetectorData {
  readonly type: string;
  /** ISO 639-1 codes by number. */
  readonly languages: Readonly<Record<string, string>>;
  /** By n-gram, the score of each language that has it. */
  readonly ngrams: Readonly<Record<string, NgramScores>>;
}

type NgramScores = Readonly<Record<string, number>>;

const entry = import.meta.resolve('eld/small');
const { createEld }: DetectorModule = await import(new URL('../languageDetector.js', entry).href);
let detector: LanguageDetector | null = null;

/**
 * ELD with its table of 60 languages in columns. Its own entry makes 81,000 objects of the table: 160 MB and .3 s in each thread that reads pages. The table is read from the installed
 * package, and the detector is the package's own.
 * @throws Error if the package has another form than the tests know
 */
export function openDetector(): LanguageDetector {
  if (detector !== null) return detector;
  const { instance, loadData } = createEld();
  loadData(readTable(readFileSync(new URL('../ngrams/small.js', entry), 'utf8')));
  detector = instance;
  return instance;
}

const name = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([\w$]+))`;

/** Languages of the table are fewer: a number of scores fits below the offset. */
const maxLanguages = 64;

/** Reads the table from the source text of ELD's module. */
export function readTable(source: string): DetectorData {
  const [, type, languageList] = /\btype:'([^']+)',languages:\{([^}]*)\}/.exec(source) ?? [];
  if (type === undefined || languageList === undefined)
    throw new Error('the table of the language detector has an unknown form');
  const languages = Object.fromEntries(
    [...languageList.matchAll(/(\d+):'([^']+)'/g)].map(([, key, code]) => [key, code ?? '']),
  );
  const places = new Map<string, number>();
  const scores: number[] = [];
  for (const [, single, double, bare, list = ''] of source.matchAll(
    new RegExp(`${name}:\\{(\\d+:\\d+(?:,\\d+:\\d+)*)\\}`, 'g'),
  )) {
    const ngram = (single ?? double ?? bare ?? '').replace(/\\(.)/g, '$1');
    const numbers = list.split(/[,:]/).map(Number);
    places.set(ngram, scores.length * maxLanguages + numbers.length / 2);
    scores.push(...numbers);
  }
  const columns = Uint16Array.from(scores);
  const ngrams = new Proxy<Record<string, NgramScores>>(
    {},
    {
      get: (_, ngram) => scoresAt(columns, places.get(ngram as string)),
    },
  );
  return { type, languages, ngrams };
}

/** @param place offset of the first pair and number of pairs; undefined: the table lacks the n-gram */
function scoresAt(columns: Uint16Array, place: number | undefined): NgramScores | undefined {
  if (place === undefined) return undefined;
  const [from, count] = [Math.floor(place / maxLanguages), place % maxLanguages];
  const scores: Record<string, number> = {};
  for (let at = from; at < from + 2 * count; at += 2) scores[columns[at] ?? 0] = columns[at + 1] ?? 0;
  return scores;
}
