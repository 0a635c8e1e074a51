import { setTimeout as pause } from 'node:timers/promises';
import type { TestRedis } from '../../test/support/redis-server.ts';
import type { Cluster } from './cluster.ts';

export interface Disturbed {
  readonly cluster: Cluster;
  readonly redis: TestRedis;
  /** A number from 0 to 1. */
  readonly random: () => number;
  readonly say: (text: string) => void;
  /** Monotonic, ms: then the disturbance ends. */
  readonly untilMs: number;
  /** What a person is told meanwhile: of each disturbance, whether it was as wanted. */
  readonly told: { readonly what: string; readonly isRight: boolean; readonly seen: string }[];
}

/** What happens to a cluster while it works. */
export type Disturbance = (io: Disturbed) => Promise<void>;

/** Longest pauses between two kills, and before the killed worker is started again, ms. */
const [betweenKillsMs, deadMs] = [16_000, 5_000];

/** One process at a time is killed and started again. */
const killsOf =
  (names: (cluster: Cluster) => readonly string[]): Disturbance =>
  async ({ cluster, random, untilMs, say }) => {
    const candidates = names(cluster);
    for (;;) {
      await pause(2_000 + random() * betweenKillsMs);
      if (performance.now() >= untilMs) break;
      const name = candidates[Math.floor(random() * candidates.length)] ?? '';
      await cluster.kill(name);
      await pause(random() * deadMs);
      cluster.start(name);
    }
    say(`${cluster.killed.length} kills: ${cluster.killed.join(' ')}`);
  };

export const kills = killsOf(({ workers }) => workers);

/** Of those that lead or stand by. */
export const leaderKills = killsOf(({ watchers }) => watchers);

/** The queue's server is gone, and comes back without its data. */
export const redisAway =
  (awayMs: number): Disturbance =>
  async ({ cluster, redis, say, told }) => {
    await pause(10_000);
    say(`Redis is away for ${awayMs / 1_000} s`);
    await redis.stop();
    await pause(awayMs * 0.8);
    const { stdout } = await cluster.run('status');
    const line = stdout.split('\n').find((row) => row.includes('has not answered since')) ?? stdout.slice(0, 200);
    told.push({
      what: 'status says since when the queue is away',
      isRight: /has not answered since/.test(line),
      seen: line.trim(),
    });
    await pause(awayMs * 0.2);
    await redis.start();
    say('Redis is back, empty');
  };

/** The store's server refuses connections, and breaks those that there are. */
export const storeAway =
  (awayMs: number): Disturbance =>
  async ({ cluster, say, told }) => {
    await pause(10_000);
    say(`the store is away for ${awayMs / 1_000} s`);
    const ways = cluster.storeWays();
    await Promise.all(ways.map((way) => way.down()));
    const [{ code, stderr }] = await Promise.all([cluster.run('status'), pause(awayMs)]);
    told.push({
      what: 'status says that the store does not answer, exit code 8',
      isRight: code === 8 && stderr.includes('no server answers'),
      seen: `${code}: ${stderr.trim().slice(0, 160)}`,
    });
    await Promise.all(ways.map((way) => way.up()));
    say('the store is back');
    await pause(5_000);
    const isSaid = cluster.logged.includes('store.away');
    told.push({ what: 'processes log that they wait', isRight: isSaid, seen: String(isSaid) });
  };

/** Nothing arrives between one worker and the servers, in turn for each worker. */
export const partitions =
  (lengthMs: number): Disturbance =>
  async ({ cluster, say }) => {
    for (const name of cluster.workers) {
      await pause(10_000);
      say(`${name} is cut off from queue and store for ${lengthMs / 1_000} s`);
      const ways = [...cluster.queueWays([name]), ...cluster.storeWays([name])];
      for (const way of ways) way.hold();
      await pause(lengthMs);
      for (const way of ways) way.release();
    }
  };
