import type { Making } from './making.ts';

/** How a page names its boxes: by their meaning, by utilities, by hashes, by letters, or not at all. A made system keeps its manner. */
export class Manner {
  readonly #m: Making;
  readonly #style: 'words' | 'words' | 'utilities' | 'hashes' | 'none';
  readonly #prefix: string;
  readonly #names = new Map<string, string>();

  constructor(m: Making) {
    this.#m = m;
    this.#style = m.pick(['words', 'words', 'words', 'utilities', 'hashes', 'none']);
    this.#prefix = m.pick(['', '', '', `${m.words(1)}-`, 'c-', 'js-', `${m.words(1)}__`]);
  }

  /** The class attribute of a box with this meaning; the words are alternatives. */
  of(...meanings: readonly string[]): string {
    const key = meanings.join(' ');
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#draw(meanings);
      this.#names.set(key, name);
    }
    return name === '' ? '' : ` class="${name}"`;
  }

  #draw(meanings: readonly string[]): string {
    const m = this.#m;
    switch (this.#style) {
      case 'words':
        return m.chance(0.85) ? `${this.#prefix}${m.pick(meanings)}${m.chance(0.2) ? ` ${m.words(1)}` : ''}` : '';
      case 'utilities':
        return m.pick(['flex gap-2', 'mt-4', 'px-3 py-2', 'text-sm', 'grid', 'w-full', 'font-bold', 'relative']);
      case 'hashes':
        return `${m.pick(['css', 'sc', 'x'])}-${m.int(100_000, 9_999_999).toString(36)}`;
      case 'none':
        return '';
    }
  }
}

export const tag = (m: Making): string => m.pick(['div', 'div', 'div', 'section', 'article', 'li']);
