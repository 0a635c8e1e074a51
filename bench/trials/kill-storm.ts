import { join } from 'node:path';
import { checkStore } from '../../src/commands/store/check-store.ts';
import { readConfig } from '../../src/settings/config.ts';
import { freeDeaths } from '../../src/storage/crawl/frontier-port.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { Store } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { collectGarbage, retentionOf } from '../../src/watch/maintenance/collect-garbage.ts';
import { databaseUrl, startMongo } from '../../test/support/store/mongo-server.ts';
import { numbersFrom } from '../dedupe/generated.ts';
import { markedProcesses, markOf, untilGone } from './marked-processes.ts';
import { contentOf, differencesOf, type StoreContent } from './store-content.ts';
import { type Bench, type Check, check, pause, type Trial, tail } from './trial.ts';
import type { TrialSiteOptions } from './trial-site.ts';

export interface StormOptions {
  readonly kills: number;
  readonly seed: number;
  readonly store: 'sqlite' | 'mongodb';
}

const articles = 24;

/** A tenth of the pages needs a browser, a sixth tells the story of another page, an eighth fails. */
export const stormSite: TrialSiteOptions = {
  articles,
  delayMs: 30,
  rendered: (article) => article % 12 === 5,
  copyOf: (article) => (article % 6 === 4 ? article - 1 : null),
};
const failing = Array.from({ length: articles }, (_, at) => at).filter((at) => at % 8 === 7);
/** Read again in their second edition: they get a revision. */
const changing = [0, 5, 10];

/** What ends with its process takes this long at most, ms. */
const orphanLimitMs = 10_000;
/** Exit codes of a crawl that ended by itself: all is done, or pages failed. */
const wholeCodes = [0, 16];
const nothingToResume = 31;

/**
 * Crawls are killed at moments that are random over their whole course, from the start of the process to its end, and begun again until they end by themselves; then
 * the next one begins with an empty store. Each ends with the store of a crawl that nobody killed.
 */
export const killStorm = (options: StormOptions): Trial => ({
  name: `kill -9 at ${options.kills} random moments of crawls on ${options.store}, seed ${options.seed}`,
  run: async (bench) => {
    if (options.store === 'sqlite')
      return await new Storm(bench, options, (round) => `file:${join(bench.folder, round)}`).run();
    const mongo = await startMongo(process.env);
    if ('skipped' in mongo) return [check('there is a MongoDB server', false, mongo.skipped)];
    try {
      return await new Storm(bench, options, (round) => databaseUrl(mongo.url, `storm-${round}`)).run();
    } finally {
      await mongo.stop();
    }
  },
});

interface Seen {
  readonly damage: string[];
  readonly orphans: string[];
  readonly differences: string[];
  readonly codes: string[];
  readonly leases: string[];
  readonly blobs: string[];
}

class Storm {
  readonly #bench: Bench;
  readonly #options: StormOptions;
  readonly #storeOf: (round: string) => string;
  readonly #random: () => number;
  readonly #seen: Seen = { damage: [], orphans: [], differences: [], codes: [], leases: [], blobs: [] };
  #kills = 0;
  #killsWithBrowser = 0;
  #longestEndMs = 0;
  #crawls = 0;
  #unnamed = 0;

  constructor(bench: Bench, options: StormOptions, storeOf: (round: string) => string) {
    this.#bench = bench;
    this.#options = options;
    this.#storeOf = storeOf;
    this.#random = numbersFrom(options.seed);
  }

