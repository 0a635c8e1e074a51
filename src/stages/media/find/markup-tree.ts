import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { NewshawkError } from '../../../errors.ts';
import type { LinkTexts } from './link-texts.ts';

export type MarkupNode = DefaultTreeAdapterTypes.Node;

/** Elements per page; the parser of the article text has the same limit of nodes. */
const maxElements = 500_000;

/** Elements whose text is kept: the media rules read it. */
const textTags: ReadonlySet<string> = new Set(['script', 'title', 'h1']);

/**
 * Parses a page with parse5, without comments and without text that no media rule reads: in a long list, these are half of the nodes.
 * @param texts hears the text that the tree does not keep
 * @throws NewshawkError too-large above 500,000 elements
 */
export function parseMarkup(html: string, texts: LinkTexts | null = null): DefaultTreeAdapterTypes.Document {
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
        else texts?.hear(parent, text);
      },
      // misplaced text in a table
      insertTextBefore: () => {},
    },
  });
}

/** Child nodes; those of a template are in its content. */
export const childrenOf = (node: MarkupNode): readonly MarkupNode[] =>
  'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [];
