import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredReplay } from '../../../src/app.ts';
import type { Failure } from '../../../src/model/crawl/failure.ts';
import type { OwnRuleFinding } from '../../../src/model/crawl/own-rule.ts';
import { claimOf, ending, entry, visit } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, openFakeApp, snapshot } from '../../support/app/fake-app.ts';
import { articleReading } from '../../support/readings.ts';

let app: FakeApp;
let failure: Failure;
const kept = (overrides: Partial<FakeApp> = {}): FakeApp => ({
  ...app,
  ...overrides,
  [Symbol.asyncDispose]: async () => {},
});
const run = (argv: string, overrides: Partial<FakeApp> = {}) => cli(argv.split(' '), { app: kept(overrides) });

beforeEach(async () => {
  app = await openFakeApp();
  const [first] = await app.storeOfTest.failures.find({ limit: 1 });
  if (first === undefined) throw new Error('the store of this test has a failure');
  failure = first;
});
afterEach(() => app[Symbol.asyncDispose]());

/** The failure's page is a failed task of the frontier. */
async function failTask(url = failure.url): Promise<void> {
  const { frontier, commit } = {
    frontier: app.storeOfTest.frontier,
    commit: app.storeOfTest.commit.bind(app.storeOfTest),
  };
  await frontier.put([entry(url)], new Date(0));
  const task = await frontier.take(entry(url).url, claimOf());
  if (task !== null)
    await commit(
      ending(task, {
        failure: url === failure.url ? { ...failure, at: new Date(failure.at.getTime() + 1) } : null,
        next: { kind: 'failed' },
      }),
    );
}

describe('resolved failures', () => {
  it('are left out of list and status, and shown with their state by --all', async () => {
    const { storeOfTest: store } = app;
    const task = await store.frontier.take(failure.url, claimOf());
    if (task === null) throw new Error('the page of the failure is in the frontier');
    await store.commit(ending(task, { visit: visit(task, { startedAt: failure.at }) }));
    const list = await run('failures');
    expect(list).toMatchObject({ stdout: '', stderr: expect.stringContaining('failures list --all') });
    expect((await run('failures list --all')).stdout).toMatch(/mended by a visit/);
    expect((await run('status')).stdout).toMatch(/failures +none/);
    expect((await run(`failures show ${failure.id}`)).stdout).toContain('mended by a visit');
  });
});

describe('failures list', () => {
  it('names what failed and has no bundle', async () => {
    await failTask();
    await failTask(entry('http://gazette.example/bare').url);
    const { stdout, stderr } = await run('failures');
    expect(stdout).toContain(failure.id);
    expect(stdout).toMatch(/^http:\/\/gazette\.example\/bare {2}\w+: /m);
    expect(stderr).toContain('1 of these pages failed and has no bundle.');
    expect(JSON.parse((await run('failures list --json')).stdout).withoutBundle).toMatchObject([
      { url: 'http://gazette.example/bare' },
    ]);
  });
});

describe('failures open', () => {
  it('prints the address in the dashboard, and opens nothing where there is no desktop', async () => {
    const { code, stdout, stderr } = await run(`failures open ${failure.id}`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `http://127.0.0.1:8780/#/failures?id=${failure.id}\n` });
    expect(stderr).toContain('newshawk serve');
    const json = await run(`failures open ${failure.id} --json`, {
      config: { ...app.config, httpHost: '::', httpPort: 9 },
    });
    expect(JSON.parse(json.stdout)).toEqual({
      id: failure.id,
      address: `http://127.0.0.1:9/#/failures?id=${failure.id}`,
    });
    expect((await run('failures open f-none')).code).toBe(2);
  });
});

describe('failures list --run', () => {
  it('names and counts those of one run: what the table at its end counts', async () => {
    await failTask();
    await failTask(entry('http://gazette.example/bare').url);
    const listed = JSON.parse((await run(`failures list --run ${failure.run} --json`)).stdout);
    expect(listed.failures).toMatchObject([{ id: failure.id }]);
    expect(listed.counts).toEqual([{ site: failure.site, reason: failure.reason, count: 1 }]);
    // of what has no bundle no run is known
    expect(listed.withoutBundle).toEqual([]);
    const none = await run('failures list --run other --json');
    expect(JSON.parse(none.stdout)).toEqual({ failures: [], counts: [], withoutBundle: [] });
    expect((await run('failures list --run other')).stderr).toContain('No failures.');
  });
});

