import type { Fingerprint } from '../../model/draft.ts';
import {
  hammingDistance,
  neighbourDistance,
  sharedMarksFrom,
  simhashBands,
  sketchRank,
  titleKey,
  titleRank,
} from '../../model/neighbour-keys.ts';
import type { Database } from './database.ts';

/** Ids of the candidates: exact copies, then by Hamming distance, then those with the same title keywords, then by shared marks; by id among equals. */
export function neighbourIds(db: Database, fingerprint: Fingerprint, exceptId: string, limit: number): string[] {
  const ranks = new Map<string, number>();
  const add = (id: string, rank: number) => {
    if (id !== exceptId) ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
  };
  // one more than wanted: the excepted one may be among them
  const bounds = { limit: limit + 1 };
  const copies = 'SELECT id FROM articles WHERE body_hash = :hash ORDER BY id LIMIT :limit';
  for (const { id } of db.all<{ id: string }>(copies, { hash: fingerprint.bodyHash, ...bounds })) add(id, 0);
  for (const [band, value] of simhashBands(fingerprint.simhash).entries())
    for (const row of inBand(db, band, value)) {
      const distance = hammingDistance(row.simhash, fingerprint.simhash);
      if (distance <= neighbourDistance) add(row.id, 1 + distance);
    }
  const key = titleKey(fingerprint.titleKeywords);
  const namesakes = 'SELECT id FROM articles WHERE title_key = :key ORDER BY id LIMIT :limit';
  if (key !== null) for (const { id } of db.all<{ id: string }>(namesakes, { key, ...bounds })) add(id, titleRank);
  for (const [id, shared] of markCounts(db, fingerprint.sketch))
    if (shared >= sharedMarksFrom) add(id, sketchRank(shared, fingerprint.sketch.length));
  const ordered = [...ranks].sort(([idA, a], [idB, b]) => a - b || (idA < idB ? -1 : 1));
  return ordered.slice(0, limit).map(([id]) => id);
}

/** A mark that stands in more articles than this is boilerplate: further ones do not count. */
const articlesAMark = 500;

/** How many of these marks each article has. */
function markCounts(db: Database, sketch: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const sql = 'SELECT id FROM article_marks WHERE mark = :mark ORDER BY id LIMIT :limit';
  for (const mark of sketch)
    for (const { id } of db.all<{ id: string }>(sql, { mark, limit: articlesAMark }))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Read from the index alone: about 1/65,536 of the articles. */
const inBand = (db: Database, band: number, value: number) =>
  db.all<{ id: string; simhash: string }>(`SELECT id, simhash FROM articles WHERE band${band} = :value`, { value });
