import { checkStore } from '../../../src/commands/store/check-store.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';

/** What `store check` finds wrong with a SQLite store, a line each. @param folder of the store, also one whose process was killed */
export async function storeDefects(
  folder: string,
): Promise<{ readonly articles: number | null; readonly found: readonly string[] }> {
  await using store = await openSqlite(folder);
  const { defects, articles } = await checkStore(store);
  return { articles, found: defects.map(({ what, ids }) => `${what}: ${ids}`) };
}
