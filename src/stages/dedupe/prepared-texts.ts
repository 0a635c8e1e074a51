import { LRUCache } from 'lru-cache';
import { type ComparedText, comparedText } from './compared-text.ts';
import type { StoredText } from './dedupe.ts';

/** Units in the cache, at most: about 40 MB of strings and shingles. */
const maxUnits = 400_000;

/** A cache of prepared texts, least recently used out first: copies of one story arrive close together. */
export class PreparedTexts {
  readonly #texts = new LRUCache<string, ComparedText>({
    maxSize: maxUnits,
    sizeCalculation: ({ units }) => Math.max(1, units.length),
  });

  get(stored: StoredText): ComparedText {
    const key = `${stored.id}
${stored.fingerprint.bodyHash}
${stored.title}`;
    const cached = this.#texts.get(key);
    if (cached !== undefined) return cached;
    const text = comparedText(stored);
    this.#texts.set(key, text);
    return text;
  }
}
