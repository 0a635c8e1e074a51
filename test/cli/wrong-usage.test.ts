import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cli } from '../support/app/cli.ts';
import { openFakeApp } from '../support/app/fake-app.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/newshawk-wrong-usage-`);
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  [['serve', '--port', '99999'], "argument '99999' is invalid. Expected a whole number from 0 to 65535."],
  [['hot', '--window', '0h'], 'It must be more than 0, and at most 36500d.'],
  [['crawl', '--time-limit', '0.0s'], 'It must be more than 0'],
  [['crawl', '--time-limit', '999999999d'], 'and at most 36500d'],
  [['export', '--since', '999999999d'], 'and at most 36500d'],
  [['crawl', '--under', 'sport'], 'Write a path that begins with /, without host, ? and #, such as /sport/.'],
  [
    ['crawl', '--discover', 'feeds,pages'],
    'Write one or more of feeds, sitemaps, lists, with commas between, or none.',
  ],
  [['crawl', '--since', 'soon'], 'Write a date (2026-11-21, 2026-11-21T10:00Z) or an age (2h, 7d).'],
  [['crawl', '--since', '2999-01-01'], 'It is in the future: no article is as new.'],
  [['crawl', '--run', 'abc'], '--run names the crawl that --resume continues: add --resume.'],
  [['extract', '.'], ". can't be read (EISDIR: it is a folder)."],
  [['shell', '.', '-c', '1'], ". can't be read (EISDIR: it is a folder)."],
  [['export', '-f', 'jsonl', '-o', '.'], "can't be written (EISDIR: it is a folder)."],
  [['export', '-f', 'urls', '-o', '.'], "can't be written (EISDIR: it is a folder)."],
  [['sources', 'import', '.'], ". can't be read (EISDIR: it is a folder)."],
  [['sources', 'import', 'nosuch.opml'], 'nosuch.opml does not exist.'],
])('a command refuses %j with 2, and says why', async (argv, why) => {
  const { code, stdout, stderr } = await cli(argv, { app: () => openFakeApp(), cwd: folder });
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(why) });
});
