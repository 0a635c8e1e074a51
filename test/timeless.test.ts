import { describe, expect, it } from 'vitest';
import { projectFile, type SourceFile, sourceFile, sourceFiles } from './support/source-files.ts';

// A test that measures speed fails on a busy machine and proves nothing on a fast one: it bounds the work (test/support/*-work.ts), and times go to bench/.
// A test that waits for a time is late on a fast machine and early on a busy one: it waits for the event (`Changes` and `ChildOutput` in test/support/waiting.ts).

const clock =
  /\bperformance\.(now|timeOrigin|mark|measure)\b|\bDate\.now\b|\bnew Date\(\)|\bprocess\.(hrtime|uptime)\b|\bconsole\.time/g;
const processTime =
  /\b(cpuUsage|threadCpuUsage|resourceUsage|eventLoopUtilization|monitorEventLoopDelay|memoryUsage|heapUsed)\b/g;
/** A duration that the code itself has measured, with a bound on it. */
const boundedDuration =
  /expect\([^;]*?\b\w*([eE]lapsed|[tT]ook|[cC]puSeconds|[wW]allMs)\w*[^;]*?\)\.(not\.)?toBe(Less|Greater)Than/g;
/** The system takes 0 and negative numbers for groups: src/machine/process-tree.ts looks at them first. */
const rawSignal = /\bprocess\.kill\((?!process\.pid\b)/g;
/** A timer of Node, also under another name, or a wait of Vitest, Playwright or shared memory that ends by the clock. */
const timer =
  /\bset(?:Timeout|Interval)\(|\bimport \{[^;]*?\bset(?:Timeout|Interval)\b|\bscheduler\.wait\b|\bAtomics\.wait\((?:[^,;]*,){3}|\bwaitForTimeout\b|\bvi\.wait(?:For|Until)\b|\.poll\(/g;
/** In the text of a program that a test runs. */
const shellSleep = /\bsleep \.?\d[\d.]*/g;
const poll = /\beventually\(/g;

/** These ask a clock, and no assertion depends on what it says. */
const mayAsk: Readonly<Record<string, string>> = {
  'test/bin/signals.test.ts': 'ends a group that it has made',
  'test/machine/machine-load.test.ts': 'spins so that there is a load to be seen',
  'test/machine/process-tree.test.ts': 'CPU time is what it counts: between two answers of the process itself',
  'test/support/manual-clock.ts': 'a clock that goes on, and is set by the test',
  'test/support/media-site/open-media-site.ts': 'signed addresses name when they end',
  'test/support/sites/wire-site.ts':
    'notes when a request came: a pause has a least length, however busy the machine is',
  'test/support/video-pages/server/open-video-pages.ts': 'live streams go on, and signed addresses name when they end',
  'test/timeless.test.ts': 'names what it looks for',
  'test/watch/webhooks/sending-child.ts': "receivers take messages of the present only, by the machine's clock",
};

/** These have a timer that no test waits for: it makes a page, a server or a process slow, or ends what hangs. */
const mayDelay: Readonly<Record<string, string>> = {
  'test/e2e/browser-returns.test.ts': 'a browser that dies some time after its start',
  'test/e2e/store-gone.ts': 'slow sites: a crawl has pages in work at any time',
  'test/guide/reader.ts': 'ends what hangs',
  'test/stages/fetch/browser/browser-pool.test.ts': 'pages whose parts come late, and a child process that opens one',
  'test/stages/fetch/browser/browser-process.test.ts': 'a browser that hangs',
  'test/stages/fetch/browser/page-encoding.test.ts': 'a body that does not end',
  'test/stages/fetch/http/http-client.test.ts': 'a body that comes in drips and does not end',
  'test/stages/fetch/page/expand-list.test.ts': 'a list whose next page comes late',
  'test/stages/fetch/page/page-steps.test.ts': 'a list whose next page comes late',
  'test/support/api-sites/open-api-site.ts': 'a site that is slow on request',
  'test/support/app/crawl-app.ts': 'a process that is killed after its message has left',
  'test/support/child-server.ts': 'kills a process that does not end at SIGTERM',
  'test/support/hostile-site/network-pages.ts': 'bodies and headers that come in drips and do not end',
  'test/support/hostile-site/window-pages.ts': 'a body that does not end',
  'test/support/sites/new-sites.ts': 'a list whose further entries come late',
  'test/support/video-pages/user/perfect-user.ts': "a person who watches: the pages' own waits are what is tried",
  'test/support/waiting.ts': 'the pause of `eventually`',
  'test/timeless.test.ts': 'names what it looks for',
};

/** These poll with `eventually`, because nothing announces what they wait for. */
const mayPoll: Readonly<Record<string, string>> = {
  'test/client/events.test.ts': 'the server lists a client some time after it has connected',
  'test/e2e/alerts-takeover.ts': 'a store that another process writes',
  'test/e2e/api-examples.test.ts': 'the example polls the job, as its reader does',
  'test/e2e/autodiscovery.test.ts': 'a store that another process writes',
  'test/e2e/browser-returns.test.ts': 'a store that another process writes',
  'test/e2e/outage.test.ts': 'a store that another process writes',
  'test/e2e/resume-jobs.test.ts': 'jobs of another process, by its API',
  'test/e2e/watch.test.ts': 'a store that another process writes',
  'test/e2e/workers.test.ts': 'a store that other processes write',
  'test/e2e/wrappers.test.ts': 'a store that another process writes',
  'test/guide/pages.test.ts': 'the guide asks its reader to repeat a command',
  'test/guide/tasks.test.ts': 'its reader repeats `newshawk status`',
  'test/mcp/mcp.test.ts': 'a cancelled crawl of another process ends some time later',
  'test/queue/redis-queue.test.ts': 'what Redis holds, and what its client has noticed',
  'test/reader/reader.test.ts': 'a thread that was ended is replaced some time later',
  'test/server/extract.test.ts': 'a place becomes free after the late page has ended',
  'test/server/hostile/connections.test.ts': 'the server notices closed sockets when the system says so',
  'test/server/jobs.test.ts': 'progress that another process sends',
  'test/stages/fetch/browser/browser-ledger.test.ts': 'the end of a process that is not our child',
  'test/stages/fetch/browser/browser-pool.test.ts': 'processes of a browser that begin, and that end',
  'test/stages/fetch/browser/browser-process.test.ts': 'processes of a browser that begin, and its next start',
  'test/stages/fetch/browser/hostile-pages.test.ts': 'processes and sockets of a browser that end',
  'test/stages/fetch/page/image-boxes.test.ts': 'what a page in a browser has noted',
  'test/support/python-program.ts': 'the lock of another process',
  'test/support/store/mongo-server.ts': 'a server that does not say when it is ready',
  'test/support/waiting.ts': 'has it',
};

const found = ({ path, code }: SourceFile, patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([text]) => `${path}: ${text.replace(/\s+/g, ' ')}`));
const offences = (file: SourceFile): string[] => found(file, [clock, processTime, boundedDuration, rawSignal]);
/** @param text the whole file: `code` has no quoted programs */
const delays = (file: SourceFile, text: string): string[] => [
  ...found(file, [timer]),
  ...found({ ...file, code: text }, [shellSleep]),
];
const delaysOf = (file: SourceFile): string[] => delays(file, projectFile(file.path));
const polls = (file: SourceFile): string[] => found(file, [poll]);

describe('tests', () => {
  const files = sourceFiles('test');

  it('measure no time, bound no duration, and signal no group', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter(({ path }) => !(path in mayAsk)).flatMap(offences)).toEqual([]);
  });

  it('wait for events, not for a time', () => {
    expect(files.filter(({ path }) => !(path in mayDelay)).flatMap(delaysOf)).toEqual([]);
    expect(files.filter(({ path }) => !(path in mayPoll)).flatMap(polls)).toEqual([]);
  });

  it.each([
    ['ask a clock', mayAsk, offences],
    ['have a timer', mayDelay, delaysOf],
    ['poll', mayPoll, polls],
  ] as const)('have no exception that is not needed any more among those that %s', (_, exceptions, look) => {
    const needed = files.filter((file) => look(file).length > 0).map(({ path }) => path);
    expect(Object.keys(exceptions)).toEqual(needed.filter((path) => path in exceptions).sort());
  });

  it.each([
    'const before = process.cpuUsage();',
    'const begun = performance.now(); body(); expect(performance.now() - begun).toBeLessThan(500);',
    'expect(report.elapsedMs).toBeLessThan(1_000);',
    'expect(\n  answer.cpuSeconds / 2,\n).toBeLessThanOrEqual(1);',
    'expect(took).not.toBeGreaterThan(9);',
    'expect(process.memoryUsage().rss - before).toBeLessThan(1e8);',
    'process.kill(child?.pid ?? 0);',
  ])('are seen where they measure: %s', (line) => {
    expect(offences(sourceFile('test/x.test.ts', line)).length).toBeGreaterThan(0);
  });

  it.each([
    'await new Promise((resolve) => setTimeout(resolve, 20));',
    "import { setTimeout as delay } from 'node:timers/promises';\nawait delay(15_000);",
    "import { setImmediate, setTimeout } from 'node:timers/promises';",
    "import { scheduler } from 'node:timers/promises';\nawait scheduler.wait(5);",
    'const timer = setInterval(look, 50);',
    'Atomics.wait(new Int32Array(shared), 0, 0, 200);',
    'await page.waitForTimeout(300);',
    'await vi.waitFor(() => expect(asked()).toBe(3), { timeout: 300_000 });',
    'const until = (check) => vi.waitUntil(check, { interval: 50 });',
    'await expect.poll(() => gone()).toBe(true);',
    'await expect\n  .poll(() => gone())\n  .toBe(true);',
    "const script = '(sleep 0.3; kill -9 $$) &';",
    'const script = `sleep 5\nexec true`;',
  ])('are seen where they wait for a time: %s', (line) => {
    expect(delays(sourceFile('test/x.test.ts', line), line).length).toBeGreaterThan(0);
  });

  it('are seen where they poll', () => {
    expect(polls(sourceFile('test/x.test.ts', 'await eventually(() => expect(gone()).toBe(true));'))).toHaveLength(1);
  });

  it.each([
    'await printed.prints(stream, /Stopping/);',
    "await page.getByText('Stored').waitFor();",
    "import { setImmediate as nextTurn } from 'node:timers/promises';\nawait nextTurn();",
    "vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });",
    "const page = '<script>setTimeout(show, 40)</script>';",
    'Atomics.wait(numbers.gate, 0, gateClosed);',
    "const sleeper = spawn('sleep', ['60']);",
  ])('are left alone where they wait for an event: %s', (line) => {
    const file = sourceFile('test/x.test.ts', line);
    expect({ delays: delays(file, line), polls: polls(file) }).toEqual({ delays: [], polls: [] });
  });

  it.each([
    'expect(calls).toBeLessThan(9); // performance.now() is not asked',
    'expect(visit).toMatchObject({ elapsedMs: 13 });',
    "process.kill(process.pid, 'SIGTERM');",
    'const start = { elapsedMs: 12 }; expect(calls).toBeLessThan(3);',
  ])('are left alone where they do not measure: %s', (line) => {
    expect(offences(sourceFile('test/x.test.ts', line))).toEqual([]);
  });
});
