import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parseSearchEngines } from '../../../src/settings/search-engines.ts';
import { searchAddress } from '../../../src/stages/discover/search/search-address.ts';
import { seedRounds } from '../../../src/watch/seeds/seed-rounds.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { topic } from '../../support/topics.ts';

const engines = parseSearchEngines('searxng:https://search.example');
const topics = [topic('energy', { grid: 1 }), topic('ships', { harbour: 1 })];
const [minute, hour] = [60_000, 3_600_000];

function roundsOf(
  crawl: FakeCrawl,
  env: { readonly searchEngines?: typeof engines; readonly seedsEveryMs?: number } = {},
) {
  const config = { ...crawl.io.config, searchEngines: engines, ...env };
  const tick = seedRounds({ ...crawl.io, topics, config });
  const events = () =>
    crawl.logged.flatMap(({ event, fields }) =>
      event.startsWith('seeds.') ? [`${event} ${fields.topic ?? fields.message}`] : [],
    );
  return async (passMs: number, expected: number) => {
    crawl.clock.pass(passMs);
    tick();
    while (events().length < expected) await nextTurn();
    await nextTurn();
    return events();
  };
}

function answering(crawl: FakeCrawl): void {
  const result = { url: 'https://gazette.test/a', title: 'The grid by the harbour' };
  for (const query of ['grid', 'harbour'])
    for (const engine of engines)
      crawl.web.answers[`static ${searchAddress(engine, query, null)}`] = {
        html: JSON.stringify({ results: [result] }),
      };
}

describe('the searches of watch', () => {
  it('take one topic after the other, each once a day', async () => {
    await using crawl = await openCrawl();
    answering(crawl);
    const eventsAfter = roundsOf(crawl);
    expect(await eventsAfter(0, 1)).toEqual(['seeds.searched energy']);
    expect(await eventsAfter(minute, 2)).toEqual(['seeds.searched energy', 'seeds.searched ships']);
    expect(await eventsAfter(12 * hour, 2)).toHaveLength(2);
    expect((await eventsAfter(12 * hour, 3)).at(-1)).toBe('seeds.searched energy');
  });

  it('go on after a restart where they were, and after the clock was set back', async () => {
    await using crawl = await openCrawl();
    answering(crawl);
    const firstRun = roundsOf(crawl);
    await firstRun(0, 1);
    await firstRun(minute, 2);
    expect(await roundsOf(crawl)(minute, 2)).toHaveLength(2);
    crawl.clock.step(-24 * hour);
    expect(await roundsOf(crawl)(minute, 3)).toHaveLength(3);
  });

  it('come again after an hour where no engine answers', async () => {
    await using crawl = await openCrawl();
    const eventsAfter = roundsOf(crawl);
    expect(await eventsAfter(0, 1)).toEqual(['seeds.searched energy']);
    expect(crawl.logged.at(-1)?.fields.notes).toContain('search.example answered 404');
    expect(await eventsAfter(59 * minute, 1)).toHaveLength(1);
    expect(await eventsAfter(minute, 2)).toEqual(['seeds.searched energy', 'seeds.searched energy']);
  });

  it('are logged where they fail', async () => {
    await using crawl = await openCrawl();
    const eventsAfter = roundsOf(crawl);
    await crawl.io.store[Symbol.asyncDispose]();
    expect((await eventsAfter(0, 1))[0]).toMatch(/^seeds\.failed /);
  });

  it.each([{ seedsEveryMs: 0 }, { searchEngines: [] }])('never happen with %o', async (env) => {
    await using crawl = await openCrawl();
    answering(crawl);
    expect(await roundsOf(crawl, env)(hour, 0)).toEqual([]);
  });
});
