import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, type Started, startCrawl } from '../../test/support/app/demo-crawl.ts';
import type { Sites } from './sites.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export interface ClusterOptions {
  readonly folder: string;
  readonly scrapers: string;
  readonly sites: Sites;
  readonly workers: number;
  /** Processes that may lead; all but one of them stand by. */
  readonly watchers: number;
  /** Tasks at once of each worker. */
  readonly concurrency: number;
  readonly redisPort: number;
  /** A folder, or a MongoDB server on 127.0.0.1. */
  readonly store: { readonly folder: string } | { readonly port: number; readonly database: string };
  /** Clocks of every other worker are ahead by this, ms. */
  readonly clockAheadMs: number;
  /** Workers are where the leader can't look up their processes, as on other machines. */
  readonly isElsewhere: boolean;
}

interface Member {
  readonly name: string;
  /** An address of this machine that is only this member's: sites and servers see by it who asks. */
  readonly address: string;
  readonly redis: TcpProxy;
  /** Null: the store is a folder. */
  readonly store: TcpProxy | null;
  readonly clock: string;
  started: Started | null;
  /** Its processes, one after the other. */
  readonly processes: Started[];
}

const preloaded = (name: string): string =>
  `--import=${fileURLToPath(new URL(`../trials/preload-${name}.mjs`, import.meta.url))}`;

/** The first `watch`: a person's commands run on its machine. */
const firstWatch = 'watch';
const isWatcher = (name: string): boolean => name.startsWith(firstWatch);

/** One `watch` or more and their workers, as processes apart, each with its own way to sites, queue and store. */
export class Cluster implements AsyncDisposable {
  readonly #options: ClusterOptions;
  readonly #members: Member[] = [];
  readonly killed: string[] = [];
  /** How processes ended that nobody killed while the cluster ran. */
  readonly unexpected: string[] = [];

  constructor(options: ClusterOptions) {
    this.#options = options;
  }

  static async open(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(options);
    const names = [
      ...Array.from({ length: options.watchers }, (_, at) => (at === 0 ? firstWatch : `${firstWatch}-${at + 1}`)),
      ...Array.from({ length: options.workers }, (_, at) => `worker-${at + 1}`),
    ];
    for (const name of names) await cluster.#add(name);
    for (const { name } of cluster.#members.toReversed()) cluster.start(name);
    return cluster;
  }

  get workers(): readonly string[] {
    return this.#members.map(({ name }) => name).filter((name) => !isWatcher(name));
  }

  get watchers(): readonly string[] {
    return this.#members.map(({ name }) => name).filter(isWatcher);
  }

  start(name: string): void {
    const member = this.#member(name);
    const args = isWatcher(name) ? ['watch'] : ['worker', '--concurrency', String(this.#options.concurrency)];
    const started = this.#command(member, args);
    member.started = started;
    member.processes.push(started);
    void started.ended.then(({ code, stderr }) => {
      if (member.started === started) this.unexpected.push(`${name} ended with ${code}: ${stderr.slice(-400)}`);
    });
  }

  async kill(name: string): Promise<void> {
    const member = this.#member(name);
    const { started } = member;
    if (started === null) return;
    member.started = null;
    started.child.kill('SIGKILL');
    await started.ended;
    this.killed.push(name);
  }

  /** A command of a person on the leader's machine. */
  async run(...args: string[]): Promise<Ended> {
    return await this.#command(this.#member(firstWatch), args).ended;
  }

  /** The ways of these members to the queue. */
  queueWays(names: readonly string[] = this.#members.map(({ name }) => name)): readonly TcpProxy[] {
    return names.map((name) => this.#member(name).redis);
  }

  /** The ways of these members to the store; none where it is a folder. */
  storeWays(names: readonly string[] = this.#members.map(({ name }) => name)): readonly TcpProxy[] {
    return names.flatMap((name) => this.#member(name).store ?? []);
  }

  /** What all processes that run have logged. */
  get logged(): string {
    return this.#members.map(({ started }) => started?.printed.stderr ?? '').join('');
  }

  /** Writes what the processes of each member have logged, in their order. */
  async saveLogs(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const { name, processes } of this.#members)
      await writeFile(join(folder, `${name}.log`), processes.map(({ printed }) => printed.stderr).join('\n---\n'));
  }

  /** Processes that run. */
  get pids(): readonly number[] {
    return this.#members.flatMap(({ started }) => started?.child.pid ?? []);
  }

  /** Ends all in order. @returns exit codes by name */
  async end(): Promise<Readonly<Record<string, number | null>>> {
    const running = this.#members.flatMap(({ name, started }) => (started === null ? [] : [{ name, started }]));
    for (const member of this.#members) member.started = null;
    for (const { started } of running) started.child.kill('SIGTERM');
    return Object.fromEntries(
      await Promise.all(running.map(async ({ name, started }) => [name, (await started.ended).code] as const)),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const member of this.#members) {
      const { started } = member;
      member.started = null;
      started?.child.kill('SIGKILL');
      await started?.ended;
      await member.redis[Symbol.asyncDispose]();
      await member.store?.[Symbol.asyncDispose]();
    }
  }

  async #add(name: string): Promise<void> {
    const { redisPort, store, folder, clockAheadMs, watchers } = this.#options;
    const at = Math.max(0, this.#members.length - watchers + 1); // the number of a worker
    const address = `127.0.0.${20 + this.#members.length}`;
    const clock = join(folder, `${name}.clock`);
    await writeFile(clock, String(!isWatcher(name) && at % 2 === 0 ? clockAheadMs : 0));
    this.#members.push({
      name,
      address,
      redis: await openTcpProxy(address, redisPort),
      store: 'port' in store ? await openTcpProxy(address, store.port) : null,
      clock,
      started: null,
      processes: [],
    });
  }

  #command(member: Member, args: readonly string[]): Started {
    const { sites, store, scrapers, folder, clockAheadMs, isElsewhere } = this.#options;
    const { address, redis } = member;
    const preloads = [
      ...(clockAheadMs === 0 ? [] : [preloaded('clock')]),
      ...(isElsewhere && member.name !== firstWatch ? [preloaded('machine')] : []),
    ];
    const url =
      'folder' in store
        ? `file:${store.folder}`
        : `mongodb://${address}:${member.store?.port}/${store.database}?directConnection=true`;
    return startCrawl({
      demo: { port: sites.port, connectTo: sites.hosts.map((host) => `${host}:80=${address}:${sites.port}`) },
      store: url,
      args,
      cwd: folder,
      env: {
        NEWSHAWK_ALLOW_NETWORKS: `${address}:${sites.port}`,
        NEWSHAWK_SCRAPERS: scrapers,
        NEWSHAWK_QUEUE: `redis://${address}:${redis.port}/0?prefix=scale`,
        NEWSHAWK_WORKERS: '1',
        NEWSHAWK_LOG: 'info',
        // deaths of processes cost attempts
        NEWSHAWK_MAX_ATTEMPTS: '20',
        NODE_OPTIONS: preloads.join(' '),
        TRIAL_CLOCK_FILE: member.clock,
        TRIAL_MACHINE: member.name,
      },
    });
  }

  #member(name: string): Member {
    const member = this.#members.find((candidate) => candidate.name === name);
    if (member === undefined) throw new RangeError(`there is no ${name}`);
    return member;
  }
}
