import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureResult, folderOf, testFixtures } from '../src/commands/fixtures/test-fixtures.ts';
import { loadScrapers } from '../src/config-files/load-scrapers.ts';
import { openReader, type ReloadingReader } from '../src/reader/reader.ts';
import { scraperBriefOf } from '../src/reader/site-brief.ts';
import { readConfig } from '../src/settings/config.ts';
import { fixtureFiles } from '../src/site/fixture-file.ts';

// Every scraper of this project reads its fixtures right, offline. `newshawk test` does the same.

const dir = fileURLToPath(new URL('../scrapers/', import.meta.url));
const scrapers = (await loadScrapers(dir)).map(scraperBriefOf);
const fixtures = new Map(
  await Promise.all(scrapers.map(async (one) => [one.host, await fixtureFiles(folderOf(one))] as const)),
);

describe('the scrapers of this project', () => {
  let reader: ReloadingReader;
  const results = new Map<string, FixtureResult>();
  beforeAll(async () => {
    reader = await openReader({ workers: 1, sites: { files: scrapers.map(({ file }) => file) }, isOffline: true });
    const io = { reader, minConfidence: readConfig({}).config.minConfidence };
    for await (const result of testFixtures(io, scrapers)) results.set(result.file, result);
  });
  afterAll(() => reader[Symbol.asyncDispose]());

  it('are all loaded', async () => {
    expect(scrapers).toHaveLength((await readdir(dir)).length);
  });

  it.each(scrapers.map(({ host }) => host))('%s has a fixture for each of its wrappers', (host) => {
    const ofHost = [...results.values()].filter((result) => result.host === host && !result.isSkipped);
    const numbers = scrapers.find((scraper) => scraper.host === host)?.layouts.map((_, index) => index + 1) ?? [];
    expect(ofHost.length, `newshawk fixture add <an address of ${host}> stores one`).toBeGreaterThan(0);
    expect(new Set(ofHost.map(({ wrapper }) => wrapper))).toEqual(new Set(numbers.length === 0 ? [null] : numbers));
  });

  it.each([...fixtures.values()].flat().map((file) => file.slice(dir.length)))('%s', (file) => {
    expect(results.get(join(dir, file))).toMatchObject({ differences: [], error: null });
  });
});
