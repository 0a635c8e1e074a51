import {
  missedRecords,
  type RecordSighting,
  recordAfterMiss,
  recordAfterSighting,
  recordId,
} from '../../model/data/stored-record.ts';
import type { PageState } from '../../model/page/page-state.ts';
import type { SeenAddress } from '../../model/web/url-pattern.ts';
import { failures, mendingOf, openOf } from '../collections/crawl/failures.ts';
import { formats } from '../collections/crawl/formats.ts';
import { addressAfter, knownAddresses, surplusAddresses } from '../collections/crawl/known-addresses.ts';
import { ownRules } from '../collections/crawl/own-rules.ts';
import { addEvidence, pageAfterVisit, pages, rateTallies, tallyKey } from '../collections/crawl/pages.ts';
import { sourceAfterPoll, sources } from '../collections/crawl/sources.ts';
import { visits } from '../collections/crawl/visits.ts';
import { records } from '../collections/data-records.ts';
import { media, mediaAfter, replacesMedia } from '../collections/media.ts';
import { tableIn } from '../engine/sqlite.ts';
import type { CommitResult, VisitResult } from '../port.ts';
import { refuseTooLarge } from '../records/ending-size.ts';
import { countInText } from './articles/rechecks.ts';
import { storeArticle } from './articles/store-article.ts';
import type { Database } from './database.ts';
import type { SqliteFrontier } from './frontier/frontier.ts';
import type { SqliteLinks } from './frontier/links.ts';

interface Parts {
  readonly frontier: SqliteFrontier;
  readonly links: SqliteLinks;
}

/** Writes an ending in one transaction. */
export function commit(db: Database, ending: VisitResult, { frontier, links }: Parts): CommitResult {
  refuseTooLarge(ending);
  const { task, article, pageState, format, source, visit } = ending;
  return db.transaction(() => {
    if (!frontier.isHeld(task)) return { accepted: false, newLinks: 0, article: null, recheck: null };
    const stored = article === null ? null : storeArticle(db, article);
    const recheck = article === null ? null : countInText(db, article);
    writeMedia(db, ending);
    if (pageState !== null) writePage(db, pageState);
    if (format !== null) tableIn(db, formats).put(format);
    if (ending.ownRules !== null) tableIn(db, ownRules).put(ending.ownRules);
    if (ending.seen !== null) noteAddress(db, ending.seen);
    if (ending.records !== null) writeRecords(db, ending.records);
    if (source !== null) tableIn(db, sources).change([source.id], (before) => sourceAfterPoll(before, source));
    writeFailures(db, ending);
    tableIn(db, visits).add(visit);
    const pointed = links.write(ending);
    const newLinks = frontier.end(ending, pointed);
    links.count(ending, pointed);
    return { accepted: true, newLinks, article: stored, recheck };
  });
}

function writePage(db: Database, page: PageState): void {
  const tallies = tableIn(db, rateTallies);
  for (const shown of page.evidence ?? []) tallies.change(tallyKey(shown), (stored) => addEvidence(stored, shown));
  tableIn(db, pages).put(pageAfterVisit(page));
}

function writeMedia(db: Database, ending: VisitResult): void {
  if (!replacesMedia(ending)) return;
  const table = tableIn(db, media);
  const { put, remove } = mediaAfter(table.find({ where: { pageUrl: ending.task.url } }), ending);
  table.removeKeys(remove);
  table.put(...put);
}

function noteAddress(db: Database, seen: SeenAddress): void {
  const known = tableIn(db, knownAddresses);
  if (known.change([seen.url], (stored) => addressAfter(stored, seen)) === null) return;
  known.removeKeys(known.find(surplusAddresses(seen)).map(({ url }) => [url]));
}

function writeRecords(db: Database, sighting: RecordSighting): void {
  const { site, page } = sighting;
  const table = tableIn(db, records);
  for (const record of sighting.records)
    table.change([recordId(site, record.kind, record.key)], (stored) => recordAfterSighting(stored, record, sighting));
  const listed = table.find({ where: { pages: page, site } });
  for (const { id, ...miss } of missedRecords(listed, sighting))
    table.change([id], (stored) => (stored === null ? null : recordAfterMiss(stored, miss)));
}

/** Writes the failure of this visit; or mends earlier ones, where the page comes through. */
function writeFailures(db: Database, ending: VisitResult): void {
  const { failure } = ending;
  const table = tableIn(db, failures);
  if (failure !== null)
    table.change([failure.id], (stored) => (stored !== null && stored.at >= failure.at ? null : failure));
  const mending = mendingOf(ending);
  if (mending === null) return;
  for (const url of mending.urls) table.update(openOf(url, mending.mended), { mended: mending.mended, isOpen: false });
}
