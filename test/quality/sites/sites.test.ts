import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../bench/sites/self-check.ts';
import { compareWithFloors, floorsSchema } from '../floors.ts';
import { makeSite } from './make-site.ts';
import { crawlPlanned, siteGroup } from './measure-site.ts';
import { sitePlans } from './plans.ts';

// Whole sites, crawled by their address alone. `npm run floors -- --sites --raise` keeps better results.

const { groups } = floorsSchema.parse(JSON.parse(readFileSync(new URL('../floors.json', import.meta.url), 'utf8')));

describe('a generated site', () => {
  it.each(sitePlans)('shows its truth: $name', async (plan) => {
    const site = makeSite(plan);
    expect(site.truth.length).toBeGreaterThanOrEqual(8);
    expect(site.truth.length).toBeLessThanOrEqual(14);
    expect(await problemsOf(site)).toEqual([]);
  });

  it('is the same each time', () => {
    for (const plan of sitePlans) expect(makeSite(plan)).toEqual(makeSite(plan));
  });

  it.each(sitePlans)('is crawled as well as before: $name', async (plan) => {
    const site = makeSite(plan);
    const group = siteGroup(site, await crawlPlanned(plan, site));
    const pinned = groups[group.name];
    const floors = { groups: pinned === undefined ? {} : { [group.name]: pinned }, lowered: [] };
    const { rows, changedData } = compareWithFloors(floors, [group]);
    expect(changedData).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict !== 'holds' && verdict !== 'above')).toEqual([]);
  });
});
