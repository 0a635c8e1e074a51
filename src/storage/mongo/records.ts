import type { Failure, FailureMended } from '../../model/crawl/failure.ts';
import type { OwnRules } from '../../model/crawl/own-rule.ts';
import type { Run } from '../../model/crawl/run.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import type { PageState } from '../../model/page/page-state.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { FailureFilter, Failures } from '../failures-port.ts';
import type { Formats } from '../formats-port.ts';
import type { OwnRuleTallies } from '../own-rules-port.ts';
import type { Pages } from '../pages-port.ts';
import type { Runs } from '../runs-port.ts';
import type { Sources } from '../sources-port.ts';
import type { Collections } from './collections.ts';

/** `_id` to the outside is `id`. */
const withId = <T extends { readonly _id: string }>({ _id, ...rest }: T) => ({ id: _id, ...rest });

export const mongoSources = ({ sources }: Collections): Sources => ({
  async define({ id, ...source }) {
    const { intervalMs, lastPolledAt, nextPollAt, plannedAt, contentHash, worker, ...spec } = source;
    const learned = { intervalMs, lastPolledAt, nextPollAt, plannedAt, contentHash, worker };
    await sources.updateOne({ _id: id }, { $set: spec, $setOnInsert: learned }, { upsert: true });
  },
  async save({ id, ...source }) {
    await sources.replaceOne({ _id: id }, source, { upsert: true });
  },
  async get(id): Promise<Source | null> {
    const found = await sources.findOne({ _id: id });
    return found === null ? null : sourceOf(found);
  },
  async list(): Promise<Source[]> {
    return (await sources.find({}).sort({ _id: 1 }).toArray()).map(sourceOf);
  },
});

/** One that was stored before sources had a `render` has none. */
const sourceOf = ({ _id, ...source }: Omit<Source, 'id'> & { readonly _id: string }): Source => ({
  ...source,
  id: _id,
  render: source.render ?? null,
});

/** One that was stored before pages were played, or failures were mended, has none of these. */
const failureOf = ({ _id, ...failure }: Omit<Failure, 'id'> & { readonly _id: string }): Failure => ({
  ...failure,
  id: _id,
  media: failure.media ?? null,
  mended: failure.mended ?? null,
});

const failureStates = {
  // a missing field is null to a query
  open: { mended: null },
  mended: { mended: { $ne: null } },
  all: {},
} as const;

/** Marks the open failures of a page that happened until then. @returns how many */
export async function mendFailures(
  { failures }: Collections,
  url: CanonicalUrl,
  mended: FailureMended,
): Promise<number> {
  const open = { url, ...failureStates.open, at: { $lte: mended.at } };
  return (await failures.updateMany(open, { $set: { mended } })).modifiedCount;
}

export const mongoFailures = (collections: Collections): Failures => ({
  async get(id): Promise<Failure | null> {
    const found = await collections.failures.findOne({ _id: id });
    return found === null ? null : failureOf(found);
  },
  async find({ limit, state = 'open', ...wanted }: FailureFilter): Promise<Failure[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const fields = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const query = { ...fields, ...failureStates[state] };
    return (await collections.failures.find(query).sort({ at: -1, _id: -1 }).limit(limit).toArray()).map(failureOf);
  },
  async counts({ run } = {}) {
    const groups = await collections.failures
      .aggregate<{ _id: { site: string; reason: string }; count: number }>([
        { $match: { ...failureStates.open, ...(run !== undefined && { run }) } },
        { $group: { _id: { site: '$site', reason: '$reason' }, count: { $sum: 1 } } },
        { $sort: { '_id.site': 1, '_id.reason': 1 } },
      ])
      .toArray();
    return groups.map(({ _id, count }) => ({ site: _id.site, reason: _id.reason, count }));
  },
  mend: (url, mended) => mendFailures(collections, url, mended),
});

