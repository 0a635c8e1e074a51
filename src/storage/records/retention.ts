import type { Bounds, Removal } from '../maintenance-port.ts';

/** A record that may be removed by its age. */
export interface AgedRecord {
  readonly id: string;
  /** Ms since 1970. */
  readonly at: number;
  readonly bytes: number;
}

/** Where the removal begins: this record and all that are older. */
export type Cut = Pick<AgedRecord, 'id' | 'at'>;

export interface RemovalPlan {
  readonly removal: Removal;
  /** Null: nothing goes. */
  readonly cut: Cut | null;
}

interface Sum {
  count: number;
  bytes: number;
}

/** The removal of nothing, where no bound is set. */
export const noRemoval: Removal = {
  byAge: { count: 0, bytes: 0 },
  byCount: { count: 0, bytes: 0 },
  byBytes: { count: 0, bytes: 0 },
  held: 0,
  young: 0,
  left: null,
};

export const isUnbounded = ({ since, atMost, bytes }: Bounds): boolean =>
  since === null && atMost === null && bytes === null;

/**
 * Decides which records go: the first one beyond a bound, and all that are older. Each counts under the first bound that it exceeds: age, count, bytes. Takes a record at a time, so memory does not grow with the store.
 * @param newestFirst all records @param isHeld these stay, whatever their age; they count towards the bounds
 */
export async function planRemoval(
  newestFirst: AsyncIterable<AgedRecord>,
  bounds: Bounds,
  isHeld: (id: string) => boolean = () => false,
): Promise<RemovalPlan> {
  const gone = { age: noSum(), count: noSum(), bytes: noSum() };
  const [seen, left] = [noSum(), noSum()];
  let [held, young, cut]: [number, number, Cut | null] = [0, 0, null];
  for await (const record of newestFirst) {
    add(seen, record);
    const bound = exceeded(record.at, seen, bounds);
    const isYoung = record.at > bounds.before.getTime();
    if (bound === null || isYoung || isHeld(record.id)) {
      if (bound !== null && isYoung) young += 1;
      else if (bound !== null) held += 1;
      add(left, record);
      continue;
    }
    cut ??= { id: record.id, at: record.at };
    add(gone[bound], record);
  }
  return { removal: { byAge: gone.age, byCount: gone.count, byBytes: gone.bytes, held, young, left }, cut };
}

/** The records before this one are newer, so what is true of one record is true of all older ones. */
function exceeded(at: number, { count, bytes }: Sum, bounds: Bounds): 'age' | 'count' | 'bytes' | null {
  if (bounds.since !== null && at < bounds.since.getTime()) return 'age';
  if (bounds.atMost !== null && count > bounds.atMost) return 'count';
  return bounds.bytes !== null && bytes > bounds.bytes ? 'bytes' : null;
}

const noSum = (): Sum => ({ count: 0, bytes: 0 });

function add(sum: Sum, { bytes }: AgedRecord): void {
  sum.count += 1;
  sum.bytes += bytes;
}

/** An earlier version of an article; `id` is the article's. */
export interface AgedRevision extends AgedRecord {
  readonly revision: number;
}

export interface RevisionPlan {
  readonly removal: Removal;
  /** By article: this revision goes, and all before it. */
  readonly upTo: ReadonlyMap<string, number>;
}

/**
 * Decides which revisions go: of each article the oldest, so that those that stay have no gap. `atMost` holds for each article. Where bytes are bounded, all revisions that stay are in memory, some 100 bytes each.
 * @param byArticle all revisions: those of an article stand together, in ascending order
 */
export async function planRevisions(byArticle: AsyncIterable<AgedRevision>, bounds: Bounds): Promise<RevisionPlan> {
  const gone = { age: noSum(), count: noSum(), bytes: noSum() };
  const left = noSum();
  let young = 0;
  const upTo = new Map<string, number>();
  const staying: AgedRevision[] = [];
  const planArticle = (revisions: readonly AgedRevision[]) => {
    let [count, cause]: [number, 'age' | 'count' | null] = [0, null];
    for (const revision of revisions.toReversed()) {
      count += 1;
      const bound = exceeded(revision.at, { count, bytes: 0 }, { ...bounds, bytes: null }) as 'age' | 'count' | null;
      const isYoung = revision.at > bounds.before.getTime();
      if (isYoung && bound !== null) young += 1;
      if (!isYoung) cause = bound ?? cause;
      add(cause === null ? left : gone[cause], revision);
      if (cause === null && bounds.bytes !== null) staying.push(revision);
      if (cause !== null && !upTo.has(revision.id)) upTo.set(revision.id, revision.revision);
    }
  };
  let article: AgedRevision[] = [];
  for await (const revision of byArticle) {
    if (article[0] !== undefined && article[0].id !== revision.id) {
      planArticle(article);
      article = [];
    }
    article.push(revision);
  }
  planArticle(article);
  let bytes = 0;
  const goesOn = new Set<string>(); // articles of which a revision exceeds the bytes: all before it do too
  for (const revision of staying.sort((a, b) => b.at - a.at || b.revision - a.revision)) {
    bytes += revision.bytes;
    const isYoung = revision.at > bounds.before.getTime();
    if (!goesOn.has(revision.id) && (bytes <= (bounds.bytes ?? 0) || isYoung)) {
      if (bytes > (bounds.bytes ?? 0)) young += 1;
      continue;
    }
    goesOn.add(revision.id);
    upTo.set(revision.id, Math.max(upTo.get(revision.id) ?? 0, revision.revision));
    add(gone.bytes, revision);
    left.count -= 1;
    left.bytes -= revision.bytes;
  }
  return { removal: { byAge: gone.age, byCount: gone.count, byBytes: gone.bytes, held: 0, young, left }, upTo };
}
