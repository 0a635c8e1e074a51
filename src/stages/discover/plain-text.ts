import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** Letters of a text that are kept: enough to score the link. */
const maxLength = 1_000;
/** Letters of markup that are parsed, at most: feeds may contain whole articles. */
const maxMarkup = 20_000;
const unseen = new Set(['script', 'style', 'template', 'noscript']);

/** The text of a feed's title or summary: markup removed, entities decoded, white space collapsed, cut after 1,000 characters. */
export function feedText(markup: string | undefined): string {
  if (markup === undefined) return '';
  const text = /[<&]/.test(markup) ? textOf(parseFragment(markup.slice(0, maxMarkup))) : markup;
  return text.replace(/\s+/g, ' ').trim().slice(0, maxLength);
}

/** Iterative, as markup may be nested deeper than the call stack allows. */
function textOf(root: DefaultTreeAdapterTypes.DocumentFragment): string {
  const parts: string[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('value' in node) parts.push(node.value);
    else if ('childNodes' in node && !unseen.has(node.nodeName)) {
      if (node.nodeName === 'p' || node.nodeName === 'br' || node.nodeName === 'div') parts.push(' ');
      open.push(...node.childNodes.toReversed());
    }
  }
  return parts.join('');
}
