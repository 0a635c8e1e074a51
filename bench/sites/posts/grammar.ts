/**
 * The parts that posts of one language are made of. In sentences and titles `{t}` and `{u}` are things, `{p}` and `{q}` places, `{w}` a person, `{n}` and
 * `{m}` numbers. Each post fills them in its own way, so that no two posts share a sentence.
 */
export interface Grammar {
  /** BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** What stands between two sentences: nothing in Chinese. */
  readonly gap: ' ' | '';
  /** Turns digits into those that the language writes. */
  readonly digits?: string;
  /** Beginnings and endings of made-up place names. */
  readonly places: readonly [readonly string[], readonly string[]];
  /** First and last names of made-up people. */
  readonly people: readonly [readonly string[], readonly string[]];
  /** Plural nouns (the form after a number). */
  readonly things: readonly string[];
  readonly sentences: readonly string[];
  readonly titles: readonly string[];
  readonly headings: readonly string[];
  readonly tags: readonly string[];
  readonly sections: readonly string[];
}
