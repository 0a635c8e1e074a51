import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadPageResult } from '../../../src/app.ts';
import { loadTopics } from '../../../src/config-files/load-topics.ts';
import { exitCodes, NewshawkError } from '../../../src/errors.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article, at } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp, snapshot } from '../../support/app/fake-app.ts';
import { articleReading, noDraft } from '../../support/readings.ts';
import { themeExamples, themeStream } from '../../support/theme-texts.ts';

let folder: string;
let opened: FakeApp;
let app: FakeApp;
let requestedUrls: string[];
const good = 'https://gazette.example/wind';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-topics-'));
  requestedUrls = [];
  const readPage = async ({ url }: { readonly url: string }): Promise<ReadPageResult> => {
    requestedUrls.push(url);
    if (url.endsWith('/down')) throw new NewshawkError('unreachable', 'the site answered 503');
    return { snapshot, reading: url === good ? articleReading(url, { body: 'Mills turn.' }) : noDraft() };
  };
  opened = await openFakeApp({ empty: true, readPage });
  app = keptOpen(opened);
});
afterEach(async () => {
  await opened[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const topics = (...argv: string[]) => cli(['topics', ...argv], { app });

describe('topics', () => {
  it('adds one with keywords and examples, whose pages are read once', async () => {
    const definitions = [
      '-k',
      'wind power=3',
      '-k',
      'turbine',
      '-x',
      'toy',
      '-l',
      'en',
      '-e',
      good,
      '-e',
      `${good}/list`,
      '-e',
      `${good}/down`,
    ];
    const { code, stderr } = await topics('add', 'mills', ...definitions);
    expect(code).toBe(0);
    expect(stderr).toContain(`${good}/list can't be read: no text`);
    expect(stderr).toContain(`${good}/down can't be read: the site answered 503`);
    const stored = await app.storeOfTest.topics.get('mills');
    expect(stored?.topic).toMatchObject({
      keywords: { 'wind power': 3, turbine: 1 },
      exclude: ['toy'],
      languages: ['en'],
      method: 'vector',
      threshold: 0.25,
    });
    expect(stored?.topic.examples.map(({ url, text }) => [url, text])).toEqual([
      [good, 'Mills turn.'],
      [`${good}/list`, ''],
      [`${good}/down`, ''],
    ]);
    expect(stored?.topic.examples[0]?.fetchedAt).toBe(app.clock.now().toISOString());
    requestedUrls.length = 0;
    await topics('add', 'mills', '-e', good);
    expect(requestedUrls).toEqual([]);
  });

  it('says what a topic hides before it is saved, and asks only a person at a terminal', async () => {
    const forecastTopics = async () => ({
      ...{ total: 129, judged: 129, hidden: 120, newlyHidden: 120 },
      matches: [{ topic: 'sea', articles: 9 }],
    });
    const run = (args: readonly string[], more: Parameters<typeof cli>[1] = {}) =>
      cli(['topics', 'add', 'sea', '-k', 'ship', ...args], { app: { ...app, forecastTopics }, ...more });
    const dry = await run(['--dry-run']);
    expect(dry.stderr).toContain('9 of 129 stored articles match the topic "sea".');
    expect(dry.stderr).toContain('120 of 129 stored articles match no topic: they will not be published.');
    expect(dry.stderr).toContain('With --follow the topic marks what matches it, and hides nothing.');
    expect({
      hasNothingWasSaved: dry.stderr.includes('Nothing was saved'),
      sea: await app.storeOfTest.topics.get('sea'),
    }).toEqual({ hasNothingWasSaved: true, sea: null });
    const person = { isTty: true, stdin: Object.assign(Readable.from(['n\n']), { isTTY: true }) };
    const refused = await run([], person);
    expect(refused.stderr).toContain('hide 120 published articles? [y/N]');
    expect(await app.storeOfTest.topics.get('sea')).toBeNull();
    expect((await run(['--yes'], person)).code).toBe(0);
    expect(await app.storeOfTest.topics.get('sea')).not.toBeNull();
    // a script goes on
    await topics('remove', 'sea');
    await run([]);
    expect(await app.storeOfTest.topics.get('sea')).not.toBeNull();
  });

  it('adds one that is only followed, which survives a file', async () => {
    await topics('add', 'bikes', '-k', 'bicycle', '--follow');
    expect((await app.storeOfTest.topics.get('bikes'))?.topic.follow).toBe(true);
    expect((await topics('list')).stdout).toContain('bikes (followed)');
    expect((await topics('show', 'bikes')).stdout).toContain('followed, in the store');
    const file = join(folder, 'followed.json');
    await writeFile(file, JSON.stringify([{ name: 'sea', keywords: ['ship'], follow: true }]));
    expect((await loadTopics(file, true))[0]?.follow).toBe(true);
    await topics('import', file);
    expect((await app.storeOfTest.topics.get('sea'))?.topic.follow).toBe(true);
  });

  it('lists those of the file and of the store, and says of which', async () => {
    await topics('add', '海运', '-k', '港口');
    const { stdout } = await topics('list');
    expect(stdout).toMatch(/energy +vector +2 +0 +0\.2 +0 +file\n/);
    expect(stdout).toMatch(/海运 +vector +1 +0 +0\.25 +0 +store\n/);
    const json = JSON.parse((await cli(['topics', 'list', '--json'], { app })).stdout);
    expect(
      json.map(({ topic, definedIn }: { topic: { name: string }; definedIn: string }) => [topic.name, definedIn]),
    ).toEqual([
      ['energy', 'file'],
      ['海运', 'store'],
    ]);
  });

  it('refuses to write what the file defines, and mistakes', async () => {
    const ofFile = await topics('add', 'energy', '-k', 'wind');
    expect({ code: ofFile.code, hasIsDefinedIn: ofFile.stderr.includes('is defined in the topics file') }).toEqual({
      code: 2,
      hasIsDefinedIn: true,
    });
    expect((await topics('remove', 'energy')).stderr).toContain('is defined in the topics file');
    const empty = await topics('add', 'nothing');
    expect(empty.code).toBeGreaterThan(0);
    expect(empty.stderr).toContain('at least one keyword or example is needed');
    const method = await topics('add', 'odd', '-k', 'wind', '--method', 'guess');
    expect(method.code).toBeGreaterThan(0);
    expect(method.stderr).toContain('method');
    expect(await app.storeOfTest.topics.list()).toEqual([]);
  });

  it('imports a file, and removes', async () => {
    const file = join(folder, 'more.json');
    await writeFile(
      file,
      JSON.stringify([
        { name: 'sea', keywords: ['ship'] },
        { name: 'coast', keywords: ['tide'] },
      ]),
    );
    expect((await topics('import', file)).code).toBe(0);
    expect((await app.storeOfTest.topics.list()).map(({ topic }) => topic.name)).toEqual(['coast', 'sea']);
    expect((await topics('remove', 'sea')).code).toBe(0);
    const again = await topics('remove', 'sea');
    expect({ code: again.code, hasNoTopicSea: again.stderr.includes('no topic "sea"') }).toEqual({
      code: 31,
      hasNoTopicSea: true,
    });
    expect((await topics('import', join(folder, 'none.json'))).stderr).toContain("can't be read");
    await writeFile(join(folder, 'bad.json'), 'garbage');
    const bad = await topics('import', join(folder, 'bad.json'));
    expect(bad).toMatchObject({ code: 4, stderr: expect.stringMatching(/bad\.json is not JSON: .*garbage/) });
  });

  it('shows what the examples have taught', async () => {
    const examples = themeExamples('sea', 5).map(({ title, body }) => ({ title, text: body }));
    const file = join(folder, 'sea.json');
    await writeFile(file, JSON.stringify({ name: 'sea', keywords: ['ship'], examples }));
    await topics('import', file);
    expect((await topics('show', 'sea')).stdout).toContain('learned: nothing');
    const stream = themeStream({ sea: 20, garden: 30, music: 30 }).map(({ text }) => text);
    const { stdout } = await cli(['topics', 'show', 'sea'], { app: { ...app, streamSample: async () => stream } });
    expect(stdout).toMatch(/learned from 80 articles: .*captain/);
    expect((await topics('show', 'none')).code).toBe(31);
  });
});

describe('a topics file that is not there', () => {
  it('is no topics where nobody named it, and a mistake of the configuration where somebody did', async () => {
    const file = join(folder, 'none.json');
    expect(await loadTopics(file, false)).toEqual([]);
    await expect(loadTopics(file, true)).rejects.toMatchObject({
      exitCode: exitCodes.configuration,
      message: expect.stringMatching(/NEWSHAWK_TOPICS names .*none\.json.*no such file/),
    });
  });

  it('is read with a byte order mark, and named where it has a mistake', async () => {
    const file = join(folder, 'topics.json');
    await writeFile(file, '\uFEFF[{"name": "wind", "keywords": ["wind"]}]'); // as an editor on Windows writes it
    expect(await loadTopics(file, true)).toMatchObject([{ name: 'wind' }]);
    await writeFile(file, '{}');
    await expect(loadTopics(file, true)).rejects.toMatchObject({
      message: expect.stringMatching(/topics\.json: The topics have a mistake/),
    });
  });
});

describe('an export of a store whose articles are off topic', () => {
  it('says so on stderr, and names what exports them', async () => {
    const store = await app.store();
    await commitArticles(store, [article('a1', { onTopic: false })]);
    const { stdout, stderr, code } = await cli(['export'], { app });
    expect({ stdout, code }).toEqual({ stdout: '', code: 0 });
    expect(stderr).toMatch(
      /No published article is among the 1 that match: 1 of them are off topic.*--status all.*topics list/,
    );
    expect((await cli(['export', '--status', 'all'], { app })).stderr).not.toContain('off topic');
  });

  it('says so of copies too, and does not speak of topics then', async () => {
    const store = await app.store();
    await commitArticles(store, [article('a1'), article('a2', { joins: ['a1'], site: 'b.example', fetchedAt: at(9) })]);
    const { stderr } = await cli(['export', '--site', 'b.example'], { app });
    expect(stderr).toContain('0 of them are off topic, 1 copies of other articles. `--status all` exports them.');
  });
});
