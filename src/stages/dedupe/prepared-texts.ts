import { type ComparedText, comparedText } from './compared-text.ts';
import type { StoredText } from './dedupe.ts';

/** Units in the cache, at most: about 40 MB of strings and shingles. */
const maxUnits = 400_000;

/** A cache of prepared texts, least recently used out first: copies of one story arrive close together. */
export class PreparedTexts {
  readonly #texts = new Map<string, ComparedText>();
  #units = 0;

  get(stored: StoredText): ComparedText {
    const key = `${stored.id}\n${stored.fingerprint.bodyHash}\n${stored.title}`;
    const text = this.#texts.get(key) ?? comparedText(stored);
    this.#units -= this.#texts.delete(key) ? text.units.length : 0;
    this.#texts.set(key, text);
    this.#units += text.units.length;
    for (const [oldest, { units }] of this.#texts) {
      if (this.#units <= maxUnits || oldest === key) break;
      this.#texts.delete(oldest);
      this.#units -= units.length;
    }
    return text;
  }
}
