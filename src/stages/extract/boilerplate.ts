import type { TraceLine } from '../../model/draft.ts';
import { likeness, tokensOf } from '../../text/likeness.ts';
import { type Block, cutBlocks, lengthOf } from './blocks.ts';

/** One reason to take elements out. */
export interface RemovalRule<Context> {
  readonly name: string;
  readonly why: string;
  /** CSS: what is looked at. */
  readonly selector: string;
  readonly applies: (element: Element, context: Context) => boolean;
}

/** Runs every rule over every element below `root`; an element that goes takes its children along. Each rule that did something reports it. */
export function removeBy<Context>(
  rules: readonly RemovalRule<Context>[],
  root: Element,
  context: Context,
): TraceLine[] {
  const trace: TraceLine[] = [];
  for (const { name, why, selector, applies } of rules) {
    let count = 0;
    for (const element of [...root.querySelectorAll(selector)]) {
      if (!root.contains(element) || !applies(element, context)) continue;
      element.remove();
      count += 1;
    }
    if (count > 0) trace.push({ rule: name, why: `${why} (${count}x)` });
  }
  return trace;
}

interface Line {
  readonly block: Block;
  readonly at: number;
  readonly title: readonly string[];
  /** Only lines that are no full paragraph follow. */
  readonly isTail: boolean;
}

interface LineRule {
  readonly name: string;
  readonly why: string;
  readonly applies: (line: Line) => boolean;
}

const isShort = ({ text }: Block): boolean => lengthOf(text) < 160;
const isLinked = ({ text, linkLength }: Block): boolean => linkLength > 0.6 * text.length;

/** "Read more", "Lesen Sie auch", "À lire aussi" …: a pointer to another article within the text. */
const pointer =
  /^(?:read (?:more|also|next)|related|see also|also read|more on|more from|watch|click here|subscribe|sign up|follow us|lesen sie|lies auch|mehr (?:zum|dazu|lesen)|auch interessant|siehe auch|à lire|lire aussi|voir aussi|lea también|leer más|te puede interesar|ver también|leggi anche|lees ook)\b/iu;
const pointerCjk = /^(?:相关阅读|延伸阅读|推荐阅读|关联阅读|相关新闻|更多精彩|返回搜狐|関連記事|あわせて読みたい)/u;
/** Lines about the page, not of the text. */
const imprint =
  /^(?:©|\(c\) ?\d{4}|copyright\b|all rights reserved|alle rechte vorbehalten|tous droits réservés|责任编辑|責任編輯|编辑：|share (?:this|on)\b|advertisement$|anzeige$|publicité$|\[?email[\s\u00a0]protected\]?$)/iu;

const rules: readonly LineRule[] = [
  {
    name: 'repeated-headline',
    why: 'the body begins with the headline',
    applies: ({ block, at, title }) => at < 3 && title.length > 1 && likeness(tokensOf(block.text), title) >= 0.9,
  },
  {
    name: 'pointer',
    why: 'points to another article',
    applies: ({ block }) =>
      isShort(block) && (pointer.test(block.text) || pointerCjk.test(block.text)) && block.linkLength > 0,
  },
  { name: 'imprint', why: 'a line about the page', applies: ({ block }) => isShort(block) && imprint.test(block.text) },
  {
    name: 'linked-tail',
    why: 'links after the last full paragraph',
    applies: ({ block, isTail }) => isTail && isShort(block) && isLinked(block),
  },
];

/** Takes lines out of a found body that are not its text. Never all of them. */
export function leftOutOf(body: Element, title: string | null): TraceLine[] {
  const blocks = cutBlocks(body);
  const lastFull = blocks.findLastIndex((block) => !isShort(block) && !isLinked(block));
  const titleTokens = tokensOf(title ?? '');
  const trace: TraceLine[] = [];
  for (const [at, block] of blocks.entries()) {
    const line: Line = { block, at, title: titleTokens, isTail: lastFull >= 0 && at > lastFull };
    const rule = rules.find(({ applies }) => applies(line));
    if (rule === undefined || !isWhole(block, blocks) || block.element === body) continue;
    block.element.remove();
    trace.push({ rule: rule.name, why: `${rule.why}: ${block.text.slice(0, 80)}` });
  }
  return trace;
}

/** Whether the block's element holds nothing but it: only then it can go without its neighbours. */
const isWhole = (block: Block, blocks: readonly Block[]): boolean =>
  blocks.every((other) => other === block || !block.element.contains(other.element));
