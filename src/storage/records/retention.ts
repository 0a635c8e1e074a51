import { setImmediate as nextTurn } from 'node:timers/promises';
import { articleHeads, revisions } from '../collections/articles.ts';
import { counters, revisionsForgotten } from '../collections/counters.ts';
import { visits } from '../collections/crawl/visits.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';
import type { BoundedKind, Bounds, Removal } from '../maintenance-port.ts';

/** A record that may be removed by its age. */
export interface AgedRecord {
  readonly id: string;
  /** Ms since 1970. */
  readonly at: number;
  readonly bytes: number;
}

/** What an engine adds to the records of its declared collections. */
export interface RetainedArticles {
  /** At most `limit` articles after one, the newest change first, then by id; null: from the first one. */
  newestFirst(after: AgedRecord | null, limit: number): Promise<AgedRecord[]>;
  /** Articles that a person labelled, or whose page a person corrected. */
  held(): Promise<ReadonlySet<string>>;
  /** Removes those of the articles that are not held and did not change after `until`, with all that belongs to them. */
  removeArticles(ids: readonly string[], until: Date): Promise<void>;
  /** Removes those of the visits that started until then, with their part of the tallies. */
  removeVisits(ids: readonly string[], until: Date): Promise<void>;
}

/** Records per read; the event loop runs in between. */
const batchSize = 500;

/** Records per removal: endings of other processes wait for it. */
const removedAtOnce = { articles: 20, visits: 500 } as const;

/** Removes the oldest records beyond bounds, some at once, the oldest first. */
export class RecordRetention {
  readonly #articles: RetainedArticles;
  readonly #heads: RecordsOf<typeof articleHeads>;
  readonly #visits: RecordsOf<typeof visits>;
  readonly #revisions: RecordsOf<typeof revisions>;
  readonly #counters: RecordsOf<typeof counters>;

  constructor(open: OpenRecords, articles: RetainedArticles) {
    this.#articles = articles;
    this.#heads = open(articleHeads);
    this.#visits = open(visits);
    this.#revisions = open(revisions);
    this.#counters = open(counters);
  }

  /** As `Maintenance.forget`. */
  async forget(kind: BoundedKind, bounds: Bounds, { isDry }: { readonly isDry: boolean }): Promise<Removal> {
    if (bounds.since === null && bounds.atMost === null && bounds.bytes === null) return noRemoval;
    if (kind === 'revisions') return await this.#forgetRevisions(bounds, isDry);
    const held = kind === 'articles' ? await this.#articles.held() : new Set<string>();
    const newestFirst = kind === 'articles' ? this.#newestArticles() : this.#newestVisits();
    const { removal, cut } = await planRemoval(newestFirst, bounds, (id) => held.has(id));
    if (cut !== null && !isDry) await this.#remove(kind, cut);
    return removal;
  }

