import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { NewshawkError } from '../../../errors.ts';

export type MarkupNode = DefaultTreeAdapterTypes.Node;

/** Elements of one page; the text's own parse stops at the same number of nodes. */
const maxElements = 500_000;

/** Elements whose text says something of media. */
const textTags: ReadonlySet<string> = new Set(['script', 'title']);

/**
 * A page's elements as parse5 builds them, without comments and without the text that no rule for media reads: half of the nodes of a long list.
 * @throws NewshawkError too-large above 500,000 elements
 */
export function parseMarkup(html: string): DefaultTreeAdapterTypes.Document {
  let elements = 0;
  return parse(html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...tag) => {
        if (++elements > maxElements)
          throw new NewshawkError('too-large', `the page has more than ${maxElements} elements`);
        return defaultTreeAdapter.createElement(...tag);
      },
      appendChild: (parent, node) => {
        if (!defaultTreeAdapter.isCommentNode(node)) defaultTreeAdapter.appendChild(parent, node);
      },
      insertText: (parent, text) => {
        if ('tagName' in parent && textTags.has(parent.tagName)) defaultTreeAdapter.insertText(parent, text);
      },
      // text that stands wrongly in a table, before it
      insertTextBefore: () => {},
    },
  });
}

/** A template's children stand in its content. */
export const childrenOf = (node: MarkupNode): readonly MarkupNode[] =>
  'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [];