  async run(): Promise<Check[]> {
    const { bench, kills } = { bench: this.#bench, kills: this.#options.kills };
    await bench.writeScraper(`render: 'auto', sources: [listing('/')], links: { article: [/news/] },`);
    for (const article of failing) bench.site.textless.add(article);
    const calm = await this.#calmRound();
    for (let round = 1; this.#kills < kills; round += 1) await this.#killedRound(`r${round}`, calm);
    const { damage, orphans, differences, codes, leases, blobs } = this.#seen;
    const none = (list: readonly string[]) => list.slice(0, 10).join('; ') || 'none';
    return [
      check(
        `${kills} crawls are killed`,
        this.#kills >= kills,
        `${this.#kills}, ${this.#killsWithBrowser} beside a browser`,
      ),
      check('browsers were killed too', this.#killsWithBrowser > 0, this.#killsWithBrowser),
      check('the last crawl of each store ends by itself', codes.length === 0, none(codes)),
      check('each store equals that of a calm run', differences.length === 0, none(differences)),
      check('store check finds nothing that --repair does not mend', damage.length === 0, none(damage)),
      check('no task and no host stays leased', leases.length === 0, none(leases)),
      check(
        'no reference without a blob, and after gc no blob without a reference',
        blobs.length === 0,
        `${none(blobs)}; gc took ${this.#unnamed} blobs of ${this.#crawls} stores`,
      ),
      check(
        'no process outlives its crawl',
        orphans.length === 0,
        `${none(orphans)}; the last one ended ${Math.round(this.#longestEndMs)} ms after the kill`,
      ),
    ];
  }

  /** How long each stage takes, ms, and what the store is after it. */
  async #calmRound(): Promise<readonly CalmStage[]> {
    const store = this.#storeOf('calm');
    const calm: CalmStage[] = [];
    for (const stage of this.#stages()) {
      this.#publish(stage);
      const begun = performance.now();
      const { code, stderr } = await this.#start(store, stage.args, 'calm').ended;
      const elapsedMs = performance.now() - begun;
      if (!wholeCodes.includes(code ?? -1)) throw new Error(`the calm run ended with ${code}: ${stderr}`);
      await using opened = await openStore(store);
      calm.push({ elapsedMs, content: await contentOf(opened) });
    }
    const sizes = Object.entries(calm.at(-1)?.content ?? {}).map(([kind, lines]) => `${lines.length} ${kind}`);
    this.#bench.say(
      `a calm run takes ${calm.map(({ elapsedMs }) => `${(elapsedMs / 1_000).toFixed(1)} s`).join(' + ')}: ${sizes.join(', ')}`,
    );
    return calm;
  }

  /** The site's first edition by its list, then what has changed since by its addresses. */
  #stages(): readonly Stage[] {
    const { site } = this.#bench;
    return [
      { args: ['crawl'], changed: [] },
      { args: ['crawl', ...changing.map((article) => `http://${site.host}/news/${article}`)], changed: changing },
    ];
  }

