import { setTimeout as delay } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { NewshawkError } from '../../errors.ts';
import { visitEndsAt } from '../../model/crawl/visit.ts';
import { openCollections } from '../collections/all.ts';
import { MongoRecords } from '../engine/mongo.ts';
import type { CommitResult, Store, StorePurpose, VisitResult } from '../port.ts';
import { refuseUnfinishedCopy } from '../records/unfinished-copy.ts';
import { MongoArticles } from './articles/articles.ts';
import { MongoNews } from './articles/news.ts';
import { replaceMedium } from './articles/store-article.ts';
import { MongoBlobs } from './blobs.ts';
import { type Collections, collectionsOf } from './collections.ts';
import { commitEnding, finishEnding } from './frontier/endings.ts';
import { MongoFrontier } from './frontier/frontier.ts';
import { MongoLinks } from './frontier/links.ts';
import { guarded } from './guarded.ts';
import { MongoMaintenance } from './maintenance/maintenance.ts';
import { storeError, withoutCredentials } from './mongo-error.ts';
import { prepare, storedSchema } from './prepare.ts';
import { mongoVisitTallies } from './tallies/visit-tallies.ts';
import { MongoTransfer } from './transfer/transfer.ts';
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
    const store = storeOf({ client, db, collections, location, lacks });
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

function storeOf({ client, db, collections, location, lacks }: OpenedMongo): Store {
  const frontier = new MongoFrontier(collections, async (ending) => {
    await finishEnding(collections, ending, visitEndsAt(ending.visit).getTime());
  });
  const blobs = new MongoBlobs(collections, db);
  const close = async () => {
    try {
      await blobs.close();
    } catch {
      // the server is gone: the open batch is counted by every reader, as after a kill
    } finally {
      await client.close();
    }
  };
  const guard = <T extends object>(part: T): T => guarded(part, location);
  return {
    ...openCollections((declared) => guard(new MongoRecords(db, declared)), {
      visitTallies: guard(mongoVisitTallies(collections)),
      ...guard({
        replaceMedium: (...[old, item]: Parameters<Store['media']['replace']>) => replaceMedium(collections, old, item),
      }),
    }),
    kind: 'mongodb',
    location,
    lacks,
    frontier: guard(frontier),
    articles: guard(new MongoArticles(collections)),
    news: guard(new MongoNews(collections)),
    links: guard(new MongoLinks(collections)),
    transfer: guard(new MongoTransfer(db, collections, () => frontier.finishAll())),
    maintenance: guard(new MongoMaintenance(collections, db, blobs)),
    blobs: guard(blobs),
    ...guard({
      commit: async (ending: VisitResult): Promise<CommitResult> =>
        await commitEnding(collections, ending, visitEndsAt(ending.visit).getTime()),
      ping: async (): Promise<void> => void (await db.command({ ping: 1 })),
    }),
    version: async () => null,
    async [Symbol.asyncDispose]() {
      // where the server is gone, closing does not end
      await Promise.race([close(), delay(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}
