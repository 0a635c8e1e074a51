import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { Store, StorePurpose } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';

/** Opens a store by the address that a child process gets. */
export const openStore = (address: string, purpose?: StorePurpose): Promise<Store> =>
  address.startsWith('mongodb') ? openMongo(address, purpose) : openSqlite(address, purpose);
