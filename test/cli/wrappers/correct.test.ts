import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reader } from '../../../src/ports.ts';
import { openReader } from '../../../src/reader/reader.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';
import {
  correctedSite,
  editorsNote,
  pageText,
  pageTitle,
  pageUrl,
  storePages,
} from '../../support/learning/corrected-site.ts';

let reader: Reader;
let app: FakeApp;
let folder: string;

beforeAll(async () => {
  reader = await openReader({ workers: 1, sites: { files: [] } });
});
afterAll(() => reader[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-correct-'));
  app = await openFakeApp({ empty: true, reader: async () => reader, env: { NEWSHAWK_SCRAPERS: folder } });
  await storePages(app.storeOfTest, [1, 2, 3, 4, 5, 6]);
  return async () => {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
});

/** The store outlives the command. */
const kept = (): FakeApp => keptOpen(app);
const run = (...argv: string[]) => cli(argv, { app: kept(), cwd: folder });
const learning = () => app.storeOfTest.wrappers.get(correctedSite);
const correction = async (number: number) =>
  (await app.storeOfTest.wrappers.corrections(correctedSite)).find(({ url }) => url === pageUrl(number))?.correction;

describe('newshawk correct', () => {
  it('lists the blocks of a page, with what extraction takes from them', async () => {
    const { code, stdout, stderr } = await run('correct', pageUrl(1));
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^http:\/\/quayside\.example\/news\/story-1, stored 2026-11-21 08:01; quayside\.example: no learned wrapper, body by generic$/m,
    );
    expect(stdout).toMatch(/^title {3}The market is repaired after 4 months$/m);
    expect(stdout).toMatch(/^date {4}2026-11-11$/m);
    expect(stdout).toMatch(/^ +2 +h1 +The market is repaired after 4 months$/m);
    expect(stdout).toMatch(/^ +5 +body +p +The market of the old town/m);
    expect(stdout).toMatch(/^ +8 +body +p +Our reporters visited/m);
    expect(stderr).toContain('--body-add');
    const json = JSON.parse((await run('correct', pageUrl(1), '--json')).stdout);
    expect(json).toMatchObject({ site: correctedSite, live: null, correction: null });
    expect(json.blocks[3]).toMatchObject({ date: '2026-11-11', isBody: false });
  });

  it('shows what a correction changes on the other pages, and stores nothing', async () => {
    const { code, stdout } = await run('correct', pageUrl(1), '--body-drop', '8', '--preview');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^This page: F1 0\.\d+ -> 1\.000\.$/m);
    expect(stdout).toMatch(/^5 of 5 other stored pages change\.$/m);
    expect(stdout).toContain(`  - ${editorsNote(4)}`);
    expect(stdout).not.toContain('  + ');
    expect(await learning()).toBeNull();
    expect(await correction(1)).toBeUndefined();
  });

  it('learns the site at once and puts the wrapper in use', async () => {
    const { code, stderr } = await run(
      'correct',
      pageUrl(1),
      '--body',
      '5-7',
      '--title',
      '2',
      '--date',
      '4',
      '--authors',
      '3',
      '--yes',
    );
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`Wrapper 1 of ${correctedSite} is live`),
    });
    expect(await correction(1)).toEqual({
      title: pageTitle(1),
      body: pageText(1),
      authors: ['Ada Quill'],
      publishedAt: '2026-11-11',
    });
    expect(await learning()).toMatchObject({
      live: 1,
      isPinned: false,
      nextVersion: 2,
      versions: [{ version: 1, correctedPages: 1, verdict: { isAccepted: true } }],
    });
    // a page that nobody has corrected, stored later
    await storePages(app.storeOfTest, [9]);
    const { blocks } = JSON.parse((await run('correct', pageUrl(9), '--json')).stdout);
    expect(
      blocks.filter(({ isBody }: { isBody: boolean }) => isBody).map(({ text }: { text: string }) => text),
    ).toEqual(pageText(9));
    // a later correction keeps what the first has said
    await run('correct', pageUrl(1), '--authors', 'Ada Quill, Bo Reed', '--yes');
    expect(await correction(1)).toMatchObject({ body: pageText(1), authors: ['Ada Quill', 'Bo Reed'] });
    expect(await learning()).toMatchObject({ live: 2 });
  });

  it('asks for consent where other pages lose much of their text', async () => {
    const argv = ['correct', pageUrl(1), '--body', '8'];
    const refused = await run(...argv);
    expect(refused).toMatchObject({
      code: 33,
      stderr: expect.stringMatching(/would lose \d+ % of their text: nothing is stored/),
    });
    expect(await correction(1)).toBeUndefined();
    expect((await run(...argv, '--yes')).code).toBe(0);
    expect(await correction(1)).toMatchObject({ body: [editorsNote(1)] });
  });

  it('removes a correction and what was learned from it', async () => {
    await run('correct', pageUrl(1), '--body-drop', '8');
    expect(await learning()).toMatchObject({ live: 1 });
    const { code } = await run('correct', pageUrl(1), '--remove');
    expect(code).toBe(0);
    expect(await correction(1)).toBeUndefined();
    const after = await learning();
    expect(after?.versions.find(({ version }) => version === after.live)?.correctedPages ?? 0).toBe(0);
    const again = await run('correct', pageUrl(1), '--remove');
    expect(again).toMatchObject({ code: 31, stderr: expect.stringContaining('has no correction to remove') });
  });

  it('leaves a pinned wrapper in use, and says so', async () => {
    await run('correct', pageUrl(1), '--body-drop', '8');
    await run('wrapper', 'pin', correctedSite);
    const { stdout, stderr } = await run('correct', pageUrl(2), '--body-drop', '8');
    expect(stdout).toContain('keeps its pinned wrapper 1');
    expect(stderr).toContain('Stored, but wrapper 2 is not in use');
    expect(await learning()).toMatchObject({ live: 1, isPinned: true });
    expect(await correction(2)).toBeDefined();
  });

  it('takes a correction from a file', async () => {
    await writeFile(join(folder, 'right.json'), JSON.stringify({ body: pageText(2), title: 'Another title' }));
    const { code, stdout } = await run('correct', pageUrl(2), '--from', 'right.json');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('No place on the page has this title'),
    });
    expect(await correction(2)).toMatchObject({ title: 'Another title', publishedAt: null });
    await writeFile(
      join(folder, 'foreign.json'),
      JSON.stringify({ body: ['Words of another page altogether, which this one never had.'] }),
    );
    const foreign = await run('correct', pageUrl(3), '--from', 'foreign.json');
    expect(foreign).toMatchObject({ code: 2, stderr: expect.stringContaining('matches no block') });
    for (const [text, message] of [
      ['{', "right.json can't be read"],
      ['{}', 'it corrects nothing'],
      ['{"body": 7}', 'body: '],
      ['{"date": "Friday"}', 'publishedAt must be'],
    ] as const) {
      await writeFile(join(folder, 'right.json'), text);
      const { code, stderr } = await run('correct', pageUrl(3), '--from', 'right.json');
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    }
  });

  it.each([
    [['--body', '3-99'], 'the page has the blocks 1 to 9'],
    [['--body', '0'], 'the page has the blocks 1 to 9'],
    [['--body', '7-3'], 'write numbers of blocks'],
    [['--body', 'all'], 'write numbers of blocks'],
    [['--body', '5', '--body-add', '6'], 'give one or the other'],
    [['--body-add', '5,6', '--body-drop', '6'], 'both name 6'],
    [['--body-drop', '1-9'], 'Nothing would be left'],
    [['--date', '5'], 'has no date'],
    [['--date', '2026-02-30'], 'write a day or a time'],
    [['--authors', '4'], 'names nobody'],
    [['--title', ' '], '--title is empty'],
    [['--remove', '--title', 'x'], '--remove stands alone: leave out --title'],
    [['--preview', '--yes', '--title', 'x'], 'leave out --yes'],
    [['--preview'], 'Say what is right'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await run('correct', pageUrl(1), ...argv);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('says what to do about a page that is not stored', async () => {
    const unknown = await run('correct', 'http://quayside.example/none');
    expect(unknown).toMatchObject({
      code: 31,
      stderr: expect.stringContaining('`newshawk crawl http://quayside.example/none`'.replaceAll('`', '')),
    });
    const wrong = await run('correct', 'quayside');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('is not an http(s) address') });
  });

  it('corrects the page of a failure', async () => {
    await using other = await openFakeApp({ reader: async () => reader });
    const { code, stdout } = await cli(['correct', 'http://gazette.example/broken'], { app: other });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('http://gazette.example/broken, stored'),
    });
  });
});

