import { revisionsForgotten } from '../../collections/counters.ts';
import type { BoundedKind, Bounds, Removal } from '../../maintenance-port.ts';
import {
  type AgedRecord,
  type AgedRevision,
  type Cut,
  isUnbounded,
  noRemoval,
  planRemoval,
  planRevisions,
} from '../../records/retention.ts';
import { finishRemovals, heldArticles, removeArticles, removeVisits } from '../articles/removals.ts';
import type { Collections } from '../collections.ts';

/** Records per removal. */
const batchSize = 100;

interface Aged {
  readonly _id: string;
  readonly at: Date;
  readonly bytes: number;
}

/** By an index, the newest first. */
const orders = {
  articles: { field: 'updatedAt', sort: { updatedAt: -1, _id: 1 } },
  visits: { field: 'startedAt', sort: { startedAt: -1, _id: -1 } },
} as const;

/** Removes the oldest records beyond bounds, some at once, the oldest first. */
export class MongoRetention {
  readonly #collections: Collections;

  constructor(collections: Collections) {
    this.#collections = collections;
  }

  async forget(kind: BoundedKind, bounds: Bounds, { isDry }: { readonly isDry: boolean }): Promise<Removal> {
    if (!isDry) await finishRemovals(this.#collections);
    if (isUnbounded(bounds)) return noRemoval;
    if (kind === 'revisions') return await this.#revisions(bounds, isDry);
    const held = kind === 'articles' ? await heldArticles(this.#collections) : new Set<string>();
    const { removal, cut } = await planRemoval(this.#newestFirst(kind), bounds, (id) => held.has(id));
    if (cut !== null && !isDry) await this.#remove(kind, cut);
    return removal;
  }

  async *#newestFirst(kind: 'articles' | 'visits'): AsyncIterable<AgedRecord> {
    const { field, sort } = orders[kind];
    const records = this.#collections[kind as 'visits']
      .find({})
      .sort(sort)
      .project<Aged>({ at: `$${field}`, bytes: { $bsonSize: '$$ROOT' } });
    for await (const { _id, at, bytes } of records) yield { id: _id, at: at.getTime(), bytes };
  }

  async #remove(kind: 'articles' | 'visits', { at, id }: Cut): Promise<void> {
    const { field } = orders[kind];
    const until = new Date(at);
    const beyond = kind === 'articles' ? { $gte: id } : { $lte: id };
    const query = { $or: [{ [field]: { $lt: until } }, { [field]: until, _id: beyond }] };
    const ids: string[] = [];
    const removeBatch = async () => {
      const batch = ids.splice(0);
      if (kind === 'visits') return await removeVisits(this.#collections, batch, until);
      const held = await heldArticles(this.#collections); // read again: a person may have labelled one
      await removeArticles(
        this.#collections,
        batch.filter((article) => !held.has(article)),
        until,
      );
    };
    const oldestFirst = this.#collections[kind as 'visits'].find(query as never).sort({ [field]: 1 });
    for await (const { _id } of oldestFirst.project<{ _id: string }>({ _id: 1 })) {
      ids.push(_id);
      if (ids.length === batchSize) await removeBatch();
    }
    if (ids.length > 0) await removeBatch();
  }

  async #revisions(bounds: Bounds, isDry: boolean): Promise<Removal> {
    const { counters, revisions } = this.#collections;
    const { removal, upTo } = await planRevisions(this.#revisionsByArticle(), bounds);
    if (isDry || upTo.size === 0) return removal;
    await counters.updateOne({ _id: revisionsForgotten }, { $set: { value: 1 } }, { upsert: true });
    for (const [articleId, revision] of upTo) await revisions.deleteMany({ articleId, revision: { $lte: revision } });
    return removal;
  }

  async *#revisionsByArticle(): AsyncIterable<AgedRevision> {
    const revisions = this.#collections.revisions
      .find({})
      .sort({ articleId: 1, revision: 1 })
      .project<{ articleId: string; revision: number; replacedAt: Date; bytes: number }>({
        articleId: 1,
        revision: 1,
        replacedAt: 1,
        bytes: { $bsonSize: '$$ROOT' },
      });
    for await (const { articleId: id, revision, replacedAt, bytes } of revisions)
      yield { id, revision, at: replacedAt.getTime(), bytes };
  }
}