describe('failures retry', () => {
  it('brings back one failure, or those of a site or reason', async () => {
    for (const argv of [failure.id, `--site ${failure.site}`, `--reason ${failure.reason}`]) {
      await failTask();
      const { code, stdout, stderr } = await run(`failures retry ${argv}`);
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${failure.url}\n` });
      expect(stderr).toContain('1 page will be fetched again');
      expect(await app.storeOfTest.frontier.get(failure.url)).toMatchObject({ state: 'pending', attempts: 0 });
    }
  });

  it('says so where there is nothing to try, and what is wrong with the question', async () => {
    expect(await run('failures retry --site none.example')).toMatchObject({
      code: 31,
      stderr: expect.stringContaining('Nothing to retry'),
    });
    expect((await run('failures retry f-none')).code).toBe(2);
    expect(await run('failures retry --reason down')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices are unreachable'),
    });
    expect(JSON.parse((await run('failures retry --reason proxy --json')).stdout)).toEqual({ reopened: [], left: [] });
  });
});

describe('failures replay of rules that match nothing', () => {
  const silent = { reason: 'layout-changed', detail: 'own rules that used to match find nothing: title "h1" (24 of 26 pages before), date ".on" (3 of 3 pages before)' } as const; // biome-ignore format: one line
  const replay = (ownRules: readonly OwnRuleFinding[]) =>
    run(`failures replay ${failure.id}`, {
      replay: async () => ({
        failure: { ...failure, ...silent },
        snapshot,
        reading: { ...articleReading(failure.url), ownRules },
        elapsedMs: 3,
      }),
    });

  it('does not resolve the failure by an article that other rules give', async () => {
    const still = await replay([
      { field: 'title', what: 'h1', hasMatch: false },
      { field: 'byline', what: '.by', hasMatch: false },
      { field: 'date', what: '.on', hasMatch: true },
    ]);
    expect(still.code).toBe(31);
    expect(still.stdout).toContain(
      'an article is extracted, but rules of the scraper still match nothing: title "h1" in',
    );
    expect(still.stderr).not.toContain('--store');
  });

  it('resolves the failure where a rule for each reported field matches', async () => {
    const mended = await replay([
      { field: 'title', what: 'h1', hasMatch: false },
      { field: 'title', what: '.t-1', hasMatch: true },
      { field: 'byline', what: '.by', hasMatch: false },
    ]);
    expect(mended).toMatchObject({ code: 0, stdout: expect.stringContaining('mended: an article is extracted') });
  });
});

describe('failures replay --store', () => {
  const replayOf = (stored: StoredReplay['stored'], reading = articleReading(failure.url)) =>
    ({ storeReplay: async () => ({ failure, snapshot, reading, elapsedMs: 3, stored }) }) satisfies Partial<FakeApp>;

  it('says what was stored', async () => {
    const article = {
      id: 'a9',
      status: 'published' as const,
      cluster: 'a9',
      canonicalId: 'a9',
      relation: null,
      revision: 1,
    } as const;
    const { code, stderr } = await run(
      `failures replay ${failure.id} --store`,
      replayOf({ outcome: 'stored', article }),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Stored: article a9, published, revision 1.\n' });
    const listed = await run(`failures replay ${failure.id} --store`, replayOf({ outcome: 'listed', article: null }));
    expect(listed).toMatchObject({ code: 0, stderr: 'Stored: listed.\n' });
  });

  it('ends with 31 where the page fails again', async () => {
    const still = { ...articleReading(failure.url), draft: null };
    const { code, stderr } = await run(`failures replay ${failure.id} --store`, replayOf(null, still));
    expect({ code, stderr }).toEqual({ code: 31, stderr: '' });
  });
});

describe('the id of a failure', () => {
  const commands = ['show', 'open', 'replay', 'replay --store', 'replay --watch', 'retry', 'fixture'];
  /** Failures of these ids beside that of the app. */
  async function fail(...ids: readonly string[]): Promise<void> {
    const { frontier } = app.storeOfTest;
    for (const [n, id] of ids.entries()) {
      const { url } = entry(`http://gazette.example/short-${n}`);
      await frontier.put([entry(url)], new Date(0));
      const task = await frontier.take(url, claimOf());
      if (task === null) throw new Error(`${url} could not be claimed`);
      await app.storeOfTest.commit(ending(task, { failure: { ...failure, id, url }, next: { kind: 'failed' } }));
    }
  }

  it.each(commands)('of "failures %s" may be its beginning, if no other begins so', async (command) => {
    await fail('abcd1111', 'abcd2222', ...Array.from({ length: 6 }, (_, n) => `many${n}`));
    const several = await run(`failures ${command} abcd`);
    expect(several).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The ids of 2 failures begin with "abcd": write more of it.'),
    });
    expect(several.stderr).toContain('  - abcd2222: layout-changed, http://gazette.example/short-1\n');
    const many = await run(`failures ${command} many`);
    expect(many.stderr).toMatch(/The ids of more than 5 failures begin with "many"[\s\S]* {2}- and more/);
    for (const id of ['nosuch', 'abc', ' ', '%', 'abcd1111x']) {
      const unknown = await cli(['failures', ...command.split(' '), id], { app: kept() });
      expect(unknown).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`There is no failure "${id}" in the store; an old one may have been removed`),
      });
    }
  });

  it('is completed by each command', async () => {
    await fail('abcd1111');
    expect((await run('failures show abcd')).stdout).toMatch(/^id +abcd1111$/m);
    expect((await run('failures open abcd')).stdout).toContain('id=abcd1111');
    expect((await run('failures retry abcd')).stdout).toBe('http://gazette.example/short-0\n');
  });
});
