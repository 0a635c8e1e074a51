/**
 * A child process that uses a store: `node child.ts <job> <address> <name> <count>`. It writes a JSON line to stdout for each write that the store has acknowledged,
 * before the next step: a kill -9 must not undo what the parent has read.
 */
import { writeSync } from 'node:fs';
import { copyStore } from '../../src/commands/store/copy-store.ts';
import type { TransferProgress } from '../../src/storage/transfer-port.ts';
import { openStore } from './open-store.ts';
import { article, at, claimOf, ending, entry } from './records.ts';

const [job = '', address = '', name = '', count = '1'] = process.argv.slice(2);
const say = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`);

/** The object with another member. */
const withMember = <T extends object>(object: T, member: keyof T, value: unknown): T =>
  new Proxy(object, {
    get: (target, name) => {
      const own: unknown = name === member ? value : Reflect.get(target, name, target);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

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
      const links = task.depth < 2 ? [entry(task.url.replace(/\/p(\d+)$/, '/child-of-$1'), { depth: 2 })] : [];
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
  // `name` is the address of the target. Stops for ever before it notes its progress for the n-th time: what it notes is written already.
  await using target = await openStore(name, 'copy');
  let notes = 0;
  const transfer = withMember(target.transfer, 'saveProgress', async (progress: TransferProgress) => {
    notes += 1;
    if (notes < Number(count)) return await target.transfer.saveProgress(progress);
    say({ notes });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
  const signal = new AbortController().signal;
  await copyStore(store, withMember(target, 'transfer', transfer), {
    clock: { now: () => at(100), monotonicMs: () => 0 },
    signal,
  });
} else throw new Error(`no such job: ${job}`);
