import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { claimOf, entry } from './records.ts';

it('a claim takes the same tasks in the same order, however many other sites are named', async () => {
  const names = ['c.example', 'a.example', 'd.example', 'b.example'];
  const claimed: string[][] = [];
  for (const others of [0, 2_000]) {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-claims-'));
    try {
      await using store = await openSqlite(folder);
      await store.frontier.put(
        names.map((name, at) => entry(`http://${name}/x`, { priority: at / 10 })),
        new Date(0),
      );
      const sites = [...names.slice(0, 3), ...Array.from({ length: others }, (_, at) => `other${at}.example`)];
      const tasks = await store.frontier.claim(claimOf({ sites, perHost: 1, restingHosts: new Set(['a.example']) }));
      claimed.push(tasks.map(({ host }) => host));
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  expect(claimed).toEqual([
    ['d.example', 'c.example'],
    ['d.example', 'c.example'],
  ]);
});
