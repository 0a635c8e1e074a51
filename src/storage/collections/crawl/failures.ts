import { z } from 'zod';
import { comesThrough, type Failure, type FailureMended, failureSchema } from '../../../model/crawl/failure.ts';
import { type Visit, visitEndsAt } from '../../../model/crawl/visit.ts';
import { count, record } from '../../../model/schema.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';
import type { FailuresKept } from '../../maintenance-port.ts';

const open = { isOpen: true } as const;

export const failures = collection({
  name: 'failures',
  schema: failureSchema,
  key: ['id'],
  columns: ['run', 'url', 'site', 'reason', 'at'],
  derived: { isOpen: [z.boolean(), ({ mended }) => mended === null] },
  indexes: [
    { by: ['at', 'id'], name: 'failures_time' },
    { by: ['run', 'at', 'id'] },
    { by: ['url', 'at', 'id'] },
    { by: ['site', 'at', 'id'] },
    { by: ['reason', 'at', 'id'] },
    { by: ['site', 'reason', 'at', 'id'], only: 'sqlite' },
    { by: ['isOpen', 'at', 'id'], name: 'failures_open_time', where: open },
    { by: ['isOpen', 'site', 'reason', 'at', 'id'], where: open },
    { by: ['isOpen', 'site', 'at', 'id'], where: open, only: 'sqlite' },
    { by: ['isOpen', 'reason', 'at', 'id'], where: open, only: 'sqlite' },
  ],
  blobs: {
    by: 'failure',
    of: ({ snapshot, screenshot, thumbnail, har, console, media }) => [
      ...[snapshot, screenshot, thumbnail, har, console],
      ...(media?.steps ?? []).map((step) => step.screenshot),
    ],
  },
  isLarge: true,
});

export interface FailureFilter {
  readonly run?: string | undefined;
  readonly site?: string;
  readonly reason?: string;
  readonly url?: CanonicalUrl;
  /** Default: `open`. */
  readonly state?: 'open' | 'mended' | 'all';
  /** Only those that stand after this one in the list. */
  readonly after?: Pick<Failure, 'id' | 'at'>;
  readonly limit: number;
}

export const failureCountSchema = record({
  site: z.string(),
  reason: z.string(),
  count: count,
});
export type FailureCount = z.infer<typeof failureCountSchema>;

const states = { open, mended: { isOpen: false }, all: {} } as const;

/** Written by `commit`: at most one per page and run, the newest. A later visit that shows that the page comes through (model/crawl/failure.ts) mends the open ones. */
export class Failures {
  readonly #failures: RecordsOf<typeof failures>;

  constructor(openRecords: OpenRecords) {
    this.#failures = openRecords(failures);
  }

  async get(id: string): Promise<Failure | null> {
    return await this.#failures.get(id);
  }

  /** Those whose id begins so, by id. @param prefix not empty */
  async beginningWith(prefix: string, limit: number): Promise<Failure[]> {
    return await this.#failures.find({ where: { id: { gte: prefix, lt: `${prefix}\uffff` } }, order: ['id'], limit });
  }

  /** Newest first. */
  async find({ run, site, reason, url, state = 'open', after, limit }: FailureFilter): Promise<Failure[]> {
    const where = { run, site, reason: reason as Failure['reason'] | undefined, url, ...states[state] };
    return await this.#failures.find({ where, order: ['-at', '-id'], after, limit });
  }

  /** Open failures, by site and reason. @param filter run: only failures of this run */
  async counts({ run }: Pick<FailureFilter, 'run'> = {}): Promise<FailureCount[]> {
    return await this.#failures.groups({ by: ['site', 'reason'], where: { ...open, run } });
  }

  /** Marks the open failures of a page that happened until `mended.at`. @returns how many */
  async mend(url: CanonicalUrl, mended: FailureMended): Promise<number> {
    return await this.#failures.update(openOf(url, mended), { mended, isOpen: false });
  }

  /** @returns how many are removed, or would be in a dry run */
  async forget({ since, atMost }: FailuresKept, { isDry }: { readonly isDry: boolean }): Promise<number> {
    let [after, position, forgotten]: [{ id: string; at: Date } | undefined, number, number] = [undefined, 0, 0];
    for (;;) {
      const batch: { id: string; at: Date }[] = await this.#failures.pick(['id', 'at'], {
        order: ['-at', '-id'],
        after,
        limit: batchSize,
      });
      const gone = batch.filter(({ at }, n) => position + n >= (atMost ?? Infinity) || (since !== null && at < since));
      if (!isDry) await this.#failures.removeKeys(gone.map(({ id }) => [id]));
      forgotten += gone.length;
      position += batch.length;
      after = batch.at(-1);
      if (batch.length < batchSize) return forgotten;
    }
  }
}

/** Failures per read. */
const batchSize = 1_000;

/** The open failures of a page that happened until it came through. */
export const openOf = (url: CanonicalUrl, { at }: FailureMended) => ({ url, ...open, at: { lte: at } });

/** Of an ending. */
interface EndedVisit {
  readonly task: { readonly url: CanonicalUrl };
  readonly visit: Visit;
  readonly failure: Failure | null;
  readonly alsoVisited: readonly { readonly url: CanonicalUrl }[];
  readonly mendedBy?: FailureMended['by'];
}

/** What an ending mends: all open failures of these addresses. @returns null where its visit does not show that the page comes through */
export function mendingOf({
  task,
  visit,
  failure,
  alsoVisited,
  mendedBy = 'visit',
}: EndedVisit): { readonly urls: readonly CanonicalUrl[]; readonly mended: FailureMended } | null {
  if (failure !== null || !comesThrough(visit)) return null;
  return { urls: [task.url, ...alsoVisited.map(({ url }) => url)], mended: { at: visitEndsAt(visit), by: mendedBy } };
}
