import { InsertionMode, type Parser, type ParserOptions, Token, Tokenizer } from 'parse5';
import type { TreeTypes } from './tree-builder.ts';

const [nul, carriageReturn, quote, ampersand, apostrophe, lessThan] = [0x00, 0x0d, 0x22, 0x26, 0x27, 0x3c];
/** Insertion modes in which white space is ordinary text. In others, white space may stand where words may not. */
const textModes = new Set([InsertionMode.IN_BODY, InsertionMode.IN_CELL, InsertionMode.IN_CAPTION, InsertionMode.TEXT]);

/**
 * parse5's tokenizer, but it reads a text or an attribute value in one step. parse5 reads character by character and makes a token of each word, which is a
 * third of the parse time. The step ends at characters with special rules in the specification: references, NUL, carriage returns.
 */
export class PageTokenizer extends Tokenizer {
  readonly #parser: Parser<TreeTypes>;

  constructor(options: Required<ParserOptions<TreeTypes>>, parser: Parser<TreeTypes>) {
    super(options, parser);
    this.#parser = parser;
  }

  protected override _stateData(code: number): void {
    super._stateData(code);
    if (this.#isInText) this.#readUntil(lessThan);
  }

  protected override _stateScriptData(code: number): void {
    super._stateScriptData(code);
    if (this.#isInText) this.#readUntil(lessThan);
  }

  protected override _stateAttributeValueDoubleQuoted(code: number): void {
    super._stateAttributeValueDoubleQuoted(code);
    this.#readUntil(quote);
  }

  protected override _stateAttributeValueSingleQuoted(code: number): void {
    super._stateAttributeValueSingleQuoted(code);
    this.#readUntil(apostrophe);
  }

  get #isInText(): boolean {
    return this.currentCharacterToken?.type === Token.TokenType.CHARACTER && textModes.has(this.#parser.insertionMode);
  }

  /** Adds the characters after the current one to its text, up to `end` or a special character. */
  #readUntil(end: number): void {
    const { html, pos } = this.preprocessor;
    let at = pos;
    while (at < html.length) {
      const code = html.charCodeAt(at);
      if (code === end || code === ampersand || code === carriageReturn || code === nul) break;
      at += 1;
    }
    // the current character is itself special
    if (at === pos) return;
    this.preprocessor.pos = at - 1;
    this.runEnd = at;
  }
}
