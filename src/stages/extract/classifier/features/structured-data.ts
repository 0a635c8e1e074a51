import { featureGroup } from '../feature-group.ts';
import type { MeasuredPage } from '../measured-page.ts';
import { log1, modelWords, wordNgrams } from '../tokens.ts';

/** How much of the block structured data and the rest of the page repeat. */
export const structuredData = featureGroup(
  {
    ab: 'share of its 4-grams in an articleBody of JSON-LD; -.5: too short, -1: the page has none',
    ab_u: 'length of the articleBody, log',
    dsc: 'share of its 3-grams in the description; -1: too short or none',
    dup: 'blocks with the same text, at most 5',
    dupb: 'blocks before it with the same text, at most 5',
  },
  (page) => {
    const { words, hints } = page;
    const bodies = new NgramIndex(hints.bodies, 4);
    const bodyLength = log1(hints.bodies.reduce((sum, body) => sum + body.length, 0));
    const description = new NgramIndex([hints.description], 3);
    const copies = copiesOf(page);
    return (at) => {
      const own = words(at);
      return {
        ab: bodies.size === 0 ? -1 : own.length < 4 ? -0.5 : bodies.shareOf(own),
        ab_u: bodyLength,
        dsc: description.size === 0 || own.length < 3 ? -1 : description.shareOf(own),
        dup: copies.all[at] ?? 1,
        dupb: copies.before[at] ?? 0,
      };
    };
  },
);

export const mainWords = featureGroup(
  { m_tok: 'share of its words that occur elsewhere in the densest container' },
  (page) => {
    const { words, containers, main } = page;
    const inMain = wordsOfMain(page);
    return (at) => {
      const own = words(at);
      const needed = containers[at] === main.densest ? 2 : 1;
      const repeated = own.reduce((count, word) => count + Number((inMain.get(word) ?? 0) >= needed), 0);
      return { m_tok: repeated / Math.max(1, own.length) };
    };
  },
);

/** Index of the runs of words in some texts. */
class NgramIndex {
  readonly #runs: ReadonlySet<string>;
  readonly #words: ReadonlySet<string>;
  readonly #length: number;

  constructor(texts: readonly string[], length: number) {
    const words = texts.map(modelWords);
    this.#length = length;
    this.#words = new Set(words.flat());
    this.#runs = new Set(words.flatMap((own) => wordNgrams(own, length)));
  }

  get size(): number {
    return this.#runs.size;
  }

  /** Share of a text's runs that the index contains. @param words at least as many as a run has */
  shareOf(words: readonly string[]): number {
    let [matches, inRow] = [0, 0];
    for (const [at, word] of words.entries()) {
      inRow = this.#words.has(word) ? inRow + 1 : 0;
      // skip runs with a word that the index does not contain
      if (inRow >= this.#length && this.#runs.has(words.slice(at + 1 - this.#length, at + 1).join(' '))) matches += 1;
    }
    return matches / (words.length - this.#length + 1);
  }
}

function copiesOf({ tree: { blocks } }: MeasuredPage): { all: number[]; before: number[] } {
  const counts = new Map<string, number>();
  const before = blocks.map(({ text }) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return Math.min(5, count);
  });
  return { before, all: blocks.map(({ text }) => Math.min(5, counts.get(text) ?? 1)) };
}

function wordsOfMain({ words, containers, main, count }: MeasuredPage): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < count; at++) {
    if (containers[at] !== main.densest) continue;
    for (const word of words(at)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
