import type { AnyCollection } from '../../collection.ts';
import { declared } from '../../collections/all.ts';
import { tableSql } from '../../engine/sqlite-sql.ts';
import { articleTables, searchTables } from './article-tables.ts';
import { frontierTables } from './frontier-tables.ts';
import { tallyTables } from './tally-tables.ts';

/** How far a copy into this store came. */
const copyProgress = 'CREATE TABLE copy_progress (id INTEGER PRIMARY KEY CHECK (id = 1), doc TEXT NOT NULL) STRICT;';

/** Forward only: the n-th script takes a store from version n - 1 to n. A released one is never changed. */
export const migrations: readonly string[] = [
  [
    frontierTables,
    articleTables,
    searchTables,
    copyProgress,
    ...Object.values<AnyCollection>(declared).map(tableSql),
    tallyTables,
  ].join('\n'),
];
