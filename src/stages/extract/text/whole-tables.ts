import type { TraceLine } from '../../../model/article/draft.ts';
import type { Block } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';

/** A cell of data has less, in Latin letters, on the mean of its table: longer ones are of a page that is laid out as a table. */
const cellLength = 80;
/** With so much of its text a table is a part of the article as a whole. */
const mostly = 0.5;

export interface WholeTables {
  /** In document order. */
  readonly body: readonly Block[];
  readonly trace: readonly TraceLine[];
}

/**
 * A table of data of which most cells were taken for text is text from its first cell to its last: with a hole in it, it would be no table any more. Such a table has
 * head cells or a caption, short cells, and no table in it.
 */
export function wholeTables({ tags, starts, ends, depths, blocks }: PageTree, kept: readonly Block[]): WholeTables {
  if (!tags.includes('table')) return { body: kept, trace: [] };
  const body = new Set(kept);
  const trace: TraceLine[] = [];
  for (const [at, tag] of tags.entries()) {
    const cells = tag === 'table' ? blocks.slice(starts[at], ends[at]) : [];
    if (cells.length < 4) continue;
    const all = lettersIn(cells);
    const taken = lettersIn(cells.filter((cell) => body.has(cell)));
    if (taken === all || taken < mostly * all || all / cells.length > cellLength) continue;
    if (!isOfData(tags, depths, at)) continue;
    trace.push({
      rule: 'whole-table',
      why: `${Math.round((100 * taken) / all)} % of it is text: "${cells[0]?.text.slice(0, 60)}…"`,
    });
    for (const cell of cells) body.add(cell);
  }
  return { body: trace.length === 0 ? kept : blocks.filter((block) => body.has(block)), trace };
}

const lettersIn = (cells: readonly Block[]): number => cells.reduce((sum, { length }) => sum + length, 0);

function isOfData(tags: readonly string[], depths: readonly number[], table: number): boolean {
  let named = false;
  for (let at = table + 1; at < tags.length && (depths[at] ?? 0) > (depths[table] ?? 0); at++) {
    if (tags[at] === 'table') return false;
    named ||= tags[at] === 'th' || tags[at] === 'caption';
  }
  return named;
}
