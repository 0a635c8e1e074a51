import { type ComparedText, comparedText } from './compared-text.ts';
import type { KnownText } from './dedupe.ts';

/** About 40 MB: a unit costs a short string, its place and a shingle. */
const mostUnits = 400_000;

/** Texts that were made ready to be compared, the last used ones: copies of one story come close together. */
export class PreparedTexts {
  readonly #texts = new Map<string, ComparedText>();
  #units = 0;

  of(known: KnownText): ComparedText {
    const key = `${known.id}\n${known.fingerprint.bodyHash}\n${known.title}`;
    const text = this.#texts.get(key) ?? comparedText(known);
    this.#units -= this.#texts.delete(key) ? text.units.length : 0;
    this.#texts.set(key, text);
    this.#units += text.units.length;
    for (const [oldest, { units }] of this.#texts) {
      if (this.#units <= mostUnits || oldest === key) break;
      this.#texts.delete(oldest);
      this.#units -= units.length;
    }
    return text;
  }
}
