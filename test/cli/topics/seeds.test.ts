import { describe, expect, it } from 'vitest';
import { seed } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { keptOpen, openFakeApp } from '../../support/app/fake-app.ts';

const env = { NEWSHAWK_SEARCH_ENGINES: 'searxng:https://search.example' };
const report = {
  topic: 'energy',
  queries: ['grid', 'solar'],
  engines: [{ name: 'search.example', results: 12 }],
  notes: [],
  isAnswered: true,
  seeds: [seed('gazette.example'), seed('cake.example', { score: 0.05, decision: 'below-threshold' })],
};

describe('seeds discover', () => {
  it('prints what was asked, the candidates and what was added', async () => {
    await using app = await openFakeApp({ env, discoverSeeds: async () => report });
    const { code, stdout } = await cli(['seeds', 'discover', '--topic', 'energy'], { app, columns: 140 });
    expect(code).toBe(0);
    expect(stdout).toContain('Asked search.example (12 results) for: grid | solar');
    expect(stdout).toMatch(/gazette\.example +0\.50 +0\.50 +1\.00 +0 of 0 +added +search\.example "grid" 1/);
    expect(stdout).toContain('Sites that `newshawk watch` polls for the topic: 1.');
  });

  it('says that a dry run stores nothing, names what was not answered, and ends with 31 where no engine answered', async () => {
    const notes = ['search.example answered 500'];
    await using app = await openFakeApp({
      env,
      discoverSeeds: async () => ({ ...report, notes, isAnswered: false, seeds: [] }),
    });
    const { code, stdout } = await cli(['seeds', 'discover', '--topic', 'energy', '--dry-run'], { app });
    expect(code).toBe(31);
    expect(stdout).toContain('Not answered: search.example answered 500');
    expect(stdout).toContain('No site was named.\nDry run: nothing was stored.');
  });

  it('needs an engine, and a topic', async () => {
    await using without = await openFakeApp();
    const { code, stderr } = await cli(['seeds', 'discover', '--topic', 'energy'], { app: without });
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('set NEWSHAWK_SEARCH_ENGINES') });
    await using app = await openFakeApp({ env });
    expect((await cli(['seeds', 'discover'], { app })).stderr).toContain('Name a topic with --topic');
  });
});

describe('seeds list', () => {
  it('is the record of a topic, or of all', async () => {
    await using app = await openFakeApp({ env });
    await app.storeOfTest.seeds.put([seed('gazette.example', { decision: 'retired' })]);
    const { stdout } = await cli(['seeds', 'list'], {
      app: keptOpen(app),
      columns: 140,
    });
    expect(stdout).toMatch(/energy +gazette\.example .* retired/);
    const { stdout: json } = await cli(['seeds', 'list', '--topic', 'energy', '--json'], { app });
    expect(JSON.parse(json)).toMatchObject([{ site: 'gazette.example', evidence: [{ rank: 1 }] }]);
  });

  it('says what to do where there is nothing', async () => {
    await using app = await openFakeApp();
    expect((await cli(['seeds', 'list'], { app })).stdout).toContain('`newshawk seeds discover --topic <name>`');
  });
});
