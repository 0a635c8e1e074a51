import type { Source, SourceTuning } from '../../../model/crawl/source.ts';
import type { DueSources, SourceClaim, SourceFields, SourceHolding, Sources } from '../../crawl/sources-port.ts';
import { openAtOf, redefined, sourceOf, splitSource } from '../../records/crawl/sources.ts';
import type { Collections } from '../collections.ts';
import { type SourceDocument, withKey } from '../documents.ts';

export class MongoSources implements Sources {
  readonly #sources: Collections['sources'];
  readonly #counters: Collections['counters'];

  constructor({ sources, counters }: Collections) {
    this.#sources = sources;
    this.#counters = counters;
  }

  async define(source: Source): Promise<void> {
    const { defined, pause, tuned, polled } = splitSource(source);
    const { id, ...spec } = defined;
    const stored = await this.#sources.findOne({ _id: id });
    if (stored === null) {
      const openAt = openAtOf(source);
      await this.#sources.updateOne(
        { _id: id },
        { $set: spec, $setOnInsert: { ...pause, ...tuned, ...polled, openAt, claim: null } },
        { upsert: true },
      );
      return;
    }
    await this.#sources.updateOne({ _id: id }, { $set: { ...spec, ...besides(stored, source) } });
  }

  async redefine(id: string, fields: SourceFields): Promise<Source | null> {
    const stored = await this.#sources.findOne({ _id: id });
    if (stored === null) return null;
    const change = { ...fields, ...besides(stored, { ...readSource(stored), ...fields }) };
    const options = { returnDocument: 'after' } as const;
    const document = await this.#sources.findOneAndUpdate({ _id: id }, { $set: change }, options);
    return document === null ? null : readSource(document);
  }

  async pollAt(id: string, at: Date): Promise<Source | null> {
    const isActive = { $and: ['$enabled', { $not: ['$pausedAt'] }] };
    const change = { nextPollAt: at, plannedAt: at, openAt: { $cond: [isActive, at, null] }, claim: null };
    const options = { returnDocument: 'after' } as const;
    const document = await this.#sources.findOneAndUpdate({ _id: id }, [{ $set: change }], options);
    return document === null ? null : readSource(document);
  }

  async save(source: Source): Promise<void> {
    await this.#sources.replaceOne({ _id: source.id }, documentOf(source), { upsert: true });
  }

  async tune(source: Source, tuning: SourceTuning): Promise<boolean> {
    const { id: _id, baseIntervalMs, activeWindows } = source;
    const { matchedCount } = await this.#sources.updateOne(
      { _id, baseIntervalMs, activeWindows },
      { $set: { tuning } },
    );
    return matchedCount === 1;
  }

  async pause(id: string, pausedAt: Date | null): Promise<Source | null> {
    const change =
      pausedAt === null
        ? { pausedAt: null, enabled: true, openAt: '$nextPollAt', claim: null }
        : { pausedAt, openAt: null, claim: null };
    const options = { returnDocument: 'after' } as const;
    const document = await this.#sources.findOneAndUpdate({ _id: id }, [{ $set: change }], options);
    return document === null ? null : readSource(document);
  }

  async get(id: string): Promise<Source | null> {
    const document = await this.#sources.findOne({ _id: id });
    return document === null ? null : readSource(document);
  }

  async list(): Promise<Source[]> {
    return (await this.#sources.find({}).sort({ _id: 1 }).toArray()).map(readSource);
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#sources.deleteOne({ _id: id })).deletedCount === 1;
  }

  async due({ now, limit, sites }: DueSources): Promise<Source[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const filter = { openAt: { $lte: now }, ...(sites !== null && { site: { $in: [...sites] } }) };
    const documents = await this.#sources.find(filter).sort({ openAt: 1, _id: 1 }).limit(limit).toArray();
    return documents.map(readSource);
  }

  async claim(ids: readonly string[], { now, claimUntil, worker }: SourceClaim): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const options = { upsert: true, returnDocument: 'after' } as const;
    const counter = await this.#counters.findOneAndUpdate({ _id: 'sourceClaim' }, { $inc: { value: 1 } }, options);
    const claim = counter?.value ?? null;
    const named = { _id: { $in: [...ids] } };
    await this.#sources.updateMany(
      { ...named, openAt: { $lte: now } },
      { $set: { openAt: claimUntil, claim, worker } },
    );
    const claimed = await this.#sources
      .find({ ...named, claim })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return new Set(claimed.map(({ _id }) => _id));
  }

  async claimed(now: Date): Promise<number> {
    return await this.#sources.countDocuments({ claim: { $gt: 0 }, openAt: { $gt: now } });
  }

  async holdings(): Promise<SourceHolding[]> {
    return await this.#sources
      .aggregate<SourceHolding>([
        { $match: { openAt: { $gt: new Date(0) } } },
        { $group: { _id: { site: '$site', worker: '$worker' }, count: { $sum: 1 } } },
        { $sort: { '_id.site': 1, '_id.worker': 1 } },
        { $project: { _id: 0, site: '$_id.site', worker: '$_id.worker', count: 1 } },
      ])
      .toArray();
  }
}

/** What a new definition changes beside its own fields. A claim stays, unless the definition switches the source off. */
function besides(stored: SourceDocument, definition: Source) {
  const next = redefined(readSource(stored), definition);
  const openAt = openAtOf(next);
  return {
    ...(stored.claim && openAt !== null ? {} : { openAt, claim: null }),
    ...(next.validators === null && { validators: null }),
    ...splitSource(next).tuned,
  };
}

/**
 * For `commit`: what a poll has taught. A definition, a pause or a tuning that came meanwhile stays, and a source that was removed stays removed; where a later poll is
 * stored, nothing changes.
 */
export async function writePolled(sources: Collections['sources'], source: Source): Promise<void> {
  const { polled } = splitSource(source);
  const older = {
    _id: source.id,
    $or: [{ lastPolledAt: null }, { lastPolledAt: { $lte: polled.lastPolledAt } }],
  };
  const isActive = { $and: ['$enabled', { $not: ['$pausedAt'] }] };
  const fields = Object.entries(polled).map(([name, value]) => [name, { $literal: value }]);
  const openAt = { $cond: [isActive, polled.nextPollAt, null] };
  await sources.updateOne(older, [{ $set: { ...Object.fromEntries(fields), openAt, claim: null } }]);
}

function documentOf({ id: _id, ...source }: Source): SourceDocument {
  return { _id, ...source, openAt: openAtOf({ id: _id, ...source }), claim: null };
}

function readSource({ openAt: _openAt, claim: _claim, ...document }: SourceDocument): Source {
  return sourceOf(withKey('id', document));
}
