/**
 * A child process that uses a store: `node child.ts <job> <address> <name> <count>`. It writes a JSON line to stdout for each write that the store has acknowledged,
 * before the next step: a kill -9 must not undo what the parent has read.
 */
import { writeSync } from 'node:fs';
import { copyStore } from '../../src/pipeline/upkeep/copy-store.ts';
import { openStore } from './open-store.ts';
import { article, at, claimOf, ending, entry } from './records.ts';

const [job = '', address = '', name = '', count = '1'] = process.argv.slice(2);
const say = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`);

await using store = await openStore(address);

if (job === 'claim') {
  // until no task is left
  for (;;) {
    const tasks = await store.frontier.claim(claimOf({ limit: Number(count), owner: name, leaseMs: 3_600_000 }));
    if (tasks.length === 0) break;
    say(tasks.map((task) => task.url));
  }
} else if (job === 'crawl') {
  for (;;) {
    const tasks = await store.frontier.claim(claimOf({ limit: Number(count), owner: name, leaseMs: 3_600_000 }));
    if (tasks.length === 0) break;
    say({ claimed: tasks.map((task) => task.url) });
    for (const task of tasks) {
      const id = task.url.slice(task.url.lastIndexOf('/') + 1);
      const read = article(id, { url: task.url, canonicalUrl: task.url, body: `Body of ${id}. `.repeat(400) });
      const links = task.depth < 2 ? [entry(`${task.url}-child`, { depth: 2 })] : [];
      const { accepted } = await store.commit(ending(task, { article: read, links }));
      if (accepted) say({ committed: task.url });
    }
  }
} else if (job === 'join') {
  // several processes store articles of one story at the same time
  const tasks = await store.frontier.claim(claimOf({ limit: Number(count), owner: name }));
  for (const [index, task] of tasks.entries())
    say(await store.commit(ending(task, { article: article(`story-${name}-${index}`, { joins: ['story-0'] }) })));
} else if (job === 'copy') {
  // `name` is the address of the target
  await using target = await openStore(name);
  const signal = new AbortController().signal;
  const onProgress = (kind: string, done: number) => say({ kind, done });
  await copyStore(store, target, { clock: { now: () => at(100) }, signal, onProgress });
} else throw new Error(`no such job: ${job}`);
