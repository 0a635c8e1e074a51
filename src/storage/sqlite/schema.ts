import { NewshawkError } from '../../errors.ts';
import type { Database } from './database.ts';
import { migrations } from './schema/migrations.ts';

/** States of a frontier row (collections/crawl/tasks.ts), as the table has them. */
export const state = { ready: 0, waiting: 1, leased: 2, done: 3, failed: 4, named: 5 } as const;

/**
 * `synchronous` NORMAL: a kill -9 loses nothing. A power cut may undo the last endings; when their leases expire, the tasks come again. `cache_size`, KB with a
 * minus sign: after a transaction that splits a page, SQLite looks through its whole cache (balance_nonroot renumbers pages through the number of the lock page,
 * and pcache1Truncate removes it); with 64 MB that was a tenth of an ending, and the system's own cache has the other pages.
 */
const pragmas = `
PRAGMA journal_mode = WAL;
PRAGMA recursive_triggers = ON;
PRAGMA synchronous = NORMAL;
PRAGMA journal_size_limit = 16777216;
PRAGMA cache_size = -16384;
`;

/** Migrates the file to the newest version, in one transaction. @throws NewshawkError store where the file is newer than this program */
export function migrate(db: Database, scripts: readonly string[] = migrations): void {
  db.exec(pragmas);
  if (versionOf(db) === scripts.length) return;
  db.transaction(() => {
    const from = versionOf(db); // read again under the lock: another process may have migrated it
    if (from > scripts.length)
      throw new NewshawkError(
        'store',
        `The store ${db.location} has schema ${from}, written by a newer newshawk; this one knows ${scripts.length}. Update newshawk, or choose another store (NEWSHAWK_STORE).`,
      );
    for (const script of scripts.slice(from)) db.exec(script);
    db.exec(`PRAGMA user_version = ${scripts.length}`);
  });
}

const versionOf = (db: Database): number => db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
