import type { Failure, FailureMended } from '../../../model/crawl/failure.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { FailureCount, FailureFilter, Failures } from '../../crawl/failures-port.ts';
import { failureOf, idRange } from '../../records/crawl/failures.ts';
import type { Collections } from '../collections.ts';
import { type FailureDocument, withKey } from '../documents.ts';

const states = {
  open: { isOpen: true },
  mended: { isOpen: { $ne: true } },
  all: {},
} as const satisfies Record<NonNullable<FailureFilter['state']>, unknown>;

/** With the key of the index of open failures. */
export const failureDocument = <T extends Pick<Failure, 'mended'>>(failure: T): T & { readonly isOpen?: true } =>
  failure.mended == null ? { ...failure, isOpen: true } : failure;

export const readFailure = ({ isOpen: _, ...document }: FailureDocument): Failure => failureOf(withKey('id', document));

export class MongoFailures implements Failures {
  readonly #failures: Collections['failures'];

  constructor({ failures }: Collections) {
    this.#failures = failures;
  }

  async get(id: string): Promise<Failure | null> {
    const document = await this.#failures.findOne({ _id: id });
    return document === null ? null : readFailure(document);
  }

  async beginningWith(prefix: string, limit: number): Promise<Failure[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const { from, to } = idRange(prefix);
    const query = { _id: { $gte: from, $lt: to } };
    return (await this.#failures.find(query).sort({ _id: 1 }).limit(limit).toArray()).map(readFailure);
  }

  async find({ limit, state = 'open', after, ...filter }: FailureFilter): Promise<Failure[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const fields = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const query = {
      ...fields,
      ...states[state],
      ...(after !== undefined && {
        at: { $lte: after.at },
        $or: [{ at: { $lt: after.at } }, { _id: { $lt: after.id } }],
      }),
    };
    const documents = await this.#failures.find(query).sort({ at: -1, _id: -1 }).limit(limit).toArray();
    return documents.map(readFailure);
  }

  async counts({ run }: Pick<FailureFilter, 'run'> = {}): Promise<FailureCount[]> {
    const groups = await this.#failures
      .aggregate<{ _id: { site: string; reason: string }; count: number }>([
        { $match: { ...states.open, ...(run !== undefined && { run }) } },
        { $group: { _id: { site: '$site', reason: '$reason' }, count: { $sum: 1 } } },
        { $sort: { '_id.site': 1, '_id.reason': 1 } },
      ])
      .toArray();
    return groups.map(({ _id, count }) => ({ site: _id.site, reason: _id.reason, count }));
  }

  async mend(url: CanonicalUrl, mended: FailureMended): Promise<number> {
    return await mendFailures(this.#failures, url, mended);
  }
}

/** Marks the open failures of a page that happened until `mended.at`. @returns how many */
export async function mendFailures(
  failures: Collections['failures'],
  url: CanonicalUrl,
  mended: FailureMended,
): Promise<number> {
  const open = { url, ...states.open, at: { $lte: mended.at } };
  return (await failures.updateMany(open, { $set: { mended }, $unset: { isOpen: '' } })).modifiedCount;
}
