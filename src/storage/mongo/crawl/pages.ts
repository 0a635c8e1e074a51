import type { PageState, RateClass, RateCount, RateEvidence, RateTally } from '../../../model/page/page-state.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { addEvidence, rateTallies, tallyKey } from '../../collections/crawl/rate-tallies.ts';
import type { DuePage, PageClaim, Pages } from '../../crawl/pages-port.ts';
import { pageStateOf } from '../../records/crawl/pages.ts';
import type { Collections } from '../collections.ts';
import { type PageStateDocument, withKey } from '../documents.ts';

export class MongoPages implements Pages {
  readonly #pages: Collections['pages'];
  readonly #counters: Collections['counters'];
  readonly #open: Collections['open'];

  constructor({ pages, counters, open }: Collections) {
    this.#pages = pages;
    this.#open = open;
    this.#counters = counters;
  }

  async get(url: CanonicalUrl): Promise<PageState | null> {
    const document = await this.#pages.findOne({ _id: url });
    return document === null ? null : readPage(document);
  }

  async claimDue({ now, limit, claimUntil, sites }: PageClaim): Promise<DuePage[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const due = { nextVisitAt: { $lte: now }, ...(sites !== null && { site: { $in: [...sites] } }) };
    const candidates = await this.#pages
      .find(due)
      .sort({ nextVisitAt: 1, _id: 1 })
      .limit(limit)
      .project<Pick<PageStateDocument, '_id' | 'site'>>({ site: 1 })
      .toArray();
    if (candidates.length === 0) return [];
    const options = { upsert: true, returnDocument: 'after' } as const;
    const counter = await this.#counters.findOneAndUpdate({ _id: 'pageClaim' }, { $inc: { value: 1 } }, options);
    const claim = counter?.value ?? null;
    const ids = { _id: { $in: candidates.map(({ _id }) => _id) } };
    await this.#pages.updateMany({ ...ids, ...due }, { $set: { nextVisitAt: claimUntil, plannedAt: now, claim } });
    const claimed = await this.#pages
      .find({ ...ids, claim })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const claimedIds = new Set(claimed.map(({ _id }) => _id));
    return candidates.filter(({ _id }) => claimedIds.has(_id)).map(({ _id, site }) => ({ url: _id, site }));
  }

  async replan(now: Date): Promise<number> {
    const next = { $add: [now, { $subtract: ['$nextVisitAt', '$plannedAt'] }] };
    const { modifiedCount } = await this.#pages.updateMany({ plannedAt: { $gt: now } }, [
      { $set: { nextVisitAt: next, plannedAt: now, lastVisitAt: { $min: ['$lastVisitAt', now] } } },
    ]);
    return modifiedCount;
  }

  async nextDueAt(): Promise<Date | null> {
    const [first] = await this.#pages.find({}).sort({ nextVisitAt: 1 }).limit(1).toArray();
    return first?.nextVisitAt ?? null;
  }

  async rateCounts(): Promise<RateCount[]> {
    const groups = await this.#pages
      .aggregate<{ _id: RateClass; pages: number }>([
        { $match: { 'counted.host': { $gte: '' } } }, // any text: the index has all fields of the answer
        { $group: { _id: '$counted', pages: { $sum: 1 } } },
      ])
      .toArray();
    return groups.map(({ _id, pages }) => ({ ..._id, pages }));
  }

  async rateTallies(): Promise<RateTally[]> {
    return await this.#open(rateTallies).find();
  }
}

function readPage({ claim: _claim, plannedAt: _plannedAt, ...document }: PageStateDocument): PageState {
  return pageStateOf(withKey('url', document));
}

/** Adds what a visit showed to the tallies. Not to be repeated for the same visit. */
export async function writeEvidence({ open }: Collections, evidence: readonly RateEvidence[]): Promise<void> {
  for (const shown of evidence) await open(rateTallies).change(tallyKey(shown), (stored) => addEvidence(stored, shown));
}