  #publish({ changed }: Stage): void {
    const { site } = this.#bench;
    site.changed.clear();
    for (const article of changed) site.changed.add(article);
  }

  async #killedRound(round: string, calm: readonly CalmStage[]): Promise<void> {
    const store = this.#storeOf(round);
    const before = this.#kills;
    for (const [at, stage] of this.#stages().entries()) {
      this.#publish(stage);
      const wanted = calm[at] ?? { elapsedMs: 0, content: {} };
      await this.#untilWhole(round, store, stage.args, wanted.elapsedMs);
      await using opened = await openStore(store);
      // pages that were named twice are read twice
      const differences = differencesOf(wanted.content, await contentOf(opened), at === 0 ? [] : ['visits']);
      this.#seen.differences.push(...differences.map((text) => `${round}: ${text}`));
      await this.#lookAtLeases(round, opened);
    }
    await using opened = await openStore(store);
    await this.#lookAtBlobs(round, opened);
    await this.#lookForDamage(round, opened);
    this.#crawls += 1;
    this.#bench.say(
      `${round}: ${this.#kills - before} kills, ${this.#kills} in all; ${this.#seen.differences.length} differences so far`,
    );
  }

  async #untilWhole(round: string, store: string, stage: readonly string[], courseMs: number): Promise<void> {
    let args = stage;
    let killsOfStage = 0;
    for (;;) {
      const mark = `${process.pid}-${round}-${this.#kills}`;
      const crawl = this.#start(store, args, mark);
      const killAtMs =
        this.#kills < this.#options.kills && killsOfStage < mostKillsOfStage
          ? (this.#random() / 2 ** 32) * courseMs
          : Number.POSITIVE_INFINITY;
      const over = new AbortController();
      const ended = crawl.ended.then(() => over.abort());
      await Promise.race([ended, killAtMs === Number.POSITIVE_INFINITY ? ended : pause(killAtMs)]);
      if (!over.signal.aborted) {
        const beside = await markedProcesses(mark);
        if (beside.length > 1) this.#killsWithBrowser += 1;
        crawl.child.kill('SIGKILL');
      }
      const { code, signal, stderr } = await crawl.ended;
      await this.#lookForOrphans(round, mark);
      if (signal === 'SIGKILL') {
        this.#kills += 1;
        killsOfStage += 1;
        if (this.#options.store === 'sqlite') {
          await using opened = await openStore(store);
          await this.#lookForDamage(round, opened);
        }
        // by chance as a person may go on: with the run that was cut off, or anew
        args = this.#random() % 2 === 0 || stage.length > 1 ? ['crawl', '--resume'] : stage;
      } else if (code === nothingToResume) {
        args = stage; // it was killed before it had begun
      } else {
        if (wholeCodes.includes(code ?? -1)) return;
        this.#seen.codes.push(`${round}: ${code ?? signal}: ${tail(stderr, 4)}`);
        return;
      }
    }
  }

  async #lookForOrphans(round: string, mark: string): Promise<void> {
    const gone = await untilGone(mark, orphanLimitMs);
    if (typeof gone === 'number') this.#longestEndMs = Math.max(this.#longestEndMs, gone);
    else this.#seen.orphans.push(...gone.map(({ pid, command }) => `${round}: ${pid} ${command.slice(0, 100)}`));
  }

  async #lookForDamage(round: string, store: Store): Promise<void> {
    const { defects } = await checkStore(store);
    const lasting = defects.filter(({ canRepair }) => !canRepair);
    this.#seen.damage.push(...lasting.map(({ what, ids }) => `${round}: ${what}: ${ids.join(' ')}`));
  }

  async #lookAtLeases(round: string, store: Store): Promise<void> {
    const { pending, leased } = await store.frontier.counts();
    const owners = await store.leases.owners(new Date());
    if (pending + leased + owners.length > 0)
      this.#seen.leases.push(`${round}: ${pending} tasks pending, ${leased} leased; hosts held by ${owners.join(' ')}`);
  }

  /** Collects with no grace, then compares references and blobs both ways. */
  async #lookAtBlobs(round: string, store: Store): Promise<void> {
    const retention = { ...retentionOf(readConfig({}).config), graceMs: 0 };
    const clock = { now: () => new Date(), monotonicMs: () => 0 };
    this.#unnamed += (await collectGarbage({ store, clock, retention }, { isDry: false })).unnamed.count;
    const named = new Set<string>();
    for await (const { hash } of store.maintenance.references(null)) named.add(hash);
    const stored = new Set<string>();
    for await (const { hash } of store.blobs.idle(-longAgoMs)) stored.add(hash);
    for (const hash of named.union(stored)) {
      const isThere = (await store.blobs.get(hash as Parameters<typeof store.blobs.get>[0])) !== null;
      if (!named.has(hash)) this.#seen.blobs.push(`${round}: nothing names ${hash}`);
      if (!isThere) this.#seen.blobs.push(`${round}: ${hash} is missing`);
    }
  }

  #start(store: string, args: readonly string[], mark: string) {
    const env = {
      NEWSHAWK_STORE: store,
      // deaths cost attempts: a page may be unlucky several times
      NEWSHAWK_MAX_ATTEMPTS: String(attempts),
      ...markOf(mark),
    };
    return this.#bench.start({ args, env });
  }
}

/** The most that the setting takes. */
const attempts = 20;

/** A page whose process dies `attempts + freeDeaths` times in a row is refused on purpose: a stage that is killed as often cannot equal a calm one. */
const mostKillsOfStage = attempts + freeDeaths - 1;

interface Stage {
  readonly args: readonly string[];
  /** Articles that are in their second edition. */
  readonly changed: readonly number[];
}

interface CalmStage {
  readonly elapsedMs: number;
  readonly content: StoreContent;
}

/** As a negative grace, it lists all blobs. */
const longAgoMs = 100 * 365 * 86_400_000;

const openStore = (url: string): Promise<Store> =>
  url.startsWith('file:') ? openSqlite(url.slice('file:'.length)) : openMongo(url);
