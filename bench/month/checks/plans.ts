import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';

/** When the next poll of a source is planned, by the client's wall clock. */
export interface Planned {
  readonly host: string;
  readonly path: string;
  readonly wallMs: number;
}

/** The plan in a store that no process uses. */
export async function readPlan(folder: string): Promise<Planned[]> {
  await using store = await openSqlite(folder);
  return (await store.sources.list()).map(({ url, nextPollAt }) => {
    const { hostname, pathname } = new URL(url);
    return { host: hostname, path: pathname, wallMs: nextPollAt.getTime() };
  });
}
