import type { BodyPath } from '../../../model/page/page-api.ts';
import { jsonOf } from '../../../text/answer-data.ts';
import { likeness, sharedWordsShare, wordTokens } from '../../../text/likeness.ts';
import { plainText } from './plain-text.ts';
import { bodyHtmlAt } from './read-body.ts';
import { shownProperties } from './shown-text.ts';
import { Shingles, type TextNode, textTreeOf } from './text-tree.ts';

/** Share of an article's shingles that the strings of answers must have: those over the border of two strings (a bold word between two texts) are in none. */
const minShingles = 0.6;
/** Share of an article's words that the paths must give. */
const minRecall = 0.9;
/** Share of a value's shingles that a part of it must have to be taken in its place. */
const minPartCoverage = 0.97;
/** Share of an article's shingles that a further part or answer must add. */
const minAdded = 0.03;
/** F1 of words between what the paths give and the article. */
const minLikeness = 0.9;
const maxParts = 4;
const maxWays = 8;
/** Share of a value's shingles below which a part may be a standfirst or a teaser: pages show it, or do not. */
const minMainPart = 0.2;

/** The data of one answer. */
export interface AnswerData {
  /** Number in `PageAnswers.answers`. */
  readonly answer: number;
  readonly data: unknown;
}

/**
 * Ways to read an article's text from answers, the best first. The value that has the text is searched from the top: where no single property has it all, the
 * parts are joined, also of several answers.
 */
export function bodyPathsIn(answers: readonly AnswerData[], body: string): readonly (readonly BodyPath[])[] {
  const ways = pathsOf(answers, body, new Shingles(body));
  // a tree with a string for each bold word shares few rows of words with the page, but all words
  return ways.length > 0 ? ways : pathsOf(answers, body, new Shingles(body, 1));
}

function pathsOf(answers: readonly AnswerData[], body: string, article: Shingles): readonly (readonly BodyPath[])[] {
  const trees = answers.flatMap(({ answer, data }) => {
    const tree = textTreeOf(data, article);
    return tree === null ? [] : [{ answer, data, tree }];
  });
  const whole = trees.filter(({ tree }) => tree.shingles.size >= minShingles * article.size).map((one) => [one]);
  const together = joined(trees, article);
  const ways = [...whole, ...(together.length > 1 ? [together] : [])].flatMap((parts) =>
    waysOver(
      parts.map(({ answer, tree }) => waysIn(tree, article).map((paths) => paths.map((path) => ({ ...path, answer })))),
    ),
  );
  const words = wordTokens(body);
  const dataOf = (number: number) => answers.find(({ answer }) => answer === number)?.data;
  return ways
    .map((paths) => ({
      paths,
      ...scoreOf(paths.map((path) => bodyHtmlAt(dataOf(path.answer), path)).join('\n'), words),
    }))
    .filter(({ recall, score }) => recall >= minRecall && score >= minLikeness)
    .sort((a, b) => b.score - a.score || widthOf(a.paths) - widthOf(b.paths) || a.paths.length - b.paths.length)
    .slice(0, maxWays)
    .map(({ paths }) => paths);
}

/** Named properties below a path: a further one that pages have may be no text of the article. */
const widthOf = (paths: readonly BodyPath[]): number => paths.reduce((sum, { texts }) => sum + texts.length, 0);

function scoreOf(html: string, words: readonly string[]): { readonly recall: number; readonly score: number } {
  const read = wordTokens(plainText(html));
  return { recall: sharedWordsShare(words, read), score: likeness(words, read) };
}

interface AnswerTree extends AnswerData {
  readonly tree: TextNode;
}

/** Answers that have the article together, in the order of its text: the largest first, then those that add to it. */
function joined(trees: readonly AnswerTree[], article: Shingles): readonly AnswerTree[] {
  const chosen: AnswerTree[] = [];
  const covered = new Set<number>();
  for (const tree of trees.toSorted((a, b) => b.tree.shingles.size - a.tree.shingles.size)) {
    const added = [...tree.tree.shingles].filter((number) => !covered.has(number));
    if (chosen.length === maxParts || added.length < minAdded * article.size) continue;
    chosen.push(tree);
    for (const number of added) covered.add(number);
  }
  if (covered.size < minShingles * article.size) return [];
  return chosen.map((one) => withoutShared(one, chosen)).sort((a, b) => placeOf(a.tree) - placeOf(b.tree));
}

/** An answer with only what no other one has: a teaser of the whole article may be in each. */
function withoutShared(one: AnswerTree, all: readonly AnswerTree[]): AnswerTree {
  const others = new Set(all.flatMap((other) => (other === one ? [] : [...other.tree.shingles])));
  const own = ({ shingles, children, ...node }: TextNode): TextNode => ({
    ...node,
    shingles: new Set([...shingles].filter((number) => !others.has(number))),
    children: children.map(own).filter((child) => child.shingles.size > 0),
  });
  return { ...one, tree: own(one.tree) };
}

/** The place of a part in the article: the median of its shingles, since some are anywhere by chance. */
const placeOf = ({ shingles }: TextNode): number => [...shingles].sort((a, b) => a - b)[shingles.size >> 1] ?? 0;

type OwnPath = Omit<BodyPath, 'answer'>;

/** Each choice of one way per part, at most `maxWays`. */
const waysOver = (parts: readonly (readonly (readonly BodyPath[])[])[]): readonly (readonly BodyPath[])[] =>
  parts.reduce<readonly (readonly BodyPath[])[]>(
    (chosen, ways) => chosen.flatMap((before) => ways.map((way) => [...before, ...way])).slice(0, maxWays),
    [[]],
  );

/** Ways to read what a value has of the article: by a property that has nearly all of it, by several, or by the value itself. */
function waysIn(node: TextNode, article: Shingles): readonly (readonly OwnPath[])[] {
  const large = node.children.filter(({ shingles }) => shingles.size >= minPartCoverage * node.shingles.size);
  if (large.length > 0)
    return large
      .slice(0, maxWays)
      .flatMap((child) => waysIn(child, article))
      .slice(0, maxWays);
  if (typeof node.value === 'string') {
    const inner = /^\s*[[{]/.test(node.value) ? jsonOf(node.value) : undefined;
    return [
      [{ path: node.path, ...(inner === undefined ? { texts: [], skips: [] } : shownProperties(inner, article)) }],
    ];
  }
  const itself: readonly OwnPath[] = [{ path: node.path, ...shownProperties(node.value, article) }];
  if (Array.isArray(node.value)) return [itself];
  const parts = partsOf(node);
  const main = parts.filter(({ shingles }) => shingles.size >= minMainPart * node.shingles.size);
  const choices = [parts, ...(main.length < parts.length ? [main] : [])].filter((choice) => choice.length > 0);
  return [...choices.map((choice) => choice.flatMap((part) => waysIn(part, article)[0] ?? [])), itself];
}

/** Properties that have the text together, in its order. */
function partsOf(node: TextNode): readonly TextNode[] {
  const chosen: TextNode[] = [];
  const covered = new Set<number>();
  for (const child of node.children.toSorted((a, b) => b.shingles.size - a.shingles.size)) {
    const added = [...child.shingles].filter((number) => !covered.has(number));
    if (chosen.length === maxParts || added.length < Math.max(2, minAdded * node.shingles.size)) continue;
    chosen.push(child);
    for (const number of added) covered.add(number);
  }
  return chosen.sort((a, b) => placeOf(a) - placeOf(b));
}
