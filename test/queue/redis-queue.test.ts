import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCodes, QueueError } from '../../src/errors.ts';
import type { SliceEnd } from '../../src/queue/host-slice.ts';
import type { RedisQueue } from '../../src/queue/redis-queue.ts';
import { openRedisQueue } from '../../src/queue/redis-queue.ts';
import { at } from '../storage/records.ts';
import { SettableClock } from '../support/manual-clock.ts';
import { openRedis } from '../support/redis-server.ts';
import { eventually } from '../support/waiting.ts';

const clock = new SettableClock(at(0));
const [one, two] = ['host-a:7:100:m-1', 'host-b:8:200:m-2'];
const redis = await openRedis();

const logOf = (events: string[]) => {
  const note = (event: string) => void events.push(event);
  return { info: note, warn: note };
};

const open = (url: string, prefix: string, events: string[] = []): Promise<RedisQueue> =>
  openRedisQueue({ address: `${url}/0?prefix=${prefix}`, clock, log: logOf(events) });

if (typeof redis === 'string') {
  describe('the queue on Redis', () => {
    it(`is tested on a real server (${redis})`, ({ skip }) => skip(redis));
  });
} else {
  const { url } = redis;
  afterAll(() => redis[Symbol.asyncDispose]());
  describe('the queue on Redis', () => {
    it('gives each worker its hosts, each host once', async () => {
      await using queue = await open(url, 'once');
      const given = [
        { host: 'a.example', worker: one },
        { host: '[::1]:8080', worker: one },
        { host: 'b.example:81', worker: two },
      ];
      await queue.give(given);
      await queue.give(given.slice(1));
      const slices = await queue.slices();
      expect(slices.toSorted((a, b) => (a.host < b.host ? 1 : -1))).toEqual([
        { host: 'b.example:81', worker: two },
        { host: 'a.example', worker: one },
        { host: '[::1]:8080', worker: one },
      ]);
      expect(await queue.workers()).toEqual([one, two]);
      const worked: string[] = [];
      const run = async (host: string): Promise<SliceEnd> => {
        worked.push(host);
        return { kind: 'done' };
      };
      await using _ = await queue.work(one, { concurrency: 4, run });
      await eventually(() => expect(worked.toSorted()).toEqual(['[::1]:8080', 'a.example']));
      await eventually(async () => expect(await queue.slices()).toEqual([{ host: 'b.example:81', worker: two }]));
      await queue.removeWorker(two);
      expect({ slices: await queue.slices(), workers: await queue.workers() }).toEqual({ slices: [], workers: [one] });
    });

    it('ends a slice that would come again where its host was asked back, once', async () => {
      await using queue = await open(url, 'recall');
      const worked: string[] = [];
      const run = async (host: string): Promise<SliceEnd> => {
        worked.push(host);
        return worked.filter((name) => name === host).length < 3 ? { kind: 'later', inMs: 1 } : { kind: 'done' };
      };
      const slices = ['a.example:81', 'b.example'].map((host) => ({ host, worker: one }));
      await queue.give(slices);
      await queue.recall([]);
      await queue.recall(['a.example:81']);
      expect(await queue.recalled()).toEqual(['a.example:81']);
      await using _ = await queue.work(one, { concurrency: 4, run });
      await eventually(async () => expect(await queue.slices()).toEqual([]));
      expect(worked.toSorted()).toEqual(['a.example:81', 'b.example', 'b.example', 'b.example']);
      expect(await queue.recalled()).toEqual([]);
      await queue.give(slices.slice(0, 1));
      await eventually(() => expect(worked).toHaveLength(6));
    });

    it('does not ask for a host any more once it is given again', async () => {
      await using queue = await open(url, 'asked');
      await queue.recall(['a.example', 'b.example']);
      await queue.give([{ host: 'a.example', worker: one }]);
      expect(await queue.recalled()).toEqual(['b.example']);
      await queue.removeWorker(one);
    });

    it('brings a slice again after its pause, and gives one whose work failed back', async () => {
      const events: string[] = [];
      await using queue = await open(url, 'again', events);
      const ends: (SliceEnd | Error)[] = [{ kind: 'later', inMs: 50 }, new Error('the store is away')];
      const worked: string[] = [];
      const run = async (host: string): Promise<SliceEnd> => {
        worked.push(host);
        const end = ends.shift() ?? { kind: 'done' };
        if (end instanceof Error) throw end;
        return end;
      };
      await using _ = await queue.work(one, { concurrency: 1, run });
      await queue.give([{ host: 'a.example', worker: one }]);
      await eventually(() => expect(worked).toEqual(['a.example', 'a.example']));
      await eventually(async () => expect(await queue.slices()).toEqual([]));
      expect(events).toContain('slice.failed');
      await queue.give([{ host: 'a.example', worker: one }]);
      await eventually(() => expect(worked).toHaveLength(3));
    });

    it('gives slices to a worker whose removal was cut off between its two commands', async () => {
      await using queue = await open(url, 'paused');
      const worked: string[] = [];
      const run = async (host: string): Promise<SliceEnd> => {
        worked.push(host);
        return { kind: 'done' };
      };
      await using _ = await queue.work(one, { concurrency: 1, run });
      const client = new Redis(url, { maxRetriesPerRequest: null });
      const ofWorker = new Queue(one.replaceAll(':', '|'), { connection: client, prefix: 'paused' });
      await ofWorker.pause(); // the first command of a removal; a network that was cut may bring it late, and the second one never
      const slices = ['a.example', 'b.example'].map((host) => ({ host, worker: one }));
      await queue.give(slices);
      expect((await queue.slices()).length).toBeLessThanOrEqual(2); // as the leader asks once a second
      await eventually(() => expect(worked.toSorted()).toEqual(['a.example', 'b.example']));
      await ofWorker.close();
      client.disconnect();
    });

    it('goes on with a worker that begins again, when the end of its former work comes late', async () => {
      await using queue = await open(url, 'late');
      const worked: string[] = [];
      const former = await queue.work(one, { concurrency: 1, run: async () => ({ kind: 'done' }) });
      const { promise, resolve } = Promise.withResolvers<SliceEnd>();
      const run = (host: string): Promise<SliceEnd> => {
        worked.push(host);
        return promise;
      };
      await using _ = await queue.work(one, { concurrency: 1, run });
      await eventually(async () => {
        await queue.give([{ host: 'a.example', worker: one }]); // the former work may take it
        expect(worked).toEqual(['a.example']);
      });
      await former[Symbol.asyncDispose]();
      expect({ workers: await queue.workers(), slices: await queue.slices() }).toEqual({
        workers: [one],
        slices: [{ host: 'a.example', worker: one }],
      });
      resolve({ kind: 'done' });
    });

    it('takes no more slices for a work that ends, while the last ones go on', async () => {
      await using queue = await open(url, 'ending');
      const { promise, resolve } = Promise.withResolvers<SliceEnd>();
      const worked: string[] = [];
      const run = (host: string): Promise<SliceEnd> => {
        worked.push(host);
        return promise;
      };
      const work = await queue.work(one, { concurrency: 8, run });
      await queue.give([{ host: 'a.example', worker: one }]);
      await eventually(() => expect(worked).toEqual(['a.example']));
      const ended = work[Symbol.asyncDispose]();
      await queue.give([{ host: 'b.example', worker: one }]);
      resolve({ kind: 'done' });
      await ended;
      expect(worked).toEqual(['a.example']);
    });

    it('brings a slice again whose lock was lost, and ends it once for both', async () => {
      const events: string[] = [];
      const address = `${url}/0?prefix=stalled`;
      await using queue = await openRedisQueue({ address, clock, log: logOf(events), stalledCheckMs: 100 });
      const { promise, resolve } = Promise.withResolvers<SliceEnd>();
      let runs = 0;
      const run = (): Promise<SliceEnd> => {
        runs += 1;
        return promise;
      };
      await using _ = await queue.work(one, { concurrency: 2, run });
      await queue.give([{ host: 'a.example', worker: one }]);
      await eventually(() => expect(runs).toBe(1));
      const client = new Redis(url);
      await client.del(...(await client.keys('stalled:*:lock')));
      client.disconnect();
      await eventually(() => expect(runs).toBe(2));
      expect(await queue.slices()).toEqual([{ host: 'a.example', worker: one }]);
      resolve({ kind: 'done' });
      await eventually(async () => expect(await queue.slices()).toEqual([]));
    });

    it('keeps stores apart that share a server, by their prefix', async () => {
      await using first = await open(url, 'first');
      await using second = await open(url, 'second');
      await first.give([{ host: 'a.example', worker: one }]);
      expect({
        firstSliceCount: (await first.slices()).length,
        secondSliceCount: (await second.slices()).length,
      }).toEqual({ firstSliceCount: 1, secondSliceCount: 0 });
    });

    const refusal = async (address: string) => {
      const events: string[] = [];
      const error = await openRedisQueue({ address, clock, log: logOf(events) }).then(
        () => new Error('it opened'),
        (thrown: Error) => thrown,
      );
      expect(error).toBeInstanceOf(QueueError);
      expect(error).toMatchObject({ exitCode: exitCodes.queue });
      expect(error.message).not.toContain('secret');
      expect(events).toEqual([]); // the error says it
      return error.message;
    };

    it('says that nobody answers, and what to do', async () => {
      expect(await refusal('redis://user:secret@127.0.0.1:9/0')).toMatch(
        /^The queue redis:\/\/127\.0\.0\.1:9\/0 does not answer: start Redis there, or correct NEWSHAWK_QUEUE \(.*ECONNREFUSED.*\)\. Without/,
      );
    });

    it('says what is wrong with the server, the database or the credentials', async () => {
      const own = await openRedis();
      if (typeof own === 'string') throw new Error(own);
      await using _ = own;
      expect(await refusal(`${own.url}/99`)).toMatch(/has no database of this number.*DB index is out of range/);
      const redis = new Redis(own.url);
      await redis.config('SET', 'requirepass', 'secret-of-tests');
      redis.disconnect();
      expect(await refusal(own.url)).toMatch(/wants a password.*NOAUTH/);
      expect(await refusal(`${own.url}/3`)).toMatch(/wants a password.*NOAUTH/);
      expect(await refusal(own.url.replace('//', '//:secret@'))).toMatch(/refuses user name or password.*WRONGPASS/);
      expect(await refusal(`${own.url.replace('//', '//:secret@')}/3`)).toMatch(/refuses user name or password/);
      await (await open(own.url.replace('//', '//:secret-of-tests@'), 'own'))[Symbol.asyncDispose]();
      await using http = createServer().listen(0, '127.0.0.1');
      await once(http, 'listening');
      expect(await refusal(`redis://127.0.0.1:${(http.address() as AddressInfo).port}`)).toMatch(/is no Redis server/);
    });
  });

  describe('the queue when Redis ends and comes back empty', () => {
    it('fails at once, says since when, and then goes on', async () => {
      const own = await openRedis();
      if (typeof own === 'string') throw new Error(own);
      await using _server = own;
      const events: string[] = [];
      await using queue = await open(own.url, 'back', events);
      const worked: string[] = [];
      const release = Promise.withResolvers<SliceEnd>();
      const run = async (host: string): Promise<SliceEnd> => {
        worked.push(host);
        return host === 'slow.example' ? await release.promise : { kind: 'done' };
      };
      await using _ = await queue.work(one, { concurrency: 2, run });
      await queue.give([{ host: 'slow.example', worker: one }]);
      await eventually(() => expect(worked).toEqual(['slow.example']));
      expect(queue.awaySince).toBeNull();
      await own.stop();
      await eventually(() => expect(queue.awaySince).not.toBeNull());
      await expect(queue.slices()).rejects.toThrow(QueueError);
      await own.start();
      await eventually(() => expect(queue.awaySince).toBeNull());
      await eventually(async () => expect(await queue.workers()).toEqual([one]));
      expect(events.filter((event) => event.startsWith('queue.')).slice(0, 2)).toEqual(['queue.away', 'queue.back']);
      release.resolve({ kind: 'done' });
      await eventually(async () => {
        await queue.give([{ host: 'next.example', worker: one }]);
        expect(worked).toContain('next.example');
      });
    }, 90_000);
  });
}
