import { Parser, type ParserOptions, type Token, TokenizerMode } from 'parse5';
import { PageTokenizer } from './page-tokenizer.ts';
import { isElement } from './tree.ts';
import { isCode, type TreeTypes } from './tree-builder.ts';

/** Where the text of such an element ends: its end tag, as the tokenizer knows it. */
const ends = new Map(
  ['script', 'style', 'noscript'].map((name) => [name, new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi')] as const),
);

/**
 * parse5's parser, but for the text of scripts and styles: half of a page's characters, of which the tree keeps none. They are passed over in one step; where a
 * script has a comment (in which an end tag may be none) or no end, parse5 reads it as it would.
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
    const end = ends.get(token.tagName);
    if (end === undefined || current === undefined || !isElement(current) || !isCode(current)) return;
    const { html, pos } = preprocessor;
    end.lastIndex = pos + 1;
    const endAt = end.exec(html)?.index;
    // the tokenizer goes on with the character behind this one
    if (endAt !== undefined && !html.slice(pos, endAt).includes('<!--')) preprocessor.pos = endAt - 1;
  }
}
