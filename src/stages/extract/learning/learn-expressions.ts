import type { LearnedExpression } from '../../../model/wrapper/learned-wrapper.ts';
import { literalPattern } from '../../../text/characters.ts';
import type { StyledPage } from './learn-styles.ts';

/** Pages with such a line, at least: fewer are chance. */
const minSupport = 4;
/** Share of the pages on which a line of the kind must be. */
const minShare = 0.2;
/** Characters of a line: longer ones are paragraphs. */
const maxLineLength = 100;
/** Letters of the fixed part, at least; a CJK character counts double. */
const minFixedLetters = 4;
/** Characters of the part that differs, at most. */
const maxFill = 40;
const maxExpressions = 50;

interface Line {
  readonly page: number;
  readonly text: string;
  readonly isArticle: boolean;
}

/**
 * Regular expressions for short lines that are alike but for one part: "Editor: Ada Marsh", "责任编辑：张三". The fixed part is a label that ends with a colon at the
 * beginning of a line, or the words before or after a number. Anchored, no nested quantifiers. A pattern needs lines on several pages, each page one or two, with different
 * fills, and no counter-example: a line of article text on a corrected page, or one that the generic extractor is sure of.
 */
export function learnExpressions(pages: readonly StyledPage[]): LearnedExpression[] {
  const byPath = new Map<string, Line[]>();
  for (const [number, { page, paths }] of pages.entries())
    for (const [at, { line, score, isArticle }] of page.blocks.entries()) {
      if (line.length > maxLineLength) continue;
      const path = paths[at]?.two ?? '';
      const lines = byPath.get(path) ?? [];
      byPath.set(path, lines);
      lines.push({ page: number, text: line, isArticle: isArticle ?? score >= sureScore });
    }
  const minPages = Math.max(minSupport, minShare * pages.length);
  return [...byPath]
    .flatMap(([path, lines]) => expressionsOf(path, lines, minPages))
    .sort((a, b) => b.support - a.support || (a.pattern < b.pattern ? -1 : 1))
    .slice(0, maxExpressions);
}

/** Score from which the generic extractor is sure: such a line is a counter-example. */
const sureScore = 0.9;
/** Lines of a kind on one page, mean: more are a list or a dialogue. */
const maxLinesPerPage = 2;

function expressionsOf(path: string, lines: readonly Line[], minPages: number): LearnedExpression[] {
  const kinds = Map.groupBy(
    lines.flatMap((line) => {
      const shape = shapeOf(line.text);
      return shape === null ? [] : [{ line, shape }];
    }),
    ({ shape }) => shape,
  );
  return [...kinds].flatMap(([pattern, entries]): LearnedExpression[] => {
    const support = new Set(entries.map(({ line }) => line.page)).size;
    const fills = new Set(entries.map(({ line }) => line.text));
    const counterExamples = entries.filter(({ line }) => line.isArticle).length;
    const isPossible =
      support >= minPages && fills.size >= minSupport / 2 && entries.length <= maxLinesPerPage * support;
    if (!isPossible || counterExamples > 0) return [];
    return [{ pattern, path, support, counterExamples, examples: [...fills].slice(0, 3) }];
  });
}

/** A label and a value: "Editor: Ada Marsh", "（责任编辑：张三）". */
const labelled = /^([\p{P}\s]{0,3}[\p{L}\p{N} ./&'’-]{2,30}\s?[:：]\s?)(\S.{0,39}?)([)）\]】]?)$/u;

/** The pattern of a line; null where it has no fixed part. */
function shapeOf(text: string): string | null {
  const [, label, fill, end = ''] = labelled.exec(text) ?? [];
  if (label === undefined || fill === undefined || /[.!?。！？]\s/u.test(fill)) return null;
  if (lettersOf(label) < minFixedLetters) return null;
  return `^${literalPattern(label.trim())}\\s?\\S.{0,${maxFill - 1}}${end === '' ? '' : literalPattern(end)}$`;
}

const lettersOf = (text: string): number =>
  (text.match(/\p{L}/gu)?.length ?? 0) + (text.match(/[\u3040-\u9fff\uac00-\ud7af]/gu)?.length ?? 0);
