import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawSample } from '../../../src/crawl/topics/labelling.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, now, openFakeApp, topics } from '../../support/app/fake-app.ts';

let app: FakeApp;
let folder: string;
beforeEach(async () => {
  app = await openFakeApp({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'newshawk-label-'));
  const scored = Array.from({ length: 60 }, (_, n) =>
    article(`s${String(n).padStart(2, '0')}`, {
      title: `Story ${n}`,
      topics: [{ topic: 'energy', score: (n + 1) / 61, kept: n > 11, terms: [] }],
    }),
  );
  await commitArticles(app.storeOfTest, scored);
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
/** The commands close their app: each gets a new one with the same store. */
const run = (argv: readonly string[], stdin: readonly string[] = []) =>
  cli(argv, { app: keptOpen(app), stdin, cwd: folder });

describe('label', () => {
  it('asks for each page of the sample, stores each answer and moves the threshold', async () => {
    const keys = [...'yx', ...'n'.repeat(3), ...'s', ...'y'.repeat(20), 'q', 'y'];
    const { code, stderr } = await run(['label', '--topic', 'energy', '--count', '40'], keys);
    expect(code).toBe(0);
    expect(stderr).toMatch(/Story \d+\n1 of 40, score 0\.\d+, threshold 0\.200/);
    expect(stderr).toMatch(/24 labels are stored/);
    expect(stderr).toMatch(/stays at 0\.200: 24 labels of drawn pages; the threshold needs 30/);
    const labels = await app.storeOfTest.labels.ofTopic('energy');
    expect(labels).toHaveLength(24);
    expect(labels.filter(({ relevant }) => !relevant)).toHaveLength(3);
    const more = await run(['label', '--topic', 'energy', '--count', '20', '--seed', '2'], ['y'.repeat(20)]);
    expect(more.stderr).toMatch(/goes to 0\.\d+: precision/);
    expect(await app.storeOfTest.labels.ofTopic('energy')).toHaveLength(44);
    const history = await run(['label', '--topic', 'energy', '--history']);
    expect(history.stdout).toMatch(/from\s+to\s+precision\s+labels\s+why/);
    expect(history.stdout.split('\n')).toHaveLength(3);
  });

  it('stops at Ctrl-C and at the end of the input with what was said', async () => {
    expect((await run(['label', '--topic', 'energy'], ['yy\u0003'])).stderr).toMatch(/2 labels are stored/);
    expect((await run(['label', '--topic', 'energy'], ['n'])).stderr).toMatch(/1 labels are stored/);
  });

  it('draws the same for the same seed, what nobody has labelled, from near and far', async () => {
    const draw = async (seed: string) =>
      JSON.parse((await run(['label', '--topic', 'energy', '--list', '--seed', seed, '--count', '12'])).stdout);
    const [first, same, other] = [await draw('7'), await draw('7'), await draw('8')];
    expect(same).toEqual(first);
    const ids = ({ items }: typeof first): string[] => items.map(({ id }: { id: string }) => id);
    expect(ids(other)).not.toEqual(ids(first));
    expect(new Set(ids(first)).size).toBe(12);
    const scores = first.items.map(({ score }: { score: number }) => score);
    expect(Math.min(...scores)).toBeLessThan(0.2);
    expect(Math.max(...scores)).toBeGreaterThan(0.3);
    await writeFile(
      join(folder, 'labels.jsonl'),
      first.items
        .map((item: object) => `${JSON.stringify({ ...pick(item), topic: 'energy', relevant: true })}\n`)
        .join(''),
    );
    expect((await run(['label', '--import', 'labels.jsonl', '--by', 'eve'])).stderr).toMatch(/12 labels are stored/);
    const again = await run(['label', '--import', 'labels.jsonl', '--by', 'eve', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ labels: 12, topics: [{ topic: 'energy', step: null }] });
    const labels = await app.storeOfTest.labels.ofTopic('energy');
    expect(labels[0]).toMatchObject({ by: 'eve', drawn: { draw: `7/${now.toISOString()}` } });
    const rest = await drawSample(app.storeOfTest, topics[0] as never, { count: 60, seed: 7, now });
    expect(rest.pages).toHaveLength(48);
    expect(rest.pages.some(({ article: { id } }) => ids(first).includes(id))).toBe(false);
  });

  it('labels one article by hand', async () => {
    expect((await run(['label', 'set', 's03', 'energy', 'no', '--by', 'ada'])).stderr).toMatch(
      /s03 does not belong to energy/,
    );
    expect(await app.storeOfTest.labels.ofTopic('energy')).toMatchObject([
      { articleId: 's03', relevant: false, by: 'ada', drawn: null, score: 4 / 61 },
    ]);
    expect(JSON.parse((await run(['label', 'set', 's03', 'energy', 'yes', '--json'])).stdout)).toMatchObject({
      articleId: 's03',
      topic: 'energy',
      relevant: true,
    });
    expect((await run(['label', 'set', 'none', 'energy', 'yes'])).code).toBe(31);
    expect((await run(['label', 'set', 's03', 'energy', 'perhaps'])).code).toBe(2);
  });

  it('says what is wrong, and stores nothing of a file with a mistake', async () => {
    const unknown = await run(['label', '--topic', 'sport']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/no topic "sport".*There are: energy/s) });
    expect((await run(['label'])).stderr).toMatch(/Name a topic with --topic/);
    await writeFile(
      join(folder, 'bad.jsonl'),
      '{"id":"s01","topic":"energy","relevant":true}\nnonsense\n{"id":"s02","topic":"energy","relevant":"yes"}\n',
    );
    const bad = await run(['label', '--import', 'bad.jsonl']);
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringMatching(/2 mistakes.*line 2.*line 3: relevant/s) });
    expect((await run(['label', '--import', 'none.jsonl'])).stderr).toMatch(/none\.jsonl can't be read/);
    expect(await app.storeOfTest.labels.ofTopic('energy')).toEqual([]);
  });
});

