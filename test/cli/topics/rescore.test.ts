import { describe, expect, it } from 'vitest';
import type { RescoreRequest } from '../../../src/crawl/topics/rescore.ts';
import type { RescoreReport } from '../../../src/crawl/topics/rescore-tally.ts';
import { CommandError, exitCodes } from '../../../src/errors.ts';
import { cli } from '../../support/app/cli.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';

const report: RescoreReport = {
  judged: 2_100,
  toPublished: 7,
  toOffTopic: 40,
  failed: 0,
  failures: [],
  left: 0,
  isInterrupted: false,
  topics: [{ topic: 'energy', gained: 9, lost: 41 }],
};

/** The command on an app whose rescore gives this. */
async function run(partial: Partial<RescoreReport>, ...argv: string[]) {
  const requests: Omit<RescoreRequest, 'sites'>[] = [];
  const app = await openFakeApp({
    rescore: async (options) => {
      requests.push(options);
      for (const judged of [16, 1_008, 2_000, 2_016]) options.onProgress({ judged, total: 2_100 });
      return { ...report, ...partial };
    },
  });
  return { ...(await cli(['topics', 'rescore', ...argv], { app })), requests };
}

describe('topics rescore', () => {
  it('says what changed, by status and by topic, and how far it is', async () => {
    const { code, stdout, stderr, requests } = await run({});
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2.100 articles judged\noff topic now: 40\npublished now: 7\n/);
    expect(stdout).toMatch(/energy +9 +41\n/);
    expect(stderr.match(/of 2.100 articles judged/g)?.length).toBe(2);
    expect(requests).toMatchObject([{ topic: null, isDry: false, all: false }]);
  });

  it('hands on what is requests for, and gives it as JSON', async () => {
    const { stdout, requests } = await run({}, '--topic', 'energy', '--dry-run', '--all', '--json');
    expect(requests).toMatchObject([{ topic: 'energy', isDry: true, all: true }]);
    expect(JSON.parse(stdout)).toEqual({ dryRun: true, ...report });
    expect((await run({}, '--dry-run')).stdout).toContain('would be off topic now: 40');
    expect(await run({}, '--topic', 'none')).toMatchObject({ code: exitCodes.nothingFound, requests: [] });
  });

  it('says with its exit code that something is left', async () => {
    const interrupted = await run({ isInterrupted: true, left: 84 });
    expect(interrupted).toMatchObject({ code: 11, stdout: expect.stringContaining('interrupted: 84 are left') });
    const failed = await run({ failed: 1, left: 1, failures: [{ url: 'http://a.example/1', why: 'it took 10 s' }] });
    expect(failed).toMatchObject({
      code: 16,
      stderr: expect.stringContaining('http://a.example/1 could not be judged: it took 10 s'),
    });
    const nothing = await run({ judged: 0, toPublished: 0, toOffTopic: 0, topics: [] });
    expect(nothing).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to do') });
  });
});

describe('status', () => {
  const statusWith = async (countOutdatedArticles: () => Promise<number>, ...argv: string[]) =>
    cli(['status', ...argv], { app: await openFakeApp({ countOutdatedArticles }) });

  it('names the command where other topics have judged articles, also where that can not be known', async () => {
    expect((await statusWith(async () => 0)).stdout).not.toContain('topics');
    expect((await statusWith(async () => 12_000)).stdout).toMatch(
      /12.000 articles were judged by other.*topics rescore/,
    );
    expect(JSON.parse((await statusWith(async () => 3, '--json')).stdout)).toMatchObject({ judgedOtherwise: 3 });
    const broken = () => Promise.reject(new CommandError(exitCodes.configuration, 'a scraper is wrong'));
    expect((await statusWith(broken)).stdout).toMatch(/topics +scrapers or topics can't be read/);
  });
});
