import { afterEach, describe, expect, it } from 'vitest';
import type { HostQueue } from '../../src/queue/port.ts';

export interface QueueUnderTest {
  readonly queue: HostQueue;
  /** Failures that were reported so far. */
  readonly errors: readonly { readonly host: string; readonly error: unknown }[];
}

export interface QueueSettings {
  readonly concurrency: number;
  readonly retryAfterMs: number;
}

/** What a queue promises, for every adapter. `open` gives an empty one. Order and uniqueness are tested, exact times are not. */
export function queueContract(name: string, open: (settings: QueueSettings) => Promise<QueueUnderTest>): void {
  describe(`the ${name} queue`, () => {
    const opened: HostQueue[] = [];
    afterEach(async () => {
      for (const queue of opened.splice(0)) await queue[Symbol.asyncDispose]();
    });

    async function start(settings: Partial<QueueSettings> = {}): Promise<QueueUnderTest> {
      const made = await open({ concurrency: 2, retryAfterMs: 5, ...settings });
      opened.push(made.queue);
      return made;
    }

    /** A time that is over, or `ms` ahead. */
    const past = (secondsAgo = 1): Date => new Date(Date.now() - secondsAgo * 1000);
    const ahead = (ms: number): Date => new Date(Date.now() + ms);

    it('hands out every host that is due, once', async () => {
      const { queue } = await start();
      const handled: string[] = [];
      queue.consume(async (host) => {
        handled.push(host);
        return null;
      });
      for (const host of ['a', 'b', 'c']) await queue.enqueue(host, past());
      await expect.poll(() => handled.length).toBe(3);
      await quiet();
      expect(handled.sort()).toEqual(['a', 'b', 'c']);
    });

    it('keeps what was enqueued before there was a consumer, the longest due first, each host once', async () => {
      const { queue } = await start({ concurrency: 1 });
      for (const [host, seconds] of [
        ['young', 1],
        ['old', 60],
        ['middle', 30],
        ['old', 5],
      ] as const)
        await queue.enqueue(host, past(seconds));
      const handled: string[] = [];
      queue.consume(async (host) => {
        handled.push(host);
        return null;
      });
      await expect.poll(() => handled.length).toBe(3);
      await quiet();
      expect(handled).toEqual(['old', 'middle', 'young']);
    });

    it('hands out nothing before its time; of two times the earlier counts', async () => {
      const { queue } = await start();
      const handledAt = new Map<string, number>();
      queue.consume(async (host) => {
        handledAt.set(host, Date.now());
        return null;
      });
      const due = ahead(40);
      await queue.enqueue('a', ahead(3_600_000));
      await queue.enqueue('a', due);
      await queue.enqueue('later', ahead(3_600_000));
      await expect.poll(() => handledAt.has('a')).toBe(true);
      expect(handledAt.get('a')).toBeGreaterThanOrEqual(due.getTime() - 2); // timers round to whole ms
      expect(handledAt.has('later')).toBe(false);
    });

    it('never handles a host twice at a time, and hosts side by side up to its concurrency', async () => {
      const { queue, errors } = await start({ concurrency: 3 });
      const running = new Map<string, number>();
      let most = 0;
      let slices = 0;
      queue.consume(async (host) => {
        running.set(host, (running.get(host) ?? 0) + 1);
        expect(running.get(host)).toBe(1);
        most = Math.max(
          most,
          [...running.values()].reduce((sum, one) => sum + one, 0),
        );
        await new Promise((resolve) => setTimeout(resolve, 3));
        running.set(host, 0);
        slices += 1;
        return slices < 40 ? past() : null;
      });
      for (let round = 0; round < 5; round++)
        for (const host of ['a', 'b', 'c', 'd', 'e']) await queue.enqueue(host, past());
      await expect.poll(() => slices).toBeGreaterThanOrEqual(40);
      expect(most).toBe(3);
      expect(errors).toEqual([]);
    });

    it('handles a host once more that is enqueued while it is being handled', async () => {
      const { queue } = await start();
      let slices = 0;
      queue.consume(async (host) => {
        slices += 1;
        if (slices === 1) await queue.enqueue(host, past());
        return null;
      });
      await queue.enqueue('a', past());
      await expect.poll(() => slices).toBe(2);
      await quiet();
      expect(slices).toBe(2);
    });

    it('comes back when the handler says so', async () => {
      const { queue } = await start();
      let slices = 0;
      queue.consume(async () => (++slices < 4 ? ahead(1) : null));
      await queue.enqueue('a', past());
      await expect.poll(() => slices).toBe(4);
    });

    it('reports a slice that failed and tries it again; the others go on', async () => {
      const { queue, errors } = await start();
      const handled: string[] = [];
      queue.consume(async (host) => {
        handled.push(host);
        if (host === 'bad' && handled.filter((one) => one === 'bad').length === 1) throw new Error('no store');
        return null;
      });
      await queue.enqueue('bad', past());
      await queue.enqueue('good', past());
      await expect.poll(() => handled.length).toBe(3);
      expect(handled.filter((host) => host === 'bad')).toHaveLength(2);
      expect(errors).toMatchObject([{ host: 'bad', error: { message: 'no store' } }]);
    });

    it('waits for running slices when it is closed, and hands out nothing more', async () => {
      const { queue } = await start({ concurrency: 1 });
      const finished: string[] = [];
      let started = 0;
      queue.consume(async (host) => {
        started += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        finished.push(host);
        return past();
      });
      await queue.enqueue('a', past());
      await queue.enqueue('b', past());
      await expect.poll(() => started).toBe(1);
      await queue[Symbol.asyncDispose]();
      expect(finished).toEqual(['a']);
      await quiet();
      expect(finished).toEqual(['a']);
    });

    it('has one consumer', async () => {
      const { queue } = await start();
      queue.consume(async () => null);
      expect(() => queue.consume(async () => null)).toThrow(/consumer/);
    });
  });
}

/** Long enough for anything wrong to happen. */
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));