describe('calibrate', () => {
  it('takes no step from labels whose import took one, and none when they are imported again', async () => {
    const { pages } = await drawSample(app.storeOfTest, topics[0] as never, { count: 60, seed: 1, now });
    const lines = pages.map(({ article: { id }, score, drawn }) => ({
      id,
      topic: 'energy',
      relevant: score > 0.5,
      drawn,
    }));
    await writeFile(join(folder, 'labels.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const read = ['label', '--import', 'labels.jsonl', '--by', 'eve'];
    expect((await run(read)).stderr).toMatch(/goes to 0\.250/);
    expect((await run(['calibrate', '--topic', 'energy'])).stderr).toMatch(
      /stays at 0\.250: 0 new labels.*label 10 more/,
    );
    const later = { ...app.clock, now: () => new Date(now.getTime() + 60_000) };
    const again = await cli(read, {
      app: { ...app, clock: later, [Symbol.asyncDispose]: async () => {} },
      cwd: folder,
    });
    expect(again.stderr).toMatch(/60 labels are stored.*\n.*stays at 0\.250: 0 new labels/);
    expect(await app.storeOfTest.labels.steps('energy')).toHaveLength(1);
  });

  it('says what it would do, then does it', async () => {
    const sample = await drawSample(app.storeOfTest, topics[0] as never, { count: 60, seed: 1, now });
    await app.storeOfTest.labels.put(
      sample.pages.map(({ article: { id, firstSeenAt }, score, drawn }) => ({
        articleId: id,
        topic: 'energy',
        relevant: score > 0.5,
        by: 'ada',
        at: now,
        score,
        seenAt: firstSeenAt,
        drawn,
      })),
    );
    const dry = await run(['calibrate', '--topic', 'energy', '--dry-run']);
    expect(dry.stderr).toMatch(/would go to 0\.250: precision 0\.\d+ is more than/);
    expect(await app.storeOfTest.labels.steps('energy')).toEqual([]);
    const done = JSON.parse((await run(['calibrate', '--topic', 'energy', '--json'])).stdout);
    expect(done).toMatchObject({
      topic: 'energy',
      threshold: 0.25,
      step: { number: 1, direction: 'up', at: now.toISOString() },
    });
    expect(await app.storeOfTest.labels.lastSteps()).toHaveLength(1);
    expect((await run(['topics', 'list'])).stdout).toMatch(/energy .* 0\.250/);
    expect((await run(['topics', 'show', 'energy'])).stdout).toMatch(
      /threshold 0\.2,.*threshold in force: 0\.250 since .*more than/s,
    );
    expect((await run(['calibrate', '--topic', 'energy', '--target', '2'])).code).toBe(2);
  });
});

const pick = (item: object) => {
  const { id, drawn } = item as { id: string; drawn: object };
  return { id, drawn };
};
