import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, privateFile, privateFolder } from '../../machine/make-folder.ts';
import { openCollections } from '../collections/all.ts';
import { tableRecords } from '../engine/sqlite-records.ts';
import type { Store, StorePurpose } from '../port.ts';
import { refuseUnfinishedCopy } from '../records/unfinished-copy.ts';
import { blobsName } from '../store-folder-port.ts';
import { replaceMedium } from './articles/article-media.ts';
import { SqliteArticles } from './articles/articles.ts';
import { SqliteNews } from './articles/news.ts';
import { databaseFile, FileBlobs } from './blobs.ts';
import { Checkpoints } from './checkpoints/checkpoints.ts';
import { commit } from './commit.ts';
import { Database } from './database.ts';
import { SqliteFrontier } from './frontier/frontier.ts';
import { SqliteLinks } from './frontier/links.ts';
import { SqliteMaintenance } from './maintenance/maintenance.ts';
import { checkNewDatabase } from './new-database.ts';
import { migrate } from './schema.ts';
import { storeError } from './sqlite-error.ts';
import { SqliteTransfer } from './transfer/transfer.ts';
import { sqliteVisitTallies } from './visit-tallies.ts';

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

function storeOf(db: Database, location: string, blobs: FileBlobs): Store {
  const checkpoints = new Checkpoints(db, databaseFile(location));
  const parts = { frontier: new SqliteFrontier(db), links: new SqliteLinks(db) };
  return {
    ...openCollections((declared) => tableRecords(db, declared), {
      visitTallies: sqliteVisitTallies(db),
      replaceMedium: async (old, item) => replaceMedium(db, old, item),
    }),
    ...parts,
    kind: 'sqlite',
    lacks: [],
    location,
    blobs,
    articles: new SqliteArticles(db),
    news: new SqliteNews(db),
    transfer: new SqliteTransfer(db, location),
    maintenance: new SqliteMaintenance(db, location, blobs),
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
