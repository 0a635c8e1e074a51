// What a poll of an unchanged feed costs: `npm run bench:polls -- [polls]`. The whole way: the round that opens the poll, its claim, the request through the egress
// guard, the answer 304, the commit in the embedded store. CPU of this process; the feed's server is another one. Bar: 3 ms (exit 1 beyond).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { taskRunner } from '../src/crawl/run-task.ts';
import { openEgressGuard } from '../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../src/stages/fetch/identity/identity-cookies.ts';
import { HostGate } from '../src/stages/schedule/politeness.ts';
import { PollRounds } from '../src/watch/poll-rounds.ts';
import { claimOf, source } from '../test/storage/records.ts';
import { crawlOf, openCrawl } from '../test/support/crawl-ports.ts';

const barMs = 3;
const polls = Number(process.argv[2] ?? 2_000);
const sources = 200;
/** Polls before the clock runs: the first reads the feed in full, and the compiler needs some. */
const warmUpRounds = 5;

const server = spawn(process.execPath, [join(import.meta.dirname, 'sources/unchanged-feed.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
try {
  const [line] = await once(server.stdout, 'data');
  const authority = `127.0.0.1:${Number(String(line))}`;
  await using guard = await openEgressGuard({
    allow: [authority],
    connectTo: [],
    allowPorts: [],
    ownUserOnly: false,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  await using http = openHttpClient({ ignoreTlsErrors: false, cookies: new CookieJars() });
  await using crawl = await openCrawl();
  const { io, clock, run } = crawl;
  const fake = await io.identities.pick('gazette.example');
  const identity = { ...fake, guardUrl: await guard.routeFor(null) };
  const ports = { ...io, http, identities: { ...io.identities, pick: async () => identity } };
  for (let n = 0; n < sources; n++)
    await io.store.sources.define(
      source(`s${n}`, { url: `http://${authority}/feed-${n}`, activeWindows: [], site: authority, maxFactor: 1 }),
    );
  const runTask = taskRunner(
    crawlOf({ io: ports, run: { ...run, keepsWindows: true } }, new HostGate({ concurrency: 64, gapMs: 0 })),
  );
  const rounds = new PollRounds(ports, { sites: null, worker: run.worker });
  const round = async (): Promise<number> => {
    clock.pass(10 * 60_000);
    await rounds.next();
    let done = 0;
    for (;;) {
      const tasks = await io.store.frontier.claim(claimOf({ now: clock.now(), limit: 20 }));
      const opened = tasks.filter(({ kind }) => kind === 'source');
      for (const task of opened) {
        const ending = await runTask(task);
        if (done > 0 && ending.visit.outcome !== 'listed')
          throw new Error(`${ending.visit.reason} ${ending.visit.detail}`);
        if (ending.visit.status === 304) done += 1;
      }
      if (opened.length === 0) return done;
    }
  };
  for (let n = 0; n < warmUpRounds; n++) await round();
  const before = process.cpuUsage();
  const begunAt = performance.now();
  let done = 0;
  while (done < polls) {
    const unchanged = await round();
    if (unchanged === 0) throw new Error('no poll was answered with 304');
    done += unchanged;
  }
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1_000 / done;
  const ms = (performance.now() - begunAt) / done;
  console.log(
    `${done} polls of ${sources} unchanged feeds: CPU ${cpuMs.toFixed(2)} ms each (bar ${barMs}), ${ms.toFixed(2)} ms of time`,
  );
  if (cpuMs > barMs) process.exitCode = 1;
} finally {
  server.stdin.end();
}
