import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, privateFile, privateFolder } from '../../machine/make-folder.ts';
import type { CommitResult, Ending, Store, StorePurpose } from '../port.ts';
import { refuseTooLarge } from '../records/ending-size.ts';
import { refuseUnfinishedCopy } from '../records/unfinished-copy.ts';
import { blobsName } from '../store-folder-port.ts';
import { SqliteAlerts } from './alerts.ts';
import { SqliteArticleChanges } from './articles/article-changes.ts';
import { SqliteArticles } from './articles/articles.ts';
import { SqliteNews } from './articles/news.ts';
import { countText } from './articles/rechecks.ts';
import { storeArticle } from './articles/store-article.ts';
import { databaseFile, FileBlobs } from './blobs.ts';
import { Checkpoints } from './checkpoints/checkpoints.ts';
import { SqliteFailures } from './crawl/failures.ts';
import { SqliteFormats } from './crawl/formats.ts';
import { SqliteHostRests } from './crawl/host-rests.ts';
import { SqliteKnownAddresses } from './crawl/known-addresses.ts';
import { SqliteLeases } from './crawl/leases.ts';
import { SqliteOwnRules } from './crawl/own-rules.ts';
import { SqlitePages } from './crawl/pages.ts';
import { SqliteProxies } from './crawl/proxies.ts';
import { SqliteRuns } from './crawl/runs.ts';
import { SqliteSources } from './crawl/sources.ts';
import { SqliteSubscriptions } from './crawl/subscriptions.ts';
import { SqliteVisits } from './crawl/visits.ts';
import { SqliteWrappers } from './crawl/wrappers.ts';
import { SqliteDataRecords } from './data-records.ts';
import { Database } from './database.ts';
import { SqliteDeliveries } from './deliveries.ts';
import { SqliteFrontier } from './frontier/frontier.ts';
import { SqliteLinks } from './frontier/links.ts';
import { SqliteWorkers } from './frontier/workers.ts';
import { SqliteLabels } from './labels.ts';
import { SqliteMedia } from './media.ts';
import { SqliteModels } from './models.ts';
import { checkNewDatabase } from './new-database.ts';
import { migrate } from './schema.ts';
import { SqliteSeeds } from './seeds.ts';
import { storeError } from './sqlite-error.ts';
import { SqliteTopics } from './topics.ts';
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
  return new SqliteStore(db, folder, files);
}

/** SQLite gives its log the mode of the database, and makes a new database readable for everybody. An existing file stays as it is. */
async function makePrivateFile(file: string): Promise<void> {
  await using _ = await open(file, 'a', privateFile);
}

class SqliteStore implements Store {
  readonly kind = 'sqlite';
  readonly lacks = [];
  readonly location: string;
  readonly frontier: SqliteFrontier;
  readonly sources: SqliteSources;
  readonly visits: SqliteVisits;
  readonly pages: SqlitePages;
  readonly formats: SqliteFormats;
  readonly ownRules: SqliteOwnRules;
  readonly proxies: SqliteProxies;
  readonly articles: SqliteArticles;
  readonly failures: SqliteFailures;
  readonly runs: SqliteRuns;
  readonly media: SqliteMedia;
  readonly links: SqliteLinks;
  readonly news: SqliteNews;
  readonly labels: SqliteLabels;
  readonly workers: SqliteWorkers;
  readonly models: SqliteModels;
  readonly topics: SqliteTopics;
  readonly seeds: SqliteSeeds;
  readonly subscriptions: SqliteSubscriptions;
  readonly hostRests: SqliteHostRests;
  readonly leases: SqliteLeases;
  readonly knownAddresses: SqliteKnownAddresses;
  readonly records: SqliteDataRecords;
  readonly deliveries: SqliteDeliveries;
  readonly alerts: SqliteAlerts;
  readonly articleChanges: SqliteArticleChanges;
  readonly wrappers: SqliteWrappers;
  readonly blobs: FileBlobs;
  readonly upkeep: SqliteUpkeep;
  readonly transfer: SqliteTransfer;
  readonly #db: Database;
  readonly #checkpoints: Checkpoints;

  constructor(db: Database, location: string, blobs: FileBlobs) {
    this.#db = db;
    this.#checkpoints = new Checkpoints(db, databaseFile(location));
    this.location = location;
    this.blobs = blobs;
    this.frontier = new SqliteFrontier(db);
    this.sources = new SqliteSources(db);
    this.visits = new SqliteVisits(db);
    this.pages = new SqlitePages(db);
    this.formats = new SqliteFormats(db);
    this.ownRules = new SqliteOwnRules(db);
    this.proxies = new SqliteProxies(db);
    this.articles = new SqliteArticles(db);
    this.failures = new SqliteFailures(db);
    this.runs = new SqliteRuns(db);
    this.media = new SqliteMedia(db);
    this.links = new SqliteLinks(db);
    this.news = new SqliteNews(db);
    this.labels = new SqliteLabels(db);
    this.workers = new SqliteWorkers(db);
    this.models = new SqliteModels(db);
    this.topics = new SqliteTopics(db);
    this.seeds = new SqliteSeeds(db);
    this.subscriptions = new SqliteSubscriptions(db);
    this.hostRests = new SqliteHostRests(db);
    this.leases = new SqliteLeases(db);
    this.knownAddresses = new SqliteKnownAddresses(db);
    this.records = new SqliteDataRecords(db);
    this.deliveries = new SqliteDeliveries(db);
    this.alerts = new SqliteAlerts(db);
    this.articleChanges = new SqliteArticleChanges(db);
    this.wrappers = new SqliteWrappers(db);
    this.transfer = new SqliteTransfer(db, location);
    this.upkeep = new SqliteUpkeep(db, location, blobs);
  }

  async commit(ending: Ending): Promise<CommitResult> {
    refuseTooLarge(ending);
    return this.#db.transaction(() => {
      if (!this.frontier.isHeld(ending.task)) return { accepted: false, newLinks: 0, article: null, recheck: null };
      const article = ending.article === null ? null : storeArticle(this.#db, ending.article);
      const recheck = ending.article === null ? null : countText(this.#db, ending.article);
      this.media.write(ending);
      if (ending.pageState !== null) this.pages.write(ending.pageState);
      if (ending.format !== null) this.formats.write(ending.format);
      if (ending.ownRules !== null) this.ownRules.write(ending.ownRules);
      if (ending.seen !== null) this.knownAddresses.write(ending.seen);
      if (ending.records !== null) this.records.write(ending.records);
      if (ending.source !== null) this.sources.writePolled(ending.source);
      this.failures.write(ending);
      this.visits.write(ending.visit);
      const pointed = this.links.write(ending);
      const newLinks = this.frontier.end(ending, pointed);
      this.links.count(ending, pointed);
      return { accepted: true, newLinks, article, recheck };
    });
  }

  async ping(): Promise<void> {
    this.#db.get('SELECT count(*) FROM tallies');
  }

  /** The first number changes with writes of other connections, the second with those of this one. */
  async version(): Promise<string | null> {
    const sql = "SELECT data_version || '.' || total_changes() AS version FROM pragma_data_version";
    return this.#db.get<{ version: string }>(sql)?.version ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#checkpoints[Symbol.asyncDispose]();
    this.#db.close();
  }
}
