import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, privateFile, privateFolder } from '../../machine/make-folder.ts';
import type { SeenAddress } from '../../model/web/url-pattern.ts';
import { openCollections } from '../collections/all.ts';
import { formats } from '../collections/crawl/formats.ts';
import { addressAfter, knownAddresses, surplusAddresses } from '../collections/crawl/known-addresses.ts';
import { ownRules } from '../collections/crawl/own-rules.ts';
import { recordsOf, tableIn } from '../engine/sqlite.ts';
import type { CommitResult, Ending, Store, StorePurpose } from '../port.ts';
import { refuseTooLarge } from '../records/ending-size.ts';
import { refuseUnfinishedCopy } from '../records/unfinished-copy.ts';
import { blobsName } from '../store-folder-port.ts';
import { SqliteArticles } from './articles/articles.ts';
import { SqliteNews } from './articles/news.ts';
import { countText } from './articles/rechecks.ts';
import { storeArticle } from './articles/store-article.ts';
import { databaseFile, FileBlobs } from './blobs.ts';
import { Checkpoints } from './checkpoints/checkpoints.ts';
import { SqliteFailures } from './crawl/failures.ts';
import { SqlitePages } from './crawl/pages.ts';
import { SqliteSources } from './crawl/sources.ts';
import { SqliteVisits } from './crawl/visits.ts';
import { SqliteDataRecords } from './data-records.ts';
import { Database } from './database.ts';
import { SqliteFrontier } from './frontier/frontier.ts';
import { SqliteLinks } from './frontier/links.ts';
import { SqliteMedia } from './media.ts';
import { checkNewDatabase } from './new-database.ts';
import { migrate } from './schema.ts';
import { storeError } from './sqlite-error.ts';
import { SqliteTransfer } from './transfer/transfer.ts';
import { SqliteUpkeep } from './upkeep/upkeep.ts';

/**
 * Opens the store in a folder: `newshawk.db` and `blobs/`. Several processes may have it open.
 * @throws NewshawkError store, with what to do
 */
export async function openSqlite(folder: string, purpose: StorePurpose = 'use'): Promise<Store> {
  const blobs = join(folder, blobsName);
  try {
    await checkNewDatabase(folder, purpose);
    await makeFolder(folder, privateFolder);
    await makeFolder(blobs, privateFolder);
    await makePrivateFile(databaseFile(folder));
  } catch (error) {
    throw storeError(error, folder);
  }
  const db = new Database(databaseFile(folder));
  const files = new FileBlobs(blobs, db);
  try {
    migrate(db);
    await refuseUnfinishedCopy(new SqliteTransfer(db, folder), folder, purpose);
  } catch (error) {
    db.close();
    throw error;
  }
  return storeOf(db, folder, files);
}

/** SQLite gives its log the mode of the database, and makes a new database readable for everybody. An existing file stays as it is. */
async function makePrivateFile(file: string): Promise<void> {
  await using _ = await open(file, 'a', privateFile);
}

/** What a commit writes. */
const commitParts = (db: Database) => ({
  frontier: new SqliteFrontier(db),
  sources: new SqliteSources(db),
  visits: new SqliteVisits(db),
  pages: new SqlitePages(db),
  failures: new SqliteFailures(db),
  media: new SqliteMedia(db),
  links: new SqliteLinks(db),
  records: new SqliteDataRecords(db),
});

/** One transaction. */
function commit(db: Database, ending: Ending, parts: ReturnType<typeof commitParts>): CommitResult {
  refuseTooLarge(ending);
  const { frontier, links } = parts;
  return db.transaction(() => {
    if (!frontier.isHeld(ending.task)) return { accepted: false, newLinks: 0, article: null, recheck: null };
    const article = ending.article === null ? null : storeArticle(db, ending.article);
    const recheck = ending.article === null ? null : countText(db, ending.article);
    parts.media.write(ending);
    if (ending.pageState !== null) parts.pages.write(ending.pageState);
    if (ending.format !== null) tableIn(db, formats).put(ending.format);
    if (ending.ownRules !== null) tableIn(db, ownRules).put(ending.ownRules);
    if (ending.seen !== null) noteAddress(db, ending.seen);
    if (ending.records !== null) parts.records.write(ending.records);
    if (ending.source !== null) parts.sources.writePolled(ending.source);
    parts.failures.write(ending);
    parts.visits.write(ending.visit);
    const pointed = links.write(ending);
    const newLinks = frontier.end(ending, pointed);
    links.count(ending, pointed);
    return { accepted: true, newLinks, article, recheck };
  });
}

function noteAddress(db: Database, seen: SeenAddress): void {
  const known = tableIn(db, knownAddresses);
  if (known.change([seen.url], (stored) => addressAfter(stored, seen)) === null) return;
  known.removeKeys(known.find(surplusAddresses(seen)).map(({ url }) => [url]));
}

function storeOf(db: Database, location: string, blobs: FileBlobs): Store {
  const checkpoints = new Checkpoints(db, databaseFile(location));
  const parts = commitParts(db);
  return {
    ...openCollections((declared) => recordsOf(db, declared)),
    ...parts,
    kind: 'sqlite',
    lacks: [],
    location,
    blobs,
    articles: new SqliteArticles(db),
    news: new SqliteNews(db),
    transfer: new SqliteTransfer(db, location),
    upkeep: new SqliteUpkeep(db, location, blobs),
    commit: async (ending) => commit(db, ending, parts),
    async ping() {
      db.get('SELECT count(*) FROM tallies');
    },
    async version() {
      // the first number changes with writes of other connections, the second with those of this one
      const sql = "SELECT data_version || '.' || total_changes() AS version FROM pragma_data_version";
      return db.get<{ version: string }>(sql)?.version ?? null;
    },
    async [Symbol.asyncDispose]() {
      await checkpoints[Symbol.asyncDispose]();
      db.close();
    },
  };
}
