import { describe, expect, it } from 'vitest';
import { type SourceFile, sourceFile, sourceFiles } from './support/source-files.ts';

// A test that measures speed fails on a busy machine and proves nothing on a fast one: it bounds the work (test/support/*-work.ts), and times go to bench/.

const clock =
  /\bperformance\.(now|timeOrigin|mark|measure)\b|\bDate\.now\b|\bnew Date\(\)|\bprocess\.(hrtime|uptime)\b|\bconsole\.time/g;
const processTime =
  /\b(cpuUsage|threadCpuUsage|resourceUsage|eventLoopUtilization|monitorEventLoopDelay|memoryUsage|heapUsed)\b/g;
/** A duration that the code itself has measured, with a bound on it. */
const boundedDuration =
  /expect\([^;]*?\b\w*([eE]lapsed|[tT]ook|[cC]puSeconds|[wW]allMs)\w*[^;]*?\)\.(not\.)?toBe(Less|Greater)Than/g;
/** The system takes 0 and negative numbers for groups: src/machine/process-tree.ts looks at them first. */
const rawSignal = /\bprocess\.kill\((?!process\.pid\b)/g;
/** Shorter than a busy machine takes. */
const tightPoll = /\.(?:poll|waitFor)\([^;]*?\btimeout: (\d{1,3}|1?\d_?\d{3})\b/g;

/** These ask a clock, and no assertion depends on what it says. */
const mayAsk: Readonly<Record<string, string>> = {
  'test/bin/signals.test.ts': 'ends a group that it has made',
  'test/machine/machine-load.test.ts': 'spins so that there is a load to be seen',
  'test/machine/process-tree.test.ts': 'CPU time is what it counts: between two answers of the process itself',
  'test/support/manual-clock.ts': 'a clock that goes on, and is set by the test',
  'test/support/media-site/open-media-site.ts': 'signed addresses name when they end',
  'test/support/sites/wire-site.ts':
    'notes when a request came: a pause has a least length, however busy the machine is',
  'test/support/store/mongo-server.ts': 'gives up a server that does not start',
  'test/support/video-pages/server/open-video-pages.ts': 'live streams go on, and signed addresses name when they end',
  'test/timeless.test.ts': 'names what it looks for',
  'test/watch/webhooks/sending-child.ts': "receivers take messages of the present only, by the machine's clock",
};

const offences = ({ path, code }: SourceFile): string[] =>
  [clock, processTime, boundedDuration, rawSignal, tightPoll].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([text]) => `${path}: ${text.replace(/\s+/g, ' ')}`),
  );

describe('tests', () => {
  const files = sourceFiles('test');

  it('measure no time, bound no duration, and signal no group', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter(({ path }) => !(path in mayAsk)).flatMap(offences)).toEqual([]);
  });

  it('have no exceptions that are not needed any more', () => {
    const needed = files.filter((file) => offences(file).length > 0).map(({ path }) => path);
    expect(Object.keys(mayAsk)).toEqual(needed.filter((path) => path in mayAsk).sort());
  });

  it.each([
    'const before = process.cpuUsage();',
    'const begun = performance.now(); body(); expect(performance.now() - begun).toBeLessThan(500);',
    'expect(report.elapsedMs).toBeLessThan(1_000);',
    'expect(\n  answer.cpuSeconds / 2,\n).toBeLessThanOrEqual(1);',
    'expect(took).not.toBeGreaterThan(9);',
    'expect(process.memoryUsage().rss - before).toBeLessThan(1e8);',
    'process.kill(child?.pid ?? 0);',
    'await expect.poll(() => gone(), { timeout: 5_000 }).toBe(true);',
    'await expect.poll(() => gone(), { timeout: 800 }).toBe(true);',
  ])('are seen where they do: %s', (line) => {
    expect(offences(sourceFile('test/x.test.ts', line)).length).toBeGreaterThan(0);
  });

  it.each([
    'expect(calls).toBeLessThan(9); // performance.now() is not asked',
    'expect(visit).toMatchObject({ elapsedMs: 13 });',
    'await expect.poll(() => gone(), { timeout: 30_000 }).toBe(true);',
    "process.kill(process.pid, 'SIGTERM');",
    'const start = { elapsedMs: 12 }; expect(calls).toBeLessThan(3);',
  ])('are left alone where they do not: %s', (line) => {
    expect(offences(sourceFile('test/x.test.ts', line))).toEqual([]);
  });
});
