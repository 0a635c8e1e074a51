import { escapeHtml } from '../../../sites/posts/blocks.ts';
import { chinese } from '../../../sites/posts/chinese.ts';
import { english } from '../../../sites/posts/english.ts';
import { french } from '../../../sites/posts/french.ts';
import { german } from '../../../sites/posts/german.ts';
import type { Grammar } from '../../../sites/posts/grammar.ts';
import { japanese } from '../../../sites/posts/japanese.ts';
import { portuguese } from '../../../sites/posts/portuguese.ts';
import { makePosts, type Post, random } from '../../../sites/posts/posts.ts';
import { russian } from '../../../sites/posts/russian.ts';
import { spanish } from '../../../sites/posts/spanish.ts';
import { turkish } from './turkish.ts';
import { type PageLanguage, type Word, wordOf } from './words.ts';

const grammars: Readonly<Record<PageLanguage, Grammar>> = {
  ...{ en: english, de: german, fr: french, es: spanish, ru: russian },
  ...{ zh: chinese, ja: japanese, pt: portuguese, tr: turkish },
};

/** Everything that one page draws: texts in its language, people, days. The same seed draws the same. Texts are escaped already. */
export class Draw {
  readonly language: PageLanguage;
  readonly #next: () => number;
  readonly #posts: readonly Post[];
  readonly #paragraphs: readonly string[];
  #at = 0;
  #title = 0;
  #person = 0;

  constructor(language: PageLanguage, seed: number) {
    this.language = language;
    this.#next = random(seed);
    this.#posts = makePosts({ grammar: grammars[language], count: 48, seed, authors: 10, newest: '2026-11-12' });
    this.#paragraphs = this.#posts.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'paragraph' ? [escapeHtml(block.text)] : [])),
    );
  }

  number(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }
  chance(share: number): boolean {
    return this.#next() < share;
  }
  one<T>(some: readonly T[]): T {
    return some[Math.floor(this.#next() * some.length)] as T;
  }
  /** As many as `count` says, in a list. */
  many<T>(count: number, make: (at: number) => T): T[] {
    return Array.from({ length: count }, (_, at) => make(at));
  }
  paragraph(): string {
    return this.#paragraphs[this.#at++ % this.#paragraphs.length] ?? '';
  }
  sentence(): string {
    const [first] = new Intl.Segmenter(this.language, { granularity: 'sentence' }).segment(this.paragraph());
    return first?.segment.trim() ?? '';
  }
  title(): string {
    return escapeHtml(this.#posts[this.#title++ % this.#posts.length]?.title ?? '');
  }
  heading(): string {
    return escapeHtml(this.one(grammars[this.language].headings));
  }
  tag(): string {
    return escapeHtml(this.one(grammars[this.language].tags));
  }
  section(): string {
    return escapeHtml(this.one(grammars[this.language].sections));
  }
  thing(): string {
    return escapeHtml(this.one(grammars[this.language].things));
  }
  person(): string {
    this.#person += 3;
    return escapeHtml(this.#posts[this.#person % this.#posts.length]?.author ?? '');
  }
  nick(): string {
    const parts = [
      ['old', 'blue', 'Max', 'rusty', 'the_', 'Lena', 'Dr', 'x'],
      ['fox', 'smith', 'wheel', '77', 'boat', 'owl', '_91', 'miller'],
    ];
    return parts.map((part) => this.one(part)).join('');
  }
  slug(): string {
    return this.many(3, () =>
      this.one(['lantern', 'harbour', 'copper', 'winter', 'ferry', 'orchard', 'kettle', 'bridge', 'market']),
    ).join('-');
  }
  date(): Date {
    return new Date(Date.UTC(2026, this.number(0, 9), this.number(1, 28), this.number(6, 21), this.number(0, 59)));
  }
  /** The day as the page shows it. */
  shown(date: Date): string {
    const dateStyle = this.one(['long', 'medium', 'short'] as const);
    return new Intl.DateTimeFormat(this.language, {
      dateStyle,
      timeZone: 'UTC',
      ...(this.chance(0.4) ? { timeStyle: 'short' } : {}),
    }).format(date);
  }
  price(): string {
    return new Intl.NumberFormat(this.language, {
      style: 'currency',
      currency: this.one(['EUR', 'USD', 'TRY', 'JPY', 'CNY']),
    }).format(this.number(300, 40_000) / 100);
  }
  word(word: Word): string {
    return escapeHtml(wordOf(word, this.language));
  }
}

/** A page of one type, in one manner. */
export interface MadePage {
  readonly family: string;
  readonly path: string;
  readonly html: string;
  /** Default 200. */
  readonly status?: number;
  readonly axes?: Readonly<Record<string, string | number>>;
}
export type Family = (draw: Draw) => MadePage;
