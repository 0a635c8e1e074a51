// What the end of a page costs in the embedded store: an article of 20 KB, 100 links, half of them to addresses that were seen before. `npm run bench:endings -- [endings]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { article, claimOf, ending, entry } from '../test/storage/records.ts';

const endings = Number(process.argv[2] ?? 2_000);
const withGraph = process.argv[3] !== 'no-graph';
const linksAPage = 100;

/** A small linear congruential generator (Numerical Recipes): the same store at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = numbers(7);
/** The address that was found as the n-th: sites take turns. */
const found = (n: number) => `http://site${n % 50}.example/fresh/another-story-of-the-day-${n}`;
const body = (n: number) =>
  Array.from({ length: 3_000 }, (_, index) => `w${Math.floor(random() * 20_000)}-${index % 97}`).join(' ') + n;
const folder = await mkdtemp(join(tmpdir(), 'newshawk-endings-'));
try {
  await using store = await openSqlite(folder);
  const urls = Array.from({ length: endings }, (_, n) => `http://site${n % 50}.example/2026/11/some-story-${n}`);
  await store.frontier.put(
    urls.map((url) => entry(url)),
    new Date(0),
  );
  const times: number[] = [];
  const cpu = { user: 0, system: 0 };
  let [done, fresh] = [0, 0];
  while (done < endings) {
    const tasks = await store.frontier.claim(claimOf({ limit: 100, sites: null }));
    if (tasks.length === 0) break;
    for (const task of tasks) {
      if (task.url.includes('fresh')) {
        await store.frontier.release(task, new Date(8e14), new Date(0));
        continue;
      }
      const targets = Array.from({ length: linksAPage }, (_, n) =>
        found(n % 2 === 0 ? fresh++ : Math.floor(random() * fresh)),
      );
      const links = [...new Set(targets)].map((url) =>
        entry(url, { priority: random() / 2, depth: 2, dueAt: new Date(8e14) }),
      );
      const given = article(`story-${done}`, { url: task.url, body: body(done).slice(0, 20_000) });
      const pointsTo = links.map(({ url: to }) => ({
        from: task.url,
        to,
        anchorText: `Another story of the day ${to.length}`,
        relevance: random(),
      }));
      const whole = ending(task, { article: given, links, pointsTo: withGraph ? pointsTo : [] });
      const [begun, before] = [performance.now(), process.cpuUsage()];
      await store.commit(whole);
      times.push(performance.now() - begun);
      const { user, system } = process.cpuUsage(before);
      cpu.user += user;
      cpu.system += system;
      done += 1;
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
  const total = times.reduce((sum, ms) => sum + ms, 0);
  console.log(
    `${done} endings with ${linksAPage} links: ${Math.round((1_000 * done) / total)}/s; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; CPU ${(cpu.user / 1_000 / done).toFixed(2)} + ${(cpu.system / 1_000 / done).toFixed(2)} ms each`,
  );
} finally {
  await rm(folder, { recursive: true });
}
