import { type Block, isLong } from './blocks.ts';
import type { Element } from './dom/tree.ts';
import type { PageTree } from './page-tree.ts';

/** Part of a name that may stand after "comments" and still means the area as a whole. */
const suffix =
  'list|areas?|sections?|body|content|text|wrap(?:per)?|contain(?:er)?|threads?|stream|well|item|form|box|block|holder|panel|module|inner|feed|region|pane|view|main|data|node|entry|post|message|template|title|heading|count|header|embed|div|app|root|outer|ul|\\d+';
/**
 * A class, id or name that says "comments" as a whole: `post-comments`, `comment_content`, `disqus_thread`; not `commentary-page`, `preview`. On the developer
 * corpora such areas hold 33,892 tokens of which 3 belong to an article; a loose substring match costs .008 of F1 instead (block-classifier prototype).
 */
const comments = new RegExp(
  `^(?:[a-z]{1,12}[-_])?(?:comments?|commentlist|kommentare?|disqus(?:[-_]thread)?|replies|respond|reply|discussion|pinglun|commentaires?|comentarios?)(?:[-_]?(?:${suffix}))*$`,
  'i',
);
const negated = /^(?:no|has|with|hide|show|open|closed|off|allow|disable|enable|without)[-_]/i;
/** Every name of such an area has one of these: most elements need no further look. */
const speaksOfComments = /comment|kommentar|disqus|repl|respond|discussion|pinglun|comentario/i;
const namingAttributes = new Set(['id', 'class', 'data-component', 'data-testid', 'data-module', 'name']);

/** Whether an element is named as the place of the readers' comments. */
function namesComments(element: Element): boolean {
  return element.attributes.some(
    ({ name: attribute, value }) =>
      speaksOfComments.test(value) &&
      namingAttributes.has(attribute) &&
      value
        .replace(/([a-z])([A-Z])/g, '$1-$2')
        .split(/\s+/)
        .some((name) => name.length < 80 && comments.test(name) && !negated.test(name)),
  );
}

const wholePage = new Set(['html', 'body', 'main']);

/** Which blocks stand in the readers' comments. An area that holds the headline, or all long text of the page, is none. */
export function inComments({ elements, tags, starts, ends, blocks }: PageTree, headline: Block | null): boolean[] {
  const found = blocks.map(() => false);
  const longBefore = [0];
  for (const block of blocks) longBefore.push((longBefore.at(-1) ?? 0) + Number(isLong(block)));
  const allLong = longBefore.at(-1) ?? 0;
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  for (let at = 0; at < elements.length; at++) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || wholePage.has(tags[at] ?? '') || !namesComments(elements[at] as Element)) continue;
    const holdsAll = allLong > 0 && (longBefore[end] ?? 0) - (longBefore[start] ?? 0) === allLong;
    if (!holdsAll && !(start <= headlineAt && headlineAt < end)) found.fill(true, start, end);
  }
  return found;
}
