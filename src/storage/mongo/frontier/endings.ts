import {
  missedRecords,
  type RecordSighting,
  recordAfterMiss,
  recordAfterSighting,
  recordId,
} from '../../../model/data/stored-record.ts';
import type { SeenAddress } from '../../../model/web/url-pattern.ts';
import { failures, mendingOf, openOf } from '../../collections/crawl/failures.ts';
import { formats } from '../../collections/crawl/formats.ts';
import { addressAfter, knownAddresses, surplusAddresses } from '../../collections/crawl/known-addresses.ts';
import { ownRules } from '../../collections/crawl/own-rules.ts';
import { addEvidence, pageAfterVisit, pages, rateTallies, tallyKey } from '../../collections/crawl/pages.ts';
import { sourceAfterPoll, sources } from '../../collections/crawl/sources.ts';
import { visits } from '../../collections/crawl/visits.ts';
import { records } from '../../collections/data-records.ts';
import { media, mediaAfter, replacesMedia } from '../../collections/media.ts';
import type { CommitResult, VisitResult } from '../../port.ts';
import { refuseTooLarge } from '../../records/ending-size.ts';
import { countDocument } from '../articles/rechecks.ts';
import { storeArticle } from '../articles/store-article.ts';
import type { Collections } from '../collections.ts';
import { hourOf } from '../tallies/hours.ts';
import { visitCounters } from '../tallies/visit-tallies.ts';
import { endAliases, noLease, pendingSince, rankExpression, upsertEntries } from './entries.ts';
import { writeLinks } from './links.ts';

/**
 * Writes an ending without a transaction. First the links: to put them twice changes nothing. Then the journal: the rest of the ending, written into the task in
 * one atomic step that only the lease's holder can make. From then on the ending is decided. `finishEnding` writes it to the collections; after a kill -9, the
 * next claim does.
 */
export async function commitEnding(collections: Collections, ending: VisitResult, now: number): Promise<CommitResult> {
  refuseTooLarge(ending);
  const { frontier } = collections;
  const { url, lease } = ending.task;
  const held = { _id: url, lease, state: { $in: ['leased', 'ending'] as const } };
  const refused = { accepted: false, newLinks: 0, article: null, recheck: null };
  if ((await frontier.countDocuments(held, { limit: 1 })) === 0) return refused;
  const newLinks = await upsertEntries(frontier, ending.links, { now, revisit: false });
  const journal = { ...ending, links: [] };
  const { matchedCount } = await frontier.updateOne(held, { $set: { state: 'ending', ending: journal } });
  if (matchedCount === 0) return refused;
  return { accepted: true, newLinks, ...(await finishEnding(collections, ending, now)) };
}

/** Writes a journaled ending to the collections. Each step may be repeated, also by two processes at the same time. The task comes last: the journal stays until then. */
export async function finishEnding(
  collections: Collections,
  ending: VisitResult,
  now: number,
): Promise<Pick<CommitResult, 'article' | 'recheck'>> {
  const { task, visit, article, pageState, format, ownRules: rules, records: sighting, source } = ending;
  const stored = article === null ? null : await storeArticle(collections, article);
  const recheck = article === null ? null : await countDocument(collections, article);
  await writeMedia(collections, ending);
  await writeLinks(collections, ending);
  if (pageState !== null) await collections.open(pages).putUnlessOlder(pageAfterVisit(pageState), 'lastVisitAt');
  if (format !== null) await collections.open(formats).putUnlessOlder(format, 'updatedAt');
  if (rules !== null) await collections.open(ownRules).putUnlessOlder(rules, 'updatedAt');
  if (ending.seen !== null) await noteAddress(collections, ending.seen);
  if (sighting !== null) await writeRecords(collections, sighting);
  if (source !== null) await collections.open(sources).change([source.id], (before) => sourceAfterPoll(before, source));
  await writeFailures(collections, ending);
  await endAliases(collections.frontier, ending.alsoVisited, now);
  const isNew = await collections.open(visits).add(visit);
  await visitCounters(collections).touch([hourOf(visit.startedAt)]);
  // sums are not written twice where this is repeated: after a crash between the two steps they lack a visit
  if (isNew)
    for (const shown of pageState?.evidence ?? [])
      await collections.open(rateTallies).change(tallyKey(shown), (tally) => addEvidence(tally, shown));
  await endTask(collections.frontier, task, ending.next, now);
  return { article: stored, recheck };
}

async function noteAddress(collections: Collections, seen: SeenAddress): Promise<void> {
  const known = collections.open(knownAddresses);
  if ((await known.change([seen.url], (stored) => addressAfter(stored, seen))) === null) return;
  await known.removeKeys((await known.find(surplusAddresses(seen))).map(({ url }) => [url]));
}

/** Writes the failure of this visit; or mends earlier ones, where the page comes through. */
async function writeFailures(collections: Collections, ending: VisitResult): Promise<void> {
  const { failure } = ending;
  const all = collections.open(failures);
  if (failure !== null) await all.putUnlessOlder(failure, 'at', '$lt');
  const mending = mendingOf(ending);
  if (mending === null) return;
  for (const url of mending.urls)
    await all.update(openOf(url, mending.mended), { mended: mending.mended, isOpen: false });
}

async function endTask(
  frontier: Collections['frontier'],
  { url, lease }: VisitResult['task'],
  next: VisitResult['next'],
  now: number,
): Promise<void> {
  const journaled = { _id: url, lease, state: 'ending' } as const;
  if (next.kind !== 'retry')
    await frontier.updateOne(journaled, {
      $set: { state: next.kind, leftBehind: 0, ...noLease },
      $unset: { ending: 1 },
    });
  else
    await frontier.updateOne(journaled, [
      {
        $set: {
          ...pendingSince(next.at, now),
          rank: rankExpression(next.at),
          leftBehind: 0,
          waitsFor: next.waitsFor ?? null,
          attempts: { $add: ['$attempts', next.costsAttempt ? 1 : 0] },
          ...noLease,
        },
      },
      { $unset: 'ending' },
    ]);
}

async function writeMedia({ open }: Collections, ending: VisitResult): Promise<void> {
  if (!replacesMedia(ending)) return;
  const { put, remove } = mediaAfter(await open(media).find({ where: { pageUrl: ending.task.url } }), ending);
  await open(media).removeKeys(remove);
  await open(media).put(...put);
}

/** Each record by itself. Repeated, it changes nothing: the records know when each page was read for them. */
async function writeRecords({ open }: Collections, sighting: RecordSighting): Promise<void> {
  const { site, page } = sighting;
  for (const record of sighting.records)
    await open(records).change([recordId(site, record.kind, record.key)], (stored) =>
      recordAfterSighting(stored, record, sighting),
    );
  const listed = await open(records).find({ where: { pages: page, site } });
  for (const { id, ...miss } of missedRecords(listed, sighting))
    await open(records).change([id], (stored) => (stored === null ? null : recordAfterMiss(stored, miss)));
}
