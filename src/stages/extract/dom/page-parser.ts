import { Parser, type ParserOptions, type Token, TokenizerMode } from 'parse5';
import { PageTokenizer } from './page-tokenizer.ts';
import { isElement } from './tree.ts';
import { isCode, type TreeTypes } from './tree-builder.ts';

/** End tags by element name, as the tokenizer recognizes them. */
const endTags = new Map(
  ['script', 'style', 'noscript'].map((name) => [name, new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi')] as const),
);

/**
 * parse5's parser, but it skips the text of scripts and styles in one step: half of a page's characters, and the tree keeps none of them. parse5 itself reads
 * a script without an end tag, and one with a comment: an end tag inside a comment may not count.
 */
export class PageParser extends Parser<TreeTypes> {
  constructor(options: ParserOptions<TreeTypes>) {
    super(options);
    this.tokenizer = new PageTokenizer(this.options, this);
  }

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(token);
    const { state, preprocessor } = this.tokenizer;
    if (state !== TokenizerMode.SCRIPT_DATA && state !== TokenizerMode.RAWTEXT) return;
    const { current } = this.openElements;
    const end = endTags.get(token.tagName);
    if (end === undefined || current === undefined || !isElement(current) || !isCode(current)) return;
    const { html, pos } = preprocessor;
    end.lastIndex = pos + 1;
    const endAt = end.exec(html)?.index;
    // the tokenizer continues after this position
    if (endAt !== undefined && !html.slice(pos, endAt).includes('<!--')) preprocessor.pos = endAt - 1;
  }
}
