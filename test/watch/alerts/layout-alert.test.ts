import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defineAlerts } from '../../../src/settings/events/alerts.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { currentConditions } from '../../../src/watch/alerts/current-conditions.ts';
import { RecentEndings } from '../../../src/watch/alerts/recent-endings.ts';
import { at } from '../../storage/records.ts';

it('a new theme under a scraper is a drift by the default rules, until its selectors match again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-alerts-'));
  await using store = await openSqlite(folder);
  const rule = (field: string, missesInARow: number) => ({
    ...{ field, what: `.${field}`, tried: 20 + missesInARow, matched: 20, missesInARow, reportedAt: null },
    ...{ lastMatchedAt: at(0), lastMissedAt: at(1), lastMissedUrl: 'http://a.example/1' },
  });
  const driftsNow = async (missesInARow: number, rules = defineAlerts({})) => {
    const tallies = ['title', 'body', 'byline'].map((field) => rule(field, missesInARow));
    await store.ownRules.save({ site: 'a.example', rules: tallies, updatedAt: at(1) });
    const clock = { now: () => at(2), monotonicMs: () => 0 };
    const conditions = await currentConditions({ store, clock, rules, endings: new RecentEndings(store.visits) });
    return conditions
      .filter(({ kind }) => kind !== 'outage')
      .map(({ kind, subject, level }) => `${kind} ${subject} ${level}`);
  };
  expect(await driftsNow(3)).toEqual(['drift a.example opens']);
  expect(await driftsNow(0)).toEqual([]);
  expect(await driftsNow(3, defineAlerts({ drift: false }))).toEqual([]);
  await rm(folder, { recursive: true });
});