describe('corrected pages as fixtures', () => {
  it('are written next to the scraper, and read again', async () => {
    const { code, stderr } = await run('correct', pageUrl(1), '--body-drop', '8', '--fixture');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Fixture: ') });
    const place = join(folder, correctedSite, 'fixtures');
    const [page = '', values = ''] = (await readdir(place)).sort();
    expect({ page, values }).toEqual({
      page: expect.stringMatching(/^story-1-[0-9a-f]{8}\.html\.gz$/),
      values: expect.stringMatching(/^story-1-[0-9a-f]{8}\.json$/),
    });
    expect(JSON.parse(await readFile(join(place, values), 'utf8'))).toMatchObject({
      url: pageUrl(1),
      expected: { body: pageText(1), title: null },
      score: { body: 1, fields: [] },
    });
    const checked = await run('learn', '--check');
    expect({ code: checked.code, matchCount: checked.stdout.match(/ok$/gm)?.length }).toEqual({
      code: 0,
      matchCount: 2,
    });
    // without the wrapper that knows the correction, the fixture is read worse
    const store = app.storeOfTest;
    await run('correct', pageUrl(1), '--remove');
    const fallen = await run('learn', '--check', '--json');
    expect({ code: fallen.code, stdout: JSON.parse(fallen.stdout) }).toMatchObject({
      code: 32,
      stdout: { fallen: 1, pages: [{ hasFallen: true, floor: 1 }] },
    });
    expect((await run('learn', '--check', 'other.example')).code).toBe(31);
    await writeFile(join(place, values), '{}');
    const broken = await run('learn', '--check');
    expect(broken).toMatchObject({ code: 4, stderr: expect.stringContaining('is no fixture') });
    expect(await store.wrappers.corrections(correctedSite)).toEqual([]);
  });

  it('need a correction of the page first', async () => {
    const { code, stderr } = await run('correct', pageUrl(1), '--fixture');
    expect({ code, stderr }).toEqual({ code: 31, stderr: expect.stringContaining('is not corrected yet') });
    expect((await run('learn', '--check')).code).toBe(31);
    expect((await run('learn', '--check', '--batch', 'x')).code).toBe(2);
    expect((await run('learn', 'quayside.example')).code).toBe(2);
  });
});
