import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { makeRechecksLeft } from '../../../src/crawl/recheck-copies.ts';
import type { CopyJob } from '../copies-child.ts';
import { at, entry } from '../records.ts';
import type { UnderTest } from './contract.ts';

/** A process that judges and commits articles; it waits for `go` after each look for copies. */
function startJudge(address: string, name: string) {
  const script = join(import.meta.dirname, '../copies-child.ts');
  const child = spawn(process.execPath, [script, address, name], { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done === true) throw new Error(`process ${name} ended: ${errors}`);
    return JSON.parse(line.value);
  };
  const send = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    next,
    go: () => send('go'),
    judge: (job: CopyJob) => send(job),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
    end: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'close');
      expect({ exitCode: child.exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    },
  };
}

const words = (n: number, from: number) =>
  Array.from({ length: n }, (_, at) => `word${(at * 7 + from * 131) % 9973}x${from}`);

/** The text of a story: `version` 0 for the exact one, else nearly the same. */
function storyOf(story: number, version: number): Pick<CopyJob, 'title' | 'body'> {
  const text = words(220, story);
  if (version > 0) text.splice(40 * version, 3, `edited${version}`, `here${story}`);
  const body = text.join(' ') + (version > 0 ? `\n\nA line of agency ${version} about it.` : '');
  return { title: `${words(5, story).join(' ')}`, body };
}

export function copyContract(current: () => UnderTest): void {
  const names = ['a', 'b', 'c'];
  const jobOf = (story: number, name: string, version: number): CopyJob => ({
    url: `http://${name}.example/story-${story}`,
    ...storyOf(story, version),
  });
  const open = async (jobs: readonly CopyJob[]) => {
    await current().store.frontier.put(
      jobs.map(({ url }) => entry(url, { dueAt: at(0) })),
      at(0),
    );
  };
  /** The published articles of each story, and its clusters. */
  const storiesOf = async () => {
    const stories = new Map<string, { clusters: Set<string>; members: number; published: number }>();
    for (const article of await current().store.articles.find({})) {
      const key = article.url.slice(article.url.lastIndexOf('-') + 1);
      const story = stories.get(key) ?? { clusters: new Set(), members: 0, published: 0 };
      stories.set(key, story);
      story.clusters.add(article.cluster);
      story.members += 1;
      story.published += article.status === 'published' ? 1 : 0;
    }
    return stories;
  };

  it('ends with one cluster and one published article each time when copies arrive at several processes at once', async () => {
    const { store, address, stories } = current();
    const judges = names.map((name) => startJudge(address, name));
    for (let story = 0; story < stories; story += 1) {
      // exact and near copies by turns; every fifth story at all three, the others at two
      const takers = story % 5 === 4 ? [0, 1, 2] : [story % 3, (story + 1) % 3];
      const jobs = takers.map((taker, place) => jobOf(story, names[taker] ?? '', story % 2 === 0 ? 0 : place));
      await open(jobs);
      const working = takers.flatMap((taker) => judges[taker] ?? []);
      for (const [place, judge] of working.entries()) judge.judge(jobs[place] as CopyJob);
      // all have looked, and none is stored: none sees another
      expect(await Promise.all(working.map((judge) => judge.next()))).toEqual(working.map(() => ({ joins: [] })));
      for (const judge of working) judge.go();
      await Promise.all(working.map((judge) => judge.next()));
    }
    await Promise.all(judges.map((judge) => judge.end()));
    const ended = await storiesOf();
    expect(ended.size).toBe(stories);
    const wrong = [...ended].filter(([key, { clusters, members, published }]) => {
      const expected = Number(key) % 5 === 4 ? 3 : 2;
      return clusters.size !== 1 || members !== expected || published !== 1;
    });
    expect(wrong).toEqual([]);
    expect(await store.articles.rechecks(9)).toEqual([]);
    expect(await Array.fromAsync(store.maintenance.defects())).toEqual([]);
  }, 600_000);

  it('joins copies later whose process was killed after its commit', async () => {
    const { store, address } = current();
    const [first, second] = ['a', 'b'].map((name) => startJudge(address, name));
    if (first === undefined || second === undefined) throw new Error('two were started');
    const jobs = [jobOf(1, 'a', 0), { ...jobOf(1, 'b', 1), stopsBeforeRecheck: true }] as const;
    await open(jobs);
    first.judge(jobs[0]);
    second.judge(jobs[1]);
    await Promise.all([first.next(), second.next()]);
    first.go();
    await first.next();
    second.go();
    expect(await second.next()).toMatchObject({ recheck: { upTo: 2 } });
    await second.kill();
    await first.end();
    expect(await storiesOf()).toMatchObject(new Map([['1', { members: 2, published: 2 }]]));
    expect(await makeRechecksLeft({ store })).toBe(1);
    expect(await storiesOf()).toMatchObject(new Map([['1', { members: 2, published: 1 }]]));
    expect(await makeRechecksLeft({ store })).toBe(0);
  });
}
