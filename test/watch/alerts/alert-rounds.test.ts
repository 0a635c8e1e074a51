import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { alertSuite } from './alert-suite.ts';
import { tellSuite } from './tell-suite.ts';

describe('on SQLite', () => {
  const open = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-alerts-'));
    const store = await openSqlite(join(folder, 'store'));
    return { store, close: () => rm(folder, { recursive: true }) };
  };
  alertSuite(open);
  tellSuite(open);
});
