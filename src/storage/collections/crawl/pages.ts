import { z } from 'zod';
import {
  type PageState,
  pageState,
  type RateCount,
  type RateEvidence,
  type RateTally,
  rateTallySchema,
} from '../../../model/page/page-state.ts';
import { record } from '../../../model/schema.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

const { evidence: _evidence, ...kept } = pageState;

/** `plannedAt`: when `nextVisitAt` was set, by a visit or by a claim. */
const storedPageSchema = record({ ...kept, plannedAt: z.date() });
type StoredPage = z.infer<typeof storedPageSchema>;

export const pages = collection({
  name: 'pages',
  schema: storedPageSchema,
  key: ['url'],
  columns: ['site', 'lastVisitAt', 'nextVisitAt', 'plannedAt'],
  derived: {
    host: [z.string().nullable(), ({ counted }) => counted?.host ?? null],
    format: [z.string().nullable(), ({ counted }) => counted?.format ?? null],
    ageClass: [z.int().nullable(), ({ counted }) => counted?.ageClass ?? null],
    rateClass: [z.int().nullable(), ({ counted }) => counted?.rateClass ?? null],
  },
  outsideDoc: ['nextVisitAt', 'plannedAt'],
  indexes: [
    { by: ['nextVisitAt', 'url'] },
    { by: ['site', 'nextVisitAt', 'url'] },
    { by: ['plannedAt'] },
    { by: ['host', 'format', 'ageClass', 'rateClass'], where: { host: 'notNull' }, name: 'pages_rates' },
  ],
  isLarge: true,
});

/** What visits showed about the rates of changes, by host, URL format and age. */
export const rateTallies = collection({
  name: 'rateTallies',
  schema: rateTallySchema,
  key: ['host', 'format', 'ageClass'],
  columns: ['changes', 'observedMs', 'visits'],
});

/** Pages per read where the clock was set back. */
const batchSize = 500;

/** The schedule of the re-visits. Written by `commit`. */
export class Pages {
  readonly #pages: RecordsOf<typeof pages>;
  readonly #rateTallies: RecordsOf<typeof rateTallies>;

  constructor(open: OpenRecords) {
    this.#pages = open(pages);
    this.#rateTallies = open(rateTallies);
  }

  async get(url: CanonicalUrl): Promise<PageState | null> {
    const stored = await this.#pages.get(url);
    if (stored === null) return null;
    const { plannedAt: _, ...state } = stored;
    return state;
  }

  /**
   * The first `limit` pages whose next visit is due, most overdue first. Sets their `nextVisitAt` to `claimUntil` in the same step: a lease that expires by
   * itself. Reads an index, also with `sites`. @param request sites: only pages of these; null: of all
   */
  async claimDue({
    now,
    limit,
    claimUntil,
    sites,
  }: {
    readonly now: Date;
    readonly limit: number;
    readonly claimUntil: Date;
    readonly sites: readonly string[] | null;
  }): Promise<StoredPage[]> {
    const where = { nextVisitAt: { lte: now }, site: sites === null ? undefined : { in: sites } };
    const due = { where, order: ['nextVisitAt', 'url'] as const, limit };
    return await this.#pages.take(due, { nextVisitAt: claimUntil, plannedAt: now });
  }

  /**
   * Mends visits that were planned at a time later than `now`: the clock has been set back since. Their waits and their last visits start now. Reads an index.
   * @returns how many were mended
   */
  async replan(now: Date): Promise<number> {
    let mended = 0;
    for (;;) {
      const late = await this.#pages.pick(['url'], { where: { plannedAt: { gt: now } }, limit: batchSize });
      for (const { url } of late)
        if ((await this.#pages.change([url], (page) => fromNow(page, now))) !== null) mended += 1;
      if (late.length < batchSize) return mended;
    }
  }

  async nextDueAt(): Promise<Date | null> {
    const [first] = await this.#pages.pick(['nextVisitAt'], { order: ['nextVisitAt', 'url'], limit: 1 });
    return first?.nextVisitAt ?? null;
  }

  /** How many pages are still visited, by `PageState.counted`. Reads an index, of all pages: a fifth of a second for a million. */
  async rateCounts(): Promise<RateCount[]> {
    // any text: the index has all fields of the answer
    const groups = await this.#pages.groups({
      by: ['host', 'format', 'ageClass', 'rateClass'],
      where: { host: { gte: '' } },
    });
    return groups.map(({ host, format, ageClass, rateClass, count }) => ({
      host: host ?? '',
      format: format ?? '',
      ageClass: ageClass ?? 0,
      rateClass: rateClass ?? 0,
      pages: count,
    }));
  }

  /** What visits showed about each host and format, by age: the sums of `PageState.evidence`. */
  async rateTallies(): Promise<RateTally[]> {
    return await this.#rateTallies.find();
  }
}

/** A page after a visit, as it is stored. */
export const pageAfterVisit = ({ evidence: _, ...state }: PageState): StoredPage => ({
  ...state,
  plannedAt: state.lastVisitAt,
});

const fromNow = (page: StoredPage | null, now: Date): StoredPage | null => {
  if (page === null || page.plannedAt <= now) return null;
  const waitMs = page.nextVisitAt.getTime() - page.plannedAt.getTime();
  const lastVisitAt = page.lastVisitAt < now ? page.lastVisitAt : now;
  return { ...page, nextVisitAt: new Date(now.getTime() + waitMs), plannedAt: now, lastVisitAt };
};

/** What the tallies of an age keep with each further visit: they are mostly of the last thousand. */
const tallyMemory = 0.999;

/** Names a tally. */
export const tallyKey = ({ host, format, ageClass }: RateEvidence) => [host, format, ageClass] as const;

/** The tally with the evidence of one more visit. */
export const addEvidence = (tally: RateTally | null, { changes, observedMs, ...place }: RateEvidence): RateTally => ({
  ...place,
  changes: tallyMemory * (tally?.changes ?? 0) + changes,
  observedMs: tallyMemory * (tally?.observedMs ?? 0) + observedMs,
  visits: tallyMemory * (tally?.visits ?? 0) + 1,
});
