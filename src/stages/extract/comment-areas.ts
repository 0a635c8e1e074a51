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
const namingAttributes = ['id', 'class', 'data-component', 'data-testid', 'data-module', 'name'];

/** Whether an element is named as the place of the readers' comments. */
export function namesComments(element: Element): boolean {
  if (['html', 'body', 'main'].includes(element.localName)) return false;
  return namingAttributes.some((attribute) =>
    (element.getAttribute(attribute) ?? '')
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .split(/\s+/)
      .some((name) => name.length < 80 && comments.test(name) && !negated.test(name)),
  );
}
