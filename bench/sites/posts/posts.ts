import { type Block, textOf } from './blocks.ts';
import type { Grammar } from './grammar.ts';

/** One post of a site of our own. */
export interface Post {
  /** From 1 on, the newest first. */
  readonly id: number;
  /** Lower-case ASCII words and a number. */
  readonly slug: string;
  readonly title: string;
  readonly author: string;
  /** `2026-10-28`. */
  readonly date: string;
  readonly section: string;
  readonly tags: readonly string[];
  readonly blocks: readonly Block[];
  /** One sentence only. */
  readonly short: boolean;
}

export interface PostsPlan {
  readonly grammar: Grammar;
  readonly count: number;
  /** The same seed makes the same posts. */
  readonly seed: number;
  /** How many people write. Default 4. */
  readonly authors?: number;
  /** Default `2026-10-28`. */
  readonly newest?: string;
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(some: readonly T[], next: () => number): T => some[Math.floor(next() * some.length)] as T;

function shuffled<T>(some: readonly T[], next: () => number): T[] {
  return some
    .map((each) => ({ each, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

function numberIn({ digits }: Grammar, next: () => number): string {
  const number = String(3 + Math.floor(next() ** 2 * 940));
  return digits === undefined ? number : number.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
}

const person = ({ people: [first, last], gap }: Grammar, next: () => number): string =>
  `${pick(first, next)}${gap}${pick(last, next)}`;

/** The template with every slot filled. */
function filled(template: string, grammar: Grammar, next: () => number): string {
  const [first = '', second = ''] = shuffled(grammar.things, next);
  const place = () => grammar.places.map((part) => pick(part, next)).join('');
  const values: Record<string, () => string> = {
    t: () => first,
    u: () => second,
    p: place,
    q: place,
    w: () => person(grammar, next),
    n: () => numberIn(grammar, next),
    m: () => numberIn(grammar, next),
  };
  const text = template.replace(/\{(\w)\}/g, (_, slot: string) => values[slot]?.() ?? '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function codeLines(next: () => number): string {
  const name = () => pick(['shelf', 'crate', 'wheel', 'valve', 'lamp', 'rope', 'hinge', 'kettle'], next);
  const [item, list] = [name(), `${name()}_list`];
  const number = () => 2 + Math.floor(next() * 90);
  return `${list} = load("${name()}-${number()}.csv")\nfor ${item} in ${list}:\n    if ${item}.weight > ${number()}:\n        print(${item}.owner, ${item}.weight * ${number()})`;
}

function tableRows(grammar: Grammar, next: () => number): string[][] {
  return shuffled(grammar.things, next)
    .slice(0, 5)
    .map((thing) => [thing, pick(grammar.tags, next), numberIn(grammar, next)]);
}

function blocksOf(id: number, { grammar }: PostsPlan, next: () => number): Block[] {
  const sentences = shuffled(grammar.sentences, next).map((template) => filled(template, grammar, next));
  if (id % 9 === 4) return [{ kind: 'paragraph', text: sentences[0] ?? '' }];
  const blocks: Block[] = [];
  const paragraphs = 3 + Math.floor(next() * 6);
  for (let at = 0; at < paragraphs; at++) {
    if (paragraphs > 5 && at > 0 && at % 3 === 0)
      blocks.push({ kind: 'heading', text: grammar.headings[at / 3 - 1 + (id % 4)] ?? '' });
    blocks.push({ kind: 'paragraph', text: sentences.splice(0, 2 + Math.floor(next() * 2)).join(grammar.gap) });
    if (at === 1 && id % 7 === 2) blocks.push({ kind: 'code', text: codeLines(next) });
    if (at === 1 && id % 11 === 5) blocks.push({ kind: 'table', rows: tableRows(grammar, next) });
  }
  return blocks;
}

/** Posts with distinct titles and texts, the newest first. */
export function makePosts(plan: PostsPlan): Post[] {
  const { grammar, count, seed, authors: authorCount = 4, newest = '2026-10-28' } = plan;
  const next = random(seed);
  const authors = shuffled(grammar.people[0], next)
    .slice(0, authorCount)
    .map((first) => `${first}${grammar.gap}${pick(grammar.people[1], next)}`);
  const titles = new Set<string>();
  while (titles.size < count)
    titles.add(filled(grammar.titles[titles.size % grammar.titles.length] ?? '', grammar, next));
  let day = Date.parse(newest);
  return shuffled([...titles], next).map((title, index) => {
    const id = index + 1;
    const date = new Date(day).toISOString().slice(0, 10);
    day -= (1 + Math.floor(next() * 12)) * 86_400_000;
    const blocks = blocksOf(id, plan, next);
    return {
      id,
      slug: slugOf(title, id, next),
      title,
      author: authors[Math.floor(next() ** 1.5 * authors.length)] ?? '',
      date,
      section: pick(grammar.sections, next),
      tags: shuffled(grammar.tags, next).slice(0, 1 + Math.floor(next() * 3)),
      blocks,
      short: blocks.length === 1,
    };
  });
}

/** The title in ASCII where it is in Latin letters, made-up words elsewhere. */
function slugOf(title: string, id: number, next: () => number): string {
  const ascii = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (/[a-z]{3}/.test(ascii)) return ascii;
  const word = () =>
    pick(['ta', 'mo', 'ri', 'ka', 'lu', 'se', 'no', 'bi'], next) +
    pick(['ran', 'lem', 'shi', 'dor', 'vin', 'sal'], next);
  return `${word()}-${word()}-${id}`;
}

/** The text of a post as its readers see it, paragraphs apart. */
export const postText = ({ blocks }: Post): string => blocks.map(textOf).join('\n\n');
