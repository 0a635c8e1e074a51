import { setTimeout as delay } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { NewshawkError } from '../../errors.ts';
import type { Alerts } from '../alerts-port.ts';
import type { ArticleChanges } from '../article-changes-port.ts';
import type { Articles } from '../articles-port.ts';
import type { Blobs } from '../blobs-port.ts';
import type { Failures } from '../crawl/failures-port.ts';
import type { Formats } from '../crawl/formats-port.ts';
import type { Frontier } from '../crawl/frontier-port.ts';
import type { HostRests } from '../crawl/host-rests-port.ts';
import type { KnownAddresses } from '../crawl/known-addresses-port.ts';
import type { Leases } from '../crawl/leases-port.ts';
import type { Links } from '../crawl/links-port.ts';
import type { OwnRuleTallies } from '../crawl/own-rules-port.ts';
import type { Pages } from '../crawl/pages-port.ts';
import type { Proxies } from '../crawl/proxies-port.ts';
import type { Runs } from '../crawl/runs-port.ts';
import type { Sources } from '../crawl/sources-port.ts';
import type { Subscriptions } from '../crawl/subscriptions-port.ts';
import type { Visits } from '../crawl/visits-port.ts';
import type { Workers } from '../crawl/workers-port.ts';
import type { Wrappers } from '../crawl/wrappers-port.ts';
import type { DataRecords } from '../data-records-port.ts';
import type { Deliveries } from '../deliveries-port.ts';
import type { Labels } from '../labels-port.ts';
import type { Media } from '../media-port.ts';
import type { Models } from '../models-port.ts';
import type { News } from '../news-port.ts';
import type { CommitResult, Ending, Store, StorePurpose } from '../port.ts';
import { visitEndMs } from '../records/crawl/visits.ts';
import { refuseUnfinishedCopy } from '../records/unfinished-copy.ts';
import type { Seeds } from '../seeds-port.ts';
import type { Topics } from '../topics-port.ts';
import type { Transfer } from '../transfer-port.ts';
import type { Upkeep } from '../upkeep-port.ts';
import { MongoAlerts } from './alerts.ts';
import { MongoArticleChanges } from './articles/article-changes.ts';
import { MongoArticles } from './articles/articles.ts';
import { MongoNews } from './articles/news.ts';
import { MongoBlobs } from './blobs.ts';
import { type Collections, collectionsOf } from './collections.ts';
import { MongoFailures } from './crawl/failures.ts';
import { MongoFormats } from './crawl/formats.ts';
import { MongoHostRests } from './crawl/host-rests.ts';
import { MongoKnownAddresses } from './crawl/known-addresses.ts';
import { MongoLeases } from './crawl/leases.ts';
import { MongoOwnRules } from './crawl/own-rules.ts';
import { MongoPages } from './crawl/pages.ts';
import { MongoProxies } from './crawl/proxies.ts';
import { MongoRuns } from './crawl/runs.ts';
import { MongoSources } from './crawl/sources.ts';
import { MongoSubscriptions } from './crawl/subscriptions.ts';
import { MongoVisits } from './crawl/visits.ts';
import { MongoWrappers } from './crawl/wrappers.ts';
import { MongoDataRecords } from './data-records.ts';
import { MongoDeliveries } from './deliveries.ts';
import { commitEnding, finishEnding } from './frontier/endings.ts';
import { MongoFrontier } from './frontier/frontier.ts';
import { MongoLinks } from './frontier/links.ts';
import { MongoWorkers } from './frontier/workers.ts';
import { guarded } from './guarded.ts';
import { MongoLabels } from './labels.ts';
import { MongoMedia } from './media.ts';
import { MongoModels } from './models.ts';
import { storeError, withoutCredentials } from './mongo-error.ts';
import { prepare, storedSchema } from './prepare.ts';
import { MongoSeeds } from './seeds.ts';
import { MongoTopics } from './topics.ts';
import { MongoTransfer } from './transfer/transfer.ts';
import { MongoUpkeep } from './upkeep/upkeep.ts';
import { outdatedServer, setValidators } from './validators.ts';

/** The database, where the address names none. */
const defaultDatabase = 'newshawk';

/** How long opening waits for a server, where the address does not say, ms: longer than the election of a primary. */
const serverSelectionTimeoutMs = 10_000;

/** How long closing waits for the server, ms. */
const closeTimeoutMs = 3_000;

/**
 * Opens the store in the database that the URL names (`newshawk` where it names none), on a MongoDB server 5.0 or later. What an older or a compatible server lacks is in `lacks`.
 * @throws NewshawkError store, with advice and without credentials
 */
export async function openMongo(url: string, purpose: StorePurpose = 'use'): Promise<Store> {
  const location = withoutCredentials(url);
  const client = clientOf(url, location);
  try {
    await client.connect();
    const db = client.db(/^[^/]+\/\/[^/]+\/./.test(location) ? undefined : defaultDatabase);
    const collections = collectionsOf(db);
    const previous = await storedSchema(collections, location, { purpose });
    const lacks = [...(await outdatedServer(db)), ...(await setValidators(db))];
    await prepare(db, collections, { previous });
    const store = guarded(new MongoStore({ client, db, collections, location, lacks }), location);
    await refuseUnfinishedCopy(store.transfer, location, purpose);
    return store;
  } catch (error) {
    await client.close();
    throw storeError(error, location);
  }
}

