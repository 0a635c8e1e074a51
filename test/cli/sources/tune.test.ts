import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/errors.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { claimOf, ending, entry, source } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, now, openFakeApp } from '../../support/app/fake-app.ts';

const hour = 3_600_000;
let opened: FakeApp;
let app: FakeApp;
beforeEach(async () => {
  opened = await openFakeApp({ empty: true });
  app = { ...opened, config: { ...opened.config, pollPolicy: 'adaptive' }, [Symbol.asyncDispose]: async () => {} };
});
afterEach(() => opened[Symbol.asyncDispose]());

const run = (...argv: string[]) => cli(argv, { app });
const feed = source('feed', { baseIntervalMs: hour, intervalMs: hour, activeWindows: [] });

/** Ten rounds yesterday, one of them with an update. */
async function addRounds(): Promise<void> {
  const { storeOfTest: store } = app;
  await store.sources.define(feed);
  const url = canonicalUrl(feed.url);
  for (let n = 0; n < 10; n += 1) {
    await store.frontier.reopen([entry(url, { kind: 'source' })], { revisit: false, now: new Date(0) });
    const [task] = await store.frontier.claim(claimOf({ now: new Date(4e12), limit: 1 }));
    if (!task) throw new Error('no task could be claimed');
    const startedAt = new Date(now.getTime() - 24 * hour + n * 60_000);
    const visit = { ...ending(task).visit, id: `poll-${n}`, outcome: 'listed' as const, startedAt, changed: n === 0 };
    await store.commit(ending(task, { visit }));
  }
}

describe('tune', () => {
  it('says what it would change and why, then changes it; `explain` and `sources` show it', async () => {
    await addRounds();
    const dry = await run('tune', '--dry-run');
    expect(dry.code).toBe(exitCodes.ok);
    expect(dry.stdout).toMatch(/changes +10 +1 +1h to 1h 15m +all/);
    expect(dry.stdout).toContain('1 of 10 rounds');
    expect(dry.stderr).toContain('1 of 1 sources would change; nothing is changed');
    expect(await app.storeOfTest.sources.get('feed')).toEqual(feed);
    expect((await run('tune')).stderr).toContain('1 of 1 sources have changed');
    const { stdout } = await run('explain', 'feed');
    expect(stdout).toContain('base 1h 15m, learned; 1h is defined; within 18m 45s to 8h');
    expect(stdout).toContain('10 rounds, 1 found an update');
    expect(stdout).toContain('1 in 10 polls of the last 28 days');
    expect((await run('sources', 'show', 'feed')).stdout).toContain('base 1h 15m (learned; 1h is defined)');
    expect((await run('tune')).stderr).toContain('0 of 1 sources have changed');
  });

  it('prints the evidence as JSON', async () => {
    await addRounds();
    const [one] = JSON.parse((await run('tune', '--json', '--days', '7')).stdout);
    expect(one).toMatchObject({
      id: 'feed',
      isChanged: true,
      isWritten: true,
      rounds: { rounds: 10, updates: 1 },
      before: null,
      tuning: { intervalMs: 1.25 * hour, hours: null, day: '2026-11-20' },
      hours: { updates: 1, polls: 10 },
    });
  });

  it('shows the hours of a source as a person writes them', async () => {
    const hours = [30, 31, 32, 54, 55, 56, 144, 167];
    await app.storeOfTest.sources.define({ ...feed, tuning: { intervalMs: null, hours, day: '2026-11-20' } });
    const { stdout } = await run('explain', 'feed');
    expect(stdout).toContain('8 of 168; Mon-Tue 6-9, Sat 0-1 and 23-24 UTC; else an eighth of the rate');
    expect((await run('sources', 'show', 'feed')).stdout).toContain('most polls in 8 of 168');
  });

  it('says that there is nothing to tune', async () => {
    const { code, stderr } = await run('tune');
    expect({ code, stderr }).toEqual({ code: exitCodes.ok, stderr: expect.stringContaining('no source is polled') });
  });

  it.each([['--days', '0'], ['--days', '6.5'], ['--days', 'many'], ['--days', '366'], ['--nights'], ['paper.example']])(
    'refuses %s %s',
    async (...argv) => {
      const { code, stderr } = await run('tune', ...argv);
      expect({ code, stderr }).toEqual({
        code: exitCodes.usage,
        stderr: expect.stringMatching(/whole number|unknown option|too many/),
      });
    },
  );
});
