import { phrasePlaces, readSearch, type SearchPhrase } from '../../../text/search-query.ts';

/** Articles that are ranked, the newest that match: their texts are read, about 10 MB. */
export const rankedMatches = 500;

/** Okapi BM25, with its usual constants and the weights of the SQLite store: a word of the title counts four times. */
const [k1, b, titleWeight] = [1.2, 0.75, 4];

interface Candidate {
  readonly _id: string;
  /** As `searchFields` makes it. */
  readonly folded: string;
}

interface Counted {
  readonly id: string;
  readonly length: number;
  /** Of each phrase. */
  readonly counts: readonly number[];
}

/**
 * The ids, best match first, those of one rank in the given order. All candidates have all words, so how rare one is among all articles is not looked up.
 */
export function rankedIds(q: string, candidates: readonly Candidate[]): string[] {
  const read = readSearch(q);
  if ('problem' in read) return [];
  const { all } = read.query;
  const counted = candidates.map((candidate) => countIn(candidate, all));
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length);
  const scored = counted.map(({ id, length, counts }) => {
    const norm = k1 * (1 - b + (b * length) / Math.max(1, mean));
    return { id, score: counts.reduce((sum, count) => sum + (count * (k1 + 1)) / (count + norm), 0) };
  });
  return scored.sort((one, other) => other.score - one.score).map(({ id }) => id);
}

function countIn({ _id: id, folded }: Candidate, phrases: readonly SearchPhrase[]): Counted {
  const [title = [], body = []] = folded.split('\n').map((line) => line.trim().split(' '));
  const counts = phrases.map((phrase) => titleWeight * timesIn(phrase, title) + timesIn(phrase, body));
  return { id, length: title.length + body.length, counts };
}

function timesIn(phrase: SearchPhrase, units: readonly string[]): number {
  let times = 0;
  for (const _ of phrasePlaces(phrase, units)) times += 1;
  return times;
}