/** The driver's message quotes a malformed address, with its password: it is not passed on. */
function clientOf(url: string, location: string): MongoClient {
  try {
    return new MongoClient(url, {
      ignoreUndefined: true,
      ...(!/[?&]serverSelectionTimeoutMS=/i.test(url) && { serverSelectionTimeoutMS: serverSelectionTimeoutMs }),
      appName: 'newshawk',
    });
  } catch {
    throw new NewshawkError(
      'store',
      `The store ${location} can't be opened: its address is malformed. The form is mongodb://user:password@host:27017/database, special characters in user and password percent-encoded.`,
    );
  }
}

interface OpenedMongo extends Pick<Store, 'location' | 'lacks'> {
  readonly client: MongoClient;
  readonly db: Db;
  readonly collections: Collections;
}

class MongoStore implements Store {
  readonly kind = 'mongodb';
  readonly location: string;
  readonly lacks: readonly string[];
  readonly frontier: Frontier;
  readonly sources: Sources;
  readonly visits: Visits;
  readonly pages: Pages;
  readonly formats: Formats;
  readonly ownRules: OwnRuleTallies;
  readonly proxies: Proxies;
  readonly articles: Articles;
  readonly failures: Failures;
  readonly runs: Runs;
  readonly media: Media;
  readonly links: Links;
  readonly news: News;
  readonly labels: Labels;
  readonly workers: Workers;
  readonly models: Models;
  readonly topics: Topics;
  readonly seeds: Seeds;
  readonly subscriptions: Subscriptions;
  readonly hostRests: HostRests;
  readonly leases: Leases;
  readonly blobs: Blobs;
  readonly knownAddresses: KnownAddresses;
  readonly records: DataRecords;
  readonly deliveries: Deliveries;
  readonly alerts: Alerts;
  readonly articleChanges: ArticleChanges;
  readonly wrappers: Wrappers;
  readonly upkeep: Upkeep;
  readonly transfer: Transfer;
  readonly #client: MongoClient;
  readonly #db: Db;
  readonly #collections: Collections;
  readonly #frontier: MongoFrontier;
  readonly #blobs: MongoBlobs;

  constructor({ client, db, collections, location, lacks }: OpenedMongo) {
    this.lacks = lacks;
    this.#client = client;
    this.#db = db;
    this.#collections = collections;
    this.location = location;
    this.#frontier = new MongoFrontier(collections, async (ending) => {
      await finishEnding(collections, ending, visitEndMs(ending.visit));
    });
    this.frontier = guarded<Frontier>(this.#frontier, location);
    this.sources = guarded<Sources>(new MongoSources(collections), location);
    this.visits = guarded<Visits>(new MongoVisits(collections), location);
    this.pages = guarded<Pages>(new MongoPages(collections), location);
    this.formats = guarded<Formats>(new MongoFormats(collections), location);
    this.leases = guarded<Leases>(new MongoLeases(collections), location);
    this.hostRests = guarded<HostRests>(new MongoHostRests(collections), location);
    this.ownRules = guarded<OwnRuleTallies>(new MongoOwnRules(collections), location);
    this.proxies = guarded<Proxies>(new MongoProxies(collections), location);
    this.articles = guarded<Articles>(new MongoArticles(collections), location);
    this.failures = guarded<Failures>(new MongoFailures(collections), location);
    this.runs = guarded<Runs>(new MongoRuns(collections), location);
    this.media = guarded<Media>(new MongoMedia(collections), location);
    this.labels = guarded<Labels>(new MongoLabels(collections), location);
    this.news = guarded<News>(new MongoNews(collections), location);
    this.links = guarded<Links>(new MongoLinks(collections), location);
    this.workers = guarded<Workers>(new MongoWorkers(collections), location);
    this.models = guarded<Models>(new MongoModels(collections), location);
    this.topics = guarded<Topics>(new MongoTopics(collections), location);
    this.seeds = guarded<Seeds>(new MongoSeeds(collections), location);
    this.wrappers = guarded<Wrappers>(new MongoWrappers(collections), location);
    this.subscriptions = guarded<Subscriptions>(new MongoSubscriptions(collections), location);
    this.knownAddresses = guarded<KnownAddresses>(new MongoKnownAddresses(collections), location);
    this.records = guarded<DataRecords>(new MongoDataRecords(collections), location);
    this.alerts = guarded<Alerts>(new MongoAlerts(collections), location);
    this.articleChanges = guarded<ArticleChanges>(new MongoArticleChanges(collections), location);
    this.deliveries = guarded<Deliveries>(new MongoDeliveries(collections), location);
    this.transfer = guarded<Transfer>(new MongoTransfer(collections, () => this.#frontier.finishAll()), location);
    this.#blobs = new MongoBlobs(collections, db);
    this.upkeep = guarded<Upkeep>(new MongoUpkeep(collections, db, this.#blobs), location);
    this.blobs = guarded<Blobs>(this.#blobs, location);
  }

  async commit(ending: Ending): Promise<CommitResult> {
    return await commitEnding(this.#collections, ending, visitEndMs(ending.visit));
  }

  async ping(): Promise<void> {
    await this.#db.command({ ping: 1 });
  }

  async version(): Promise<string | null> {
    return null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // where the server is gone, closing does not end
    await Promise.race([this.#close(), delay(closeTimeoutMs, undefined, { ref: false })]);
  }

  async #close(): Promise<void> {
    try {
      await this.#blobs.close();
    } catch {
      // the server is gone: the open batch is counted by every reader, as after a kill
    } finally {
      await this.#client.close();
    }
  }
}
