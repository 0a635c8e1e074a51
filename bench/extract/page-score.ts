import type { CorpusCase } from '../../tools/train-extractor/corpus-pages.ts';
import type { Prediction } from './read-corpus.ts';

// score.py's measures, for one page at a time: an ablation scores a page again for each rule that matters to it. The table compares its totals with those of score.py.

/** What a page adds to the totals of its corpus, by the name of the sum. A sum that a page has no gold for is absent. */
export type PageSums = ReadonlyMap<Sum, number>;

export type Sum =
  | 'pages'
  | 'articles'
  | 'body P'
  | 'body P pages'
  | 'body R'
  | 'body R pages'
  | 'snippets right'
  | 'snippets wrong'
  | 'snippets missing'
  | 'title right'
  | 'title pages'
  | 'date right'
  | 'date pages'
  | 'authors right'
  | 'authors wrong'
  | 'authors missing';

export interface Gold {
  readonly body?: string;
  readonly body_has_title?: boolean;
  readonly title?: string;
  readonly date?: string;
  readonly authors?: readonly string[] | string;
  readonly with?: readonly string[];
  readonly without?: readonly string[];
}

/** @param isArticle the extraction would give an article without `draftAlways` */
export function scorePage({ gold = {}, ...page }: CorpusCase, found: Prediction, isArticle: boolean): PageSums {
  const right: Gold = gold;
  const body =
    right.body_has_title && found.title !== '' && !fold(found.body).startsWith(fold(found.title))
      ? `${found.title}\n${found.body}`
      : found.body;
  return new Map<Sum, number>([
    ['pages', 1],
    ['articles', Number(isArticle)],
    ...(right.body === undefined ? [] : bodySums(right.body, body, 'tokens' in page && page.tokens === 'word')),
    ...(right.with === undefined && right.without === undefined ? [] : snippetSums(right, body)),
    ...(right.title === undefined ? [] : hits('title', fold(right.title) === fold(found.title))),
    ...(right.date === undefined ? [] : hits('date', right.date === found.date)),
    ...(right.authors === undefined ? [] : authorSums(right.authors, found.authors)),
  ]);
}

const hits = (field: 'title' | 'date', isRight: boolean): [Sum, number][] => [
  [`${field} right`, Number(isRight)],
  [`${field} pages`, 1],
];

const cjk = '\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff';
const words = /[\p{L}\p{N}_]+/gu;
const cjkCharacters = new RegExp(`[${cjk}]`, 'gu');
const characters = new RegExp(`[${cjk}]|(?:(?![${cjk}])[\\p{L}\\p{N}_])+`, 'gu');

function isCjk(text: string): boolean {
  const count = text.match(cjkCharacters)?.length ?? 0;
  return count > 0 && count >= 0.3 * Math.max(1, text.match(/\p{L}/gu)?.length ?? 0);
}

const shingleTokens = 4;

function shinglesOf(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < Math.max(1, tokens.length - shingleTokens + 1); at++) {
    const shingle = tokens.slice(at, at + shingleTokens).join(' ');
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function bodySums(right: string, found: string, byWords: boolean): [Sum, number][] {
  const token = !byWords && isCjk(right) ? characters : words;
  const [theirs, ours] = [shinglesOf(right.match(token) ?? []), shinglesOf(found.match(token) ?? [])];
  const [expected, predicted] = [total(theirs), total(ours)];
  let both = 0;
  for (const [shingle, count] of ours) both += Math.min(count, theirs.get(shingle) ?? 0);
  return [
    ...(predicted === 0
      ? []
      : ([
          ['body P', both / predicted],
          ['body P pages', 1],
        ] satisfies [Sum, number][])),
    ...(expected === 0
      ? []
      : ([
          ['body R', both / expected],
          ['body R pages', 1],
        ] satisfies [Sum, number][])),
  ];
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

function snippetSums({ with: kept = [], without = [] }: Gold, body: string): [Sum, number][] {
  const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const text = spaced(body);
  const isIn = (snippet: string): boolean => text.includes(spaced(snippet));
  const right = kept.filter(isIn).length;
  return [
    ['snippets right', right],
    ['snippets missing', kept.length - right],
    ['snippets wrong', without.filter(isIn).length],
  ];
}

/** Without differences in case, width, quotes, dashes and spaces. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u201a\u201b\u2032`\u00b4]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const bylineLead = /^\s*(?:by|von|par|por|di|door|av|af|作者|记者|記者|编辑)\s*[:：]?\s+/u;
const betweenNames = /\s*(?:[,;/&、，·|]|\s(?:and|und|et|y|e|i|og|och|en|with|mit|和)\s)\s*/u;
const degree = /^(?:ph\.?\s?d|m\.?d|jr|sr|dr|esq|mba|msc|rn|ii|iii)\.?$/;

const namesIn = (all: readonly string[] | string): Set<string> =>
  new Set(
    [all]
      .flat()
      .flatMap((line) => fold(line).replace(bylineLead, '').split(betweenNames))
      .map((name) => name.replace(/[^\p{L}\p{N}_\s'-]/gu, '').trim())
      .filter((name) => name !== '' && !degree.test(name)),
  );

function authorSums(right: readonly string[] | string, found: readonly string[]): [Sum, number][] {
  const [theirs, ours] = [namesIn(right), namesIn(found)];
  const both = ours.intersection(theirs).size;
  return [
    ['authors right', both],
    ['authors wrong', ours.size - both],
    ['authors missing', theirs.size - both],
  ];
}

/** Totals of a corpus. */
export class Sums {
  readonly #sums = new Map<Sum, number>();

  /** @param times -1 takes the page out again */
  add(page: PageSums, times = 1): void {
    for (const [sum, value] of page) this.#sums.set(sum, (this.#sums.get(sum) ?? 0) + times * value);
  }

  toMap(): PageSums {
    return this.#sums;
  }
}

/** The measures of the bench's tables by their names there; those without gold are absent. */
export function measuresOf(sums: PageSums): Record<string, number> {
  const sum = (name: Sum): number => sums.get(name) ?? 0;
  const mean = (name: 'body P' | 'body R'): number => sum(name) / Math.max(1, sum(`${name} pages`));
  const [p, r] = [mean('body P'), mean('body R')];
  const f1 = (field: 'snippets' | 'authors'): number =>
    (2 * sum(`${field} right`)) /
    Math.max(1, 2 * sum(`${field} right`) + sum(`${field} wrong`) + sum(`${field} missing`));
  return {
    ...(sums.has('body R pages') ? { 'body F1': p + r === 0 ? 0 : (2 * p * r) / (p + r) } : {}),
    ...(sums.has('snippets right') ? { 'snippets F1': f1('snippets') } : {}),
    ...(sums.has('title pages') ? { title: sum('title right') / sum('title pages') } : {}),
    ...(sums.has('date pages') ? { date: sum('date right') / sum('date pages') } : {}),
    ...(sums.has('authors right') ? { 'authors F1': f1('authors') } : {}),
    articles: sum('articles') / Math.max(1, sum('pages')),
  };
}