  async *#newestArticles(): AsyncIterable<AgedRecord> {
    for (let after: AgedRecord | null = null; ; ) {
      const batch: readonly AgedRecord[] = await this.#articles.newestFirst(after, batchSize);
      yield* batch;
      await nextTurn();
      after = batch.at(-1) ?? null;
      if (batch.length < batchSize) return;
    }
  }

  async *#newestVisits(): AsyncIterable<AgedRecord> {
    let after: { readonly id: string; readonly startedAt: Date } | undefined;
    for (;;) {
      const query = { order: ['-startedAt', '-id'] as const, after, limit: batchSize };
      const batch = await this.#visits.sizes(['id', 'startedAt'], query);
      for (const { id, startedAt, bytes } of batch) yield { id, at: startedAt.getTime(), bytes };
      await nextTurn();
      after = batch.at(-1);
      if (batch.length < batchSize) return;
    }
  }

  /** The record and all that are older: in the reverse of the order in which the plan read them. */
  async #remove(kind: 'articles' | 'visits', { id: first, at }: AgedRecord): Promise<void> {
    const [until, limit] = [new Date(at), removedAtOnce[kind]];
    if (kind === 'visits') {
      for (;;) {
        const where = { startedAt: { lte: until } };
        const batch = await this.#visits.pick(['id', 'startedAt'], { where, order: ['startedAt', 'id'], limit });
        const gone = batch.filter(({ id, startedAt }) => startedAt < until || id <= first).map(({ id }) => id);
        if (gone.length === 0) return;
        await this.#articles.removeVisits(gone, until);
        await nextTurn();
      }
    }
    let after: { readonly id: string; readonly updatedAt: Date } | undefined;
    for (;;) {
      const where = { updatedAt: { lte: until } };
      const query = { where, order: ['updatedAt', '-id'] as const, after, limit };
      const batch = await this.#heads.pick(['id', 'updatedAt'], query);
      const gone = batch.filter(({ id, updatedAt }) => updatedAt < until || id >= first).map(({ id }) => id);
      if (gone.length > 0) await this.#articles.removeArticles(gone, until);
      await nextTurn();
      after = batch.at(-1);
      if (batch.length < limit) return;
    }
  }

  async #forgetRevisions(bounds: Bounds, isDry: boolean): Promise<Removal> {
    const { removal, upTo } = await planRevisions(this.#revisionsByArticle(), bounds);
    if (isDry || upTo.size === 0) return removal;
    await this.#counters.put({ name: revisionsForgotten, value: 1 });
    for (const [articleId, revision] of upTo) await this.#revisions.remove({ articleId, revision: { lte: revision } });
    return removal;
  }

  async *#revisionsByArticle(): AsyncIterable<AgedRevision> {
    let after: { readonly articleId: string; readonly revision: number } | undefined;
    for (;;) {
      const query = { order: ['articleId', 'revision'] as const, after, limit: batchSize };
      const batch = await this.#revisions.sizes(['articleId', 'revision', 'replacedAt'], query);
      for (const { articleId: id, revision, replacedAt, bytes } of batch)
        yield { id, revision, at: replacedAt.getTime(), bytes };
      await nextTurn();
      after = batch.at(-1);
      if (batch.length < batchSize) return;
    }
  }
}

interface RemovalPlan {
  readonly removal: Removal;
  /** Where the removal begins: this record and all that are older. Null: nothing goes. */
  readonly cut: AgedRecord | null;
}

interface Sum {
  count: number;
  bytes: number;
}

/** The removal of nothing, where no bound is set. */
const noRemoval: Removal = {
  byAge: { count: 0, bytes: 0 },
  byCount: { count: 0, bytes: 0 },
  byBytes: { count: 0, bytes: 0 },
  held: 0,
  young: 0,
  left: null,
};

/**
 * Decides which records go: the first one beyond a bound, and all that are older. Each counts under the first bound that it exceeds: age, count, bytes. Takes a record at a time, so memory does not grow with the store.
 * @param newestFirst all records @param isHeld these stay, whatever their age; they count towards the bounds
 */
async function planRemoval(
  newestFirst: AsyncIterable<AgedRecord>,
  bounds: Bounds,
  isHeld: (id: string) => boolean,
): Promise<RemovalPlan> {
  const gone = { age: noSum(), count: noSum(), bytes: noSum() };
  const [seen, left] = [noSum(), noSum()];
  let [held, young, cut]: [number, number, AgedRecord | null] = [0, 0, null];
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
    cut ??= record;
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
interface AgedRevision extends AgedRecord {
  readonly revision: number;
}

interface RevisionPlan {
  readonly removal: Removal;
  /** By article: this revision goes, and all before it. */
  readonly upTo: ReadonlyMap<string, number>;
}

/**
 * Decides which revisions go: of each article the oldest, so that those that stay have no gap. `atMost` holds for each article. Where bytes are bounded, all revisions that stay are in memory, some 100 bytes each.
 * @param byArticle all revisions: those of an article stand together, in ascending order
 */
async function planRevisions(byArticle: AsyncIterable<AgedRevision>, bounds: Bounds): Promise<RevisionPlan> {
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
