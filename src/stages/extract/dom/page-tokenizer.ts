import { InsertionMode, type Parser, type ParserOptions, Token, Tokenizer } from 'parse5';
import type { TreeTypes } from './tree-builder.ts';

const [nul, carriageReturn, quote, ampersand, apostrophe, lessThan] = [0x00, 0x0d, 0x22, 0x26, 0x27, 0x3c];
/** Where white space between words is text like any other: elsewhere it may stand where words may not. */
const inText = new Set([InsertionMode.IN_BODY, InsertionMode.IN_CELL, InsertionMode.IN_CAPTION, InsertionMode.TEXT]);

/**
 * parse5's tokenizer, which takes a text or a value on to its next mark-up in one step: character by character, and each word a token of its own, that is a
 * third of the time of the parse. What the specification treats in a way of its own (references, NUL, line ends) stops it.
 */
export class PageTokenizer extends Tokenizer {
  readonly #parser: Parser<TreeTypes>;

  constructor(options: Required<ParserOptions<TreeTypes>>, parser: Parser<TreeTypes>) {
    super(options, parser);
    this.#parser = parser;
  }

  protected override _stateData(code: number): void {
    super._stateData(code);
    if (this.#isInWords) this.#readOn(lessThan);
  }

  protected override _stateScriptData(code: number): void {
    super._stateScriptData(code);
    if (this.#isInWords) this.#readOn(lessThan);
  }

  protected override _stateAttributeValueDoubleQuoted(code: number): void {
    super._stateAttributeValueDoubleQuoted(code);
    this.#readOn(quote);
  }

  protected override _stateAttributeValueSingleQuoted(code: number): void {
    super._stateAttributeValueSingleQuoted(code);
    this.#readOn(apostrophe);
  }

  get #isInWords(): boolean {
    return this.currentCharacterToken?.type === Token.TokenType.CHARACTER && inText.has(this.#parser.insertionMode);
  }

  /** The character at hand was added to the run of the text; so are those that follow it, up to one with a meaning. */
  #readOn(end: number): void {
    const { html, pos } = this.preprocessor;
    let at = pos;
    while (at < html.length) {
      const code = html.charCodeAt(at);
      if (code === end || code === ampersand || code === carriageReturn || code === nul) break;
      at += 1;
    }
    // the character at hand has a meaning itself
    if (at === pos) return;
    this.preprocessor.pos = at - 1;
    this.runEnd = at;
  }
}
