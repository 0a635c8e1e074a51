import { featureGroup } from '../feature-group.ts';
import type { MeasuredPage } from '../measured-page.ts';
import { gramsOf, log1, wordsOf } from '../tokens.ts';

/** What structured data and the rest of the page repeat of the block. */
export const structuredData = featureGroup(
  {
    ab: 'share of its 4-grams in an articleBody of JSON-LD; -.5: too short, -1: the page has none',
    ab_u: 'length of the articleBody, log',
    dsc: 'share of its 3-grams in the description; -1: too short or none',
    dup: 'blocks with the same text, at most 5',
    dupb: 'blocks before it with the same text, at most 5',
    m_tok: 'share of its words that stand elsewhere in the densest container',
  },
  (page) => {
    const { words, says, containers, main } = page;
    const bodies = new Set(says.bodies.flatMap((body) => gramsOf(wordsOf(body), 4)));
    const bodyLength = log1(says.bodies.reduce((sum, body) => sum + body.length, 0));
    const description = new Set(gramsOf(wordsOf(says.description), 3));
    const copies = copiesOf(page);
    const inMain = wordsOfMain(page);
    return (at) => {
      const own = words[at] ?? [];
      const needed = containers[at] === main.densest ? 2 : 1;
      return {
        ab: bodies.size === 0 ? -1 : own.length < 4 ? -0.5 : shareIn(bodies, gramsOf(own, 4)),
        ab_u: bodyLength,
        dsc: description.size === 0 || own.length < 3 ? -1 : shareIn(description, gramsOf(own, 3)),
        dup: copies.all[at] ?? 1,
        dupb: copies.before[at] ?? 0,
        m_tok: own.filter((word) => (inMain.get(word) ?? 0) >= needed).length / Math.max(1, own.length),
      };
    };
  },
);

const shareIn = (known: ReadonlySet<string>, grams: readonly string[]): number =>
  grams.filter((gram) => known.has(gram)).length / grams.length;

function copiesOf({ tree: { blocks } }: MeasuredPage): { all: number[]; before: number[] } {
  const counts = new Map<string, number>();
  const before = blocks.map(({ text }) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return Math.min(5, count);
  });
  return { before, all: blocks.map(({ text }) => Math.min(5, counts.get(text) ?? 1)) };
}

function wordsOfMain({ words, containers, main }: MeasuredPage): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [at, own] of words.entries()) {
    if (containers[at] !== main.densest) continue;
    for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
