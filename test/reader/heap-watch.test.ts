import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HeapWatch } from '../../src/reader/heap-watch.ts';

const placeOf = (threadId: number) => {
  const place = new Int32Array(new SharedArrayBuffer(4));
  place[0] = threadId;
  return place;
};

/** Threads by number, each with a heap of this size. */
function openWatch(heapsMb: Readonly<Record<number, number>>, limitMb: number) {
  vi.useFakeTimers();
  const ended: number[] = [];
  const threads = Object.entries(heapsMb).map(([id, mb]) => ({
    threadId: Number(id),
    getHeapStatistics: async () => ({ used_heap_size: mb * 2 ** 20 }),
    terminate: async () => ended.push(Number(id)),
  }));
  const watch = new HeapWatch(() => threads as unknown as readonly Worker[], limitMb);
  return { watch, ended, look: () => vi.advanceTimersByTimeAsync(200) };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the watch over heaps', () => {
  it('ends the threads over the limit, once', async () => {
    const { watch, ended, look } = openWatch({ 1: 90, 2: 110 }, 100);
    await look();
    expect([ended, watch.hasEnded(1), watch.hasEnded(2)]).toEqual([[2], false, true]);
  });

  it('holds another limit for the thread that runs a job, as long as it runs', async () => {
    const { watch, ended, look } = openWatch({ 1: 150, 2: 250 }, 100);
    const jobs = [watch.limitJob(placeOf(1), 200), watch.limitJob(placeOf(2), 200)];
    await look();
    expect(ended).toEqual([2]);
    for (const job of jobs) job[Symbol.dispose]();
    await look();
    expect(ended).toEqual([2, 1]);
  });
});