export const mongoRuns = ({ runs }: Collections): Runs => ({
  async start({ id, ...run }) {
    await runs.updateOne({ _id: id }, { $setOnInsert: run }, { upsert: true });
  },
  async finish(id, at) {
    await runs.updateOne({ _id: id, finishedAt: null }, { $set: { finishedAt: at } });
  },
  async unfinished(): Promise<Run[]> {
    return (await runs.find({ finishedAt: null }).sort({ startedAt: -1, _id: -1 }).toArray()).map(runOf);
  },
  async takeOver(id, { from, to }) {
    const taken = await runs.updateOne({ _id: id, owner: from, finishedAt: null }, { $set: { owner: to } });
    return taken.matchedCount === 1;
  },
  async list(limit): Promise<Run[]> {
    if (limit === 0) return []; // to the driver 0 means all
    return (await runs.find({}).sort({ startedAt: -1, _id: -1 }).limit(limit).toArray()).map(runOf);
  },
});

/** One that was stored before runs knew their sites has none. */
const runOf = (run: Omit<Run, 'id'> & { readonly _id: string }): Run => ({ ...withId(run), sites: run.sites ?? null });

export const mongoPages = ({ pages, counters }: Collections): Pages => ({
  async get(url): Promise<PageState | null> {
    const found = await pages.findOne({ _id: url });
    return found === null ? null : pageOf(found);
  },
  async claimDue({ now, limit, claimUntil, sites }): Promise<PageState[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const due = { nextVisitAt: { $lte: now }, ...(sites !== null && { site: { $in: [...sites] } }) };
    const seen = await pages.find(due).sort({ nextVisitAt: 1, _id: 1 }).limit(limit).toArray();
    if (seen.length === 0) return [];
    const options = { upsert: true, returnDocument: 'after' } as const;
    const counter = await counters.findOneAndUpdate({ _id: 'pageClaim' }, { $inc: { value: 1 } }, options);
    const claim = counter?.value ?? null;
    const ids = { _id: { $in: seen.map((page) => page._id) } };
    await pages.updateMany({ ...ids, ...due }, { $set: { nextVisitAt: claimUntil, plannedAt: now, claim } });
    const mine = await pages
      .find({ ...ids, claim })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const taken = new Set(mine.map((page) => page._id));
    return seen.filter((page) => taken.has(page._id)).map(pageOf);
  },
  async replan(now) {
    const next = { $add: [now, { $subtract: ['$nextVisitAt', '$plannedAt'] }] };
    const { modifiedCount } = await pages.updateMany({ plannedAt: { $gt: now } }, [
      { $set: { nextVisitAt: next, plannedAt: now, lastVisitAt: { $min: ['$lastVisitAt', now] } } },
    ]);
    return modifiedCount;
  },
  async nextDueAt() {
    const [first] = await pages.find({}).sort({ nextVisitAt: 1 }).limit(1).toArray();
    return first?.nextVisitAt ?? null;
  },
});

/** A host has no line breaks. */
export const formatKey = (host: string, format: string): string => `${host}\n${format}`;

export const mongoFormats = ({ formats }: Collections): Formats => ({
  async get(host, format): Promise<FormatEvidence | null> {
    const found = await formats.findOne({ _id: formatKey(host, format) });
    if (found === null) return null;
    const { _id, ...evidence } = found;
    return evidence;
  },
  async count(host) {
    return await formats.countDocuments({ host });
  },
});

export const mongoOwnRules = ({ ownRules }: Collections): OwnRuleTallies => ({
  async get(site): Promise<OwnRules | null> {
    const record = await ownRules.findOne({ _id: site });
    return record === null ? null : rulesOf(record);
  },
  async list(): Promise<OwnRules[]> {
    return (await ownRules.find({}).sort({ _id: 1 }).toArray()).map(rulesOf);
  },
  async save({ site, ...rules }) {
    await ownRules.replaceOne({ _id: site }, rules, { upsert: true });
  },
});

const rulesOf = ({ _id, rules, updatedAt }: Omit<OwnRules, 'site'> & { readonly _id: string }): OwnRules => ({
  site: _id,
  rules,
  updatedAt,
});

/** Without the mark of who claimed it last, and when it was planned. */
function pageOf(
  document: Omit<PageState, 'url'> & {
    readonly _id: string;
    readonly claim?: number | null;
    readonly plannedAt?: Date;
  },
): PageState {
  const { _id, claim: _claim, plannedAt: _plannedAt, ...page } = document;
  return { url: _id as CanonicalUrl, ...page };
}
