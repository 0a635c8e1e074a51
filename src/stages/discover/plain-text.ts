import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** A teaser longer than this is the article itself: the head of it is enough to judge the link. */
const maxLength = 1_000;
/** So much markup is parsed at most: feeds carry whole articles. */
const maxMarkup = 20_000;
const unseen = new Set(['script', 'style', 'template', 'noscript']);

/** The text of a feed's title or summary: markup dropped, entities resolved, white space folded, cut after 1,000 characters. */
export function plainText(markup: string | undefined): string {
  if (markup === undefined) return '';
  const text = /[<&]/.test(markup) ? textOf(parseFragment(markup.slice(0, maxMarkup))) : markup;
  return text.replace(/\s+/g, ' ').trim().slice(0, maxLength);
}

/** A list of open ends and not a recursion: markup may be nested as deep as it likes. */
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
