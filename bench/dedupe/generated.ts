import type { Fingerprint } from '../../src/model/article/draft.ts';

/** A stream of numbers below 2^32 that is the same at each run (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
const vocabulary = 200_000;

/**
 * Fingerprints as of news: keywords by Zipf's law, every 20th text with marks of one of 40 boilerplates, every third simhash near one of 2,000 others (texts
 * of one matter).
 */
export function generator(seed: number): { next: () => Fingerprint; copyOf: (of: Fingerprint) => Fingerprint } {
  const random = numbersFrom(seed);
  const share = () => random() / 2 ** 32;
  const word = () => `word${Math.floor(vocabulary ** share()) - 1}`;
  const centres = numbersFrom(7);
  const near = Array.from({ length: 2_000 }, () => [centres(), centres()] as const);
  const simhash = () => {
    const centre = near[random() % (near.length * 3)];
    if (centre === undefined) return hex(random()) + hex(random());
    const flips = () => (1 << (random() % 32)) ^ (1 << (random() % 32)) ^ (1 << (random() % 32));
    return hex(centre[0] ^ flips()) + hex(centre[1] ^ flips());
  };
  const next = (): Fingerprint => {
    const own = Array.from({ length: 24 }, () => hex(random() >>> 6));
    const boilerplate = random() % 20 === 0 ? random() % 40 : null;
    const marks =
      boilerplate === null
        ? own
        : [...own.slice(8), ...Array.from({ length: 8 }, (_, n) => hex(boilerplate * 100 + n))];
    return {
      bodyHash: Array.from({ length: 8 }, () => hex(random())).join(''),
      simhash: simhash(),
      titleKeywords: Array.from({ length: 6 }, word),
      bodyKeywords: Array.from({ length: 4 }, word),
      sketch: [...new Set(marks)].sort(),
    };
  };
  /** An edited copy: a third of the marks and one keyword are others. */
  const copyOf = (of: Fingerprint): Fingerprint => {
    const other = next();
    return {
      ...other,
      titleKeywords: [...of.titleKeywords.slice(0, 3), ...other.titleKeywords.slice(3)],
      sketch: [...of.sketch.slice(0, 16), ...other.sketch.slice(0, 8)].sort(),
    };
  };
  return { next, copyOf };
}
