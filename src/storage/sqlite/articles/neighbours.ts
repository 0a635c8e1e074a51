import type { Fingerprint } from '../../../model/article/draft.ts';
import {
  articlesPerBand,
  minSamePlaces,
  minSharedMarks,
  nearestNeighbours,
  rankKeys,
  rankPlaces,
  type SharedKeys,
  sharedRank,
  simhashBands,
  simhashRank,
} from '../../../model/article/neighbour-keys.ts';
import type { Bindings, Database } from '../database.ts';

/** Ids of articles that may be copies: exact copies first, then by Hamming distance, then by shared keyword places and marks, then by id. Point look-ups in indexes, no scan. */
export function neighbourIds(db: Database, fingerprint: Fingerprint, exceptId: string, limit: number): string[] {
  const ranks = new Map<string, number>();
  const add = (id: string, rank: number) => {
    if (id !== exceptId) ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
  };
  // one more than the limit: `exceptId` may be among them
  const copies = 'SELECT id FROM articles WHERE body_hash = :hash ORDER BY id LIMIT :limit';
  for (const { id } of db.all<{ id: string }>(copies, { hash: fingerprint.bodyHash, limit: limit + 1 })) add(id, 0);
  for (const [band, value] of simhashBands(fingerprint.simhash).entries())
    for (const { id, simhash } of inBand(db, band, value)) {
      const rank = simhashRank(fingerprint, { simhash });
      if (rank !== null) add(id, rank);
    }
  for (const [id, shared] of sharedKeys(db, fingerprint)) {
    const rank = sharedRank(shared);
    if (rank !== null) add(id, rank);
  }
  return nearestNeighbours(ranks, limit);
}

/** Ids of articles whose titles have the same keywords at two of four places or more, the most places first. */
export function namesakeIds(db: Database, titleKeywords: readonly string[], limit: number): string[] {
  const counts = placeCounts(db, rankKeys({ titleKeywords, bodyKeywords: [] }));
  const ordered = [...counts].sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1));
  return ordered.slice(0, limit).map(([id]) => id);
}

function sharedKeys(db: Database, fingerprint: Fingerprint): ReadonlyMap<string, SharedKeys> {
  const shared = new Map<string, SharedKeys>();
  const note = (counts: ReadonlyMap<string, number>, field: keyof SharedKeys) => {
    for (const [id, count] of counts)
      shared.set(id, { ...(shared.get(id) ?? { titlePlaces: 0, bodyPlaces: 0, marks: 0 }), [field]: count });
  };
  const keys = rankKeys(fingerprint);
  note(
    placeCounts(
      db,
      keys.filter(({ place }) => place < rankPlaces),
    ),
    'titlePlaces',
  );
  note(
    placeCounts(
      db,
      keys.filter(({ place }) => place >= rankPlaces),
    ),
    'bodyPlaces',
  );
  note(markCounts(db, fingerprint.sketch), 'marks');
  return shared;
}

/** Articles read per key. A mark or keyword that more articles share is boilerplate: further articles do not count. */
const articlesPerKey = 500;

/** Number of these marks per article, of articles that have at least `minSharedMarks`. */
function markCounts(db: Database, sketch: readonly string[]): ReadonlyMap<string, number> {
  const arms = sketch.map(
    (_, at) => `SELECT id FROM (SELECT id FROM article_marks WHERE mark = :m${at} LIMIT ${articlesPerKey})`,
  );
  return counted(db, arms, minSharedMarks, Object.fromEntries(sketch.map((mark, at) => [`m${at}`, mark])));
}

function placeCounts(db: Database, keys: ReturnType<typeof rankKeys>): ReadonlyMap<string, number> {
  const arms = keys.map(
    ({ place }) =>
      `SELECT id FROM (SELECT id FROM article_keywords WHERE place = ${place} AND keyword = :k${place} LIMIT ${articlesPerKey})`,
  );
  return counted(db, arms, minSamePlaces, Object.fromEntries(keys.map(({ place, keyword }) => [`k${place}`, keyword])));
}

/** Counts in SQLite: most rows never become objects. */
function counted(db: Database, arms: readonly string[], from: number, bindings: Bindings): ReadonlyMap<string, number> {
  if (arms.length < from) return new Map();
  const sql = `SELECT id, count(*) AS n FROM (${arms.join(' UNION ALL ')}) GROUP BY id HAVING n >= ${from}`;
  return new Map(db.all<{ id: string; n: number }>(sql, bindings).map(({ id, n }) => [id, n]));
}

/** Reads an index only: about 1 of 65,536 articles. */
const inBand = (db: Database, band: number, value: number) =>
  db.all<{ id: string; simhash: string }>(
    `SELECT id, simhash FROM articles WHERE band${band} = :value ORDER BY id LIMIT ${articlesPerBand}`,
    { value },
  );
