import type { TraceLine } from '../../../model/article/draft.ts';
import { type Block, lettersIn } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';

/** Latin letters per cell on average: the cells of a layout table are longer. */
const maxMeanCellLetters = 80;
/** Share of its text that must be chosen for the whole table to belong to the article. */
const minChosenShare = 0.5;

interface CompletedTables {
  /** In document order. */
  readonly body: readonly Block[];
  readonly trace: readonly TraceLine[];
}

/**
 * Adds the missing cells of each data table of which most cells are chosen: a table with holes is useless. A data table has head cells or a caption, short
 * cells, and no nested table.
 */
export function completeTables(
  { tags, starts, ends, depths, blocks }: PageTree,
  kept: readonly Block[],
  off: RulesOff = allRulesOn,
): CompletedTables {
  if (!tags.includes('table')) return { body: kept, trace: [] };
  const body = new Set(kept);
  const trace: TraceLine[] = [];
  for (const [at, tag] of tags.entries()) {
    const cells = tag === 'table' ? blocks.slice(starts[at], ends[at]) : [];
    if (cells.length < 4) continue;
    const total = lettersIn(cells);
    const chosen = lettersIn(cells.filter((cell) => body.has(cell)));
    if (chosen === total || chosen < minChosenShare * total || total / cells.length > maxMeanCellLetters) continue;
    if (!isDataTable(tags, depths, at) || off.has('body/whole-table')) continue;
    trace.push({
      rule: 'whole-table',
      why: `${Math.round((100 * chosen) / total)} % of it is text: "${cells[0]?.text.slice(0, 60)}…"`,
    });
    for (const cell of cells) body.add(cell);
  }
  return { body: trace.length === 0 ? kept : blocks.filter((block) => body.has(block)), trace };
}

function isDataTable(tags: readonly string[], depths: readonly number[], table: number): boolean {
  let hasHead = false;
  for (let at = table + 1; at < tags.length && (depths[at] ?? 0) > (depths[table] ?? 0); at++) {
    if (tags[at] === 'table') return false;
    hasHead ||= tags[at] === 'th' || tags[at] === 'caption';
  }
  return hasHead;
}
