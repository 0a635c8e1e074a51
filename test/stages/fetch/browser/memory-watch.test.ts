import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessMemory } from '../../../../src/stages/fetch/browser/browser-memory.ts';
import { type MemoryLimits, MemoryWatch } from '../../../../src/stages/fetch/browser/memory-watch.ts';
import { silent } from '../local-site.ts';

const mb = 1e6;
const [browser, gpu] = [
  { pid: 1, isRenderer: false, ownBytes: 50 * mb },
  { pid: 2, isRenderer: false, ownBytes: 50 * mb },
];
const renderer = (pid: number, megabytes: number): ProcessMemory => ({
  pid,
  isRenderer: true,
  ownBytes: megabytes * mb,
});

describe('the memory watch', () => {
  let members: readonly ProcessMemory[] = [];
  const killed: number[] = [];
  const given: string[] = [];
  let watch: MemoryWatch;
  const open = (limits: MemoryLimits): MemoryWatch =>
    new MemoryWatch({
      limits,
      memory: { read: () => members },
      log: silent,
      kill: (pid) => killed.push(pid),
      onBrowserTooLarge: (why) => given.push(why),
    });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance', 'clearInterval', 'clearTimeout'] });
    members = [browser, gpu];
    killed.length = 0;
    given.length = 0;
    watch = open({ pageMemoryMb: 500, browserMemoryMb: 1_000 });
    watch.pageOpened();
  });
  afterEach(() => {
    watch[Symbol.dispose]();
    vi.useRealTimers();
  });
  const passes = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  const dies = (pid: number): void => {
    members = members.filter((member) => member.pid !== pid);
  };

  it('kills the renderer that exceeds its limit, once, and its page gets the reason', async () => {
    members = [browser, gpu, renderer(10, 100), renderer(11, 501)];
    await passes(300);
    expect(killed).toEqual([11]);
    dies(11);
    const why = watch.whyCrashed();
    await passes(300);
    expect(await why).toBe('it took 501 MB of memory, the limit is 500 MB (limits.pageMemoryMb in browsers.config.ts)');
  });

  it('recognizes a page that V8 ended for its full heap, but not one that crashed for another reason', async () => {
    members = [browser, gpu, renderer(10, 400), renderer(11, 100)];
    await passes(200);
    dies(10);
    const full = watch.whyCrashed();
    await passes(300);
    expect(await full).toContain('filled the memory of a page');
    await passes(5_000);
    dies(11);
    const other = watch.whyCrashed();
    await passes(300);
    expect(await other).toBeNull();
    expect(killed).toEqual([]);
  });

  it('blames no page when two shared the renderer', async () => {
    members = [browser, gpu, renderer(10, 501)];
    await passes(100);
    dies(10);
    const both = Promise.all([watch.whyCrashed(), watch.whyCrashed()]);
    await passes(300);
    expect(await both).toEqual([null, null]);
  });

  it('kills the page with more than half of the memory when the browser exceeds its limit, otherwise the browser', async () => {
    members = [browser, { ...gpu, ownBytes: 490 * mb }, renderer(10, 10), renderer(11, 460)];
    await passes(100);
    expect({ killed, given }).toEqual({ killed: [], given: [expect.stringContaining('limits.browserMemoryMb')] });
    given.length = 0;
    watch[Symbol.dispose]();
    watch = open({ pageMemoryMb: 900, browserMemoryMb: 1_000 });
    watch.pageOpened();
    members = [browser, { ...gpu, ownBytes: 300 * mb }, renderer(10, 10), renderer(11, 700)];
    await passes(200);
    expect({ killed, given }).toEqual({ killed: [11], given: [] });
    dies(11);
    const why = watch.whyCrashed();
    await passes(300);
    expect(await why).toContain('it took 1060 MB of memory, the limit is 1000 MB (limits.browserMemoryMb');
  });

  it('raises the limit for many open pages', async () => {
    for (let more = 0; more < 9; more++) watch.pageOpened();
    members = [browser, ...Array.from({ length: 10 }, (_, pid) => renderer(10 + pid, 140))];
    await passes(100);
    expect({ killed, given }).toEqual({ killed: [], given: [] });
    members = [browser, ...Array.from({ length: 10 }, (_, pid) => renderer(10 + pid, 146))];
    await passes(100);
    expect(given.length).toBe(1);
  });
});
