import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App, ReplayReader } from './app.ts';
import { type AppMethods, appMethods, judgingTopics, withListedProxies } from './app-calls.ts';
import { appCopy } from './app-copy.ts';
import { runCli } from './cli/main.ts';
import { installPackages, packPackage } from './cli/project/npm.ts';
import type { CliIo, OpenAppOptions } from './cli/session.ts';
import { findInvocation } from './cli/terminal/invocation.ts';
import { loadCategories } from './config-files/load-categories.ts';
import { loadAlerts, loadBrowsers } from './config-files/load-definitions.ts';
import { loadScrapers, scraperFiles } from './config-files/load-scrapers.ts';
import { loadTopics } from './config-files/load-topics.ts';
import { browserMender } from './config-files/mend-browser.ts';
import { mayUseBrowser, siteIndex } from './config-files/site-index.ts';
import { tryBrowser } from './config-files/try-browser.ts';
import { knownTopics } from './crawl/topics/known-topics.ts';
import { CommandError, exitCodes } from './errors.ts';
import { LazyParts } from './lazy.ts';
import { openLog } from './log.ts';
import { onInterrupt, standardOutput } from './machine/interrupts.ts';
import { openMachineLoad } from './machine/machine-load.ts';
import { logStrays, outliveStrays } from './machine/stray-failures.ts';
import { networkParts } from './network-parts.ts';
import type { Clock, Log } from './ports.ts';
import type { RedisQueue } from './queue/redis-queue.ts';
import { openReader, type ThreadCalls } from './reader/reader.ts';
import { RecentLines } from './recent-lines.ts';
import type { startCrawl } from './run/start-run.ts';
import type { CrawlPorts } from './services.ts';
import { readConfig } from './settings/config.ts';
import { dotEnv } from './settings/dot-env.ts';
import { networkPolicy } from './stages/fetch/guard/network-policy.ts';
import { probeProxies } from './stages/fetch/identity/proxy-probe.ts';
import { ownerName } from './watch/assignment/owner.ts';
import type { ProxyPorts } from './watch/proxies/proxy-ports.ts';

// The composition root: configuration -> adapters -> services -> command. Only this file (and network-parts.ts, its adapters that use the network) builds adapters, and only this file reads the clock, chance and the environment.
// Playwright, Crawlee, the MongoDB driver, the server, the HTTP client and the parts of a run are imported at first use: `status` needs none of them, and starts in half the time.

const clock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
const world = { clock, random: Math.random };

/** Reads the configuration; everything else is opened at first use. @throws CommandError (configuration) */
export async function openApp(options: OpenAppOptions): Promise<App> {
  const { env, cwd, onPhase = () => {} } = options;
  const { config, origins } = readConfig(env, dotEnv(cwd));
  // Checked at the start: a mistake in the policy is a mistake in the configuration.
  networkPolicy({ allow: config.allowNetworks, connectTo: config.connectTo, ports: config.allowPorts });
  const { log, recentLines } = openOwnLog({ config, origins }, options);
  const parts = new LazyParts();
  const base = baseParts(parts, { config, origins }, { ...options, log });
  const net = networkParts(parts, world, { config, env, log, onPhase, browsersConfig: base.browsersConfig });
  const { store, reader, topicCalls } = base;
  const own = { config, clock, log, onPhase, owner: ownerName(clock.now()) };
  const proxyPorts = async (): Promise<ProxyPorts> => {
    const shared = { ...world, log, store: await store(), reader: await reader() };
    return { ...(await net.proxyParts()), ...shared };
  };
  const ports = async (): Promise<CrawlPorts> => {
    const judged = await judgingTopics(appParts);
    // loading Playwright blocks this thread for a third of a second: not in the middle of a crawl
    if (mayUseBrowser(await base.sites())) await import('./stages/fetch/browser-pools.ts');
    return {
      ...(await readPorts()),
      ...judged,
      robots: await net.robots(),
      random: Math.random,
      log,
      recentLines,
      categories: await base.categories(),
      openLoad: () => openMachineLoad(),
      proxyPorts,
    };
  };
  const queue = parts.part(() => openQueue(config.queue, log));
  const runPorts = async () => {
    const alertRules = await base.fileCalls.alertRules(); // a mistake is seen before anything starts
    return { owner: own.owner, onPhase, ...(await ports()), sites: await base.sites(), alertRules };
  };
  const readPorts = async () => {
    const siteOf = siteIndex(await base.sites(), config);
    if (config.adLists.length > 0) await base.adLists(); // a wrong path fails now, not at the first video
    const { lists } = await net.proxyParts();
    const identities = await withListedProxies(await net.identities(), lists, proxyPorts);
    const { browsers, browserHealth } = net;
    const opened = { http: await net.http(), reader: await reader(), identities };
    return { ...opened, config, clock, siteOf, browsers, browserHealth, adLists: base.adLists };
  };
  const appParts = { ...base, ...topicCalls, ...own, robots: net.robots, pagePorts: readPorts, proxyPorts };
  return {
    config,
    origins,
    log,
    clock,
    copy: appCopy(import.meta.url, options),
    sites: base.sites,
    ...base.fileCalls,
    checkProxies: async () => probeProxies((await base.browsersConfig()).proxies, clock),
    ...appMethods(appParts),
    ...topicCalls,
    store,
    queue,
    openStoreAt: base.openStoreAt,
    streamSample: async () => (await import('./crawl/topics/grow-topics.ts')).newestTexts((await store()).articles),
    ...base.readers,
    openStoryIndex,
    ...runMethods(runPorts, queue),
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  };
}

/** The log, and its last lines for the heartbeats. */
function openOwnLog(
  { config, origins }: ReturnType<typeof readConfig>,
  { logLevel, defaultLogLevel, logJson: json, logStream: stream }: OpenAppOptions,
) {
  const recentLines = new RecentLines();
  const level = logLevel ?? (origins.logLevel === 'default' ? defaultLogLevel : undefined) ?? config.logLevel;
  return { log: openLog({ level, json, stream, onLine: recentLines.add }), recentLines: recentLines.list };
}

async function openQueue(address: string | null, log: Log): Promise<RedisQueue | null> {
  if (address === null) return null;
  const { openRedisQueue } = await import('./queue/redis-queue.ts');
  return openRedisQueue({ address, clock, log });
}

const openStoryIndex: App['openStoryIndex'] = async () =>
  (await import('./storage/sqlite/articles/story-index.ts')).openStoryIndex();

const runs = () => import('./run/start-run.ts');

/** The methods that run crawls. @param open all that a run needs */
function runMethods(open: () => Promise<Parameters<typeof startCrawl>[0]>, queue: App['queue']) {
  const shared = async () => ({ queue: await queue(), ...(await open()) }); // the queue first: an absent one is seen at once
  return {
    crawl: async (rules) => (await runs()).startCrawl(await open(), rules),
    watch: async (run) => (await runs()).startWatch(await shared(), run),
    worker: async (run) => (await runs()).startWorker(await shared(), run),
  } satisfies AppMethods;
}

/** Parts that need no network. */
function baseParts(
  parts: LazyParts,
  { config, origins }: ReturnType<typeof readConfig>,
  { cwd, storePurpose, isForMedia = false, log }: OpenAppOptions & { readonly log: Log },
) {
  const at = (path: string) => resolve(cwd, path);
  const sites = parts.part(() => loadScrapers(at(config.scrapersDir)));
  const threadCalls = {
    onThreadError: ({ message }: Error) => log.warn('reader.thread-failed', { message }),
    onStray: logStrays(log),
  };
  const openStoreAt: App['openStoreAt'] = async (address, purpose) => {
    const [, folder] = /^file:(.+)$/.exec(address) ?? [];
    if (folder !== undefined) return (await import('./storage/sqlite/open-sqlite.ts')).openSqlite(at(folder), purpose);
    const { openMongo } = await import('./storage/mongo/open-mongo.ts');
    return openMongo(address, purpose);
  };
  const store = parts.part(() => openStoreAt(config.store, storePurpose));
  const browsersConfig = parts.part(() => loadBrowsers(at(config.browsersFile)));
  const topicsOfFile = parts.part(() => loadTopics(at(config.topicsFile), origins.topicsFile !== 'default'));
  const reader = parts.part(async () => {
    const files = (await sites()).flatMap(({ file }) => (file === null ? [] : [file]));
    return openReader({ workers: config.workers, sites: { files }, isForMedia, ...threadCalls });
  });
  const listTopics = async () => knownTopics(await topicsOfFile(), (await store()).topics);
  return {
    sites,
    topicCalls: {
      topicsOfFile,
      knownTopics: listTopics,
      topics: async () => (await listTopics()).map(({ topic }) => topic),
    },
    browsersConfig,
    fileCalls: {
      browsersConfig,
      alertRules: parts.part(() => loadAlerts(at(config.alertsFile), origins.alertsFile !== 'default')),
    },
    adLists: parts.part(async () => {
      const { openAdLists } = await import('./stages/media/play/ad-lists.ts');
      return openAdLists(config.adLists.map(at));
    }),
    store,
    openStoreAt,
    /** Loaded anew for each run: it uses the version that is active at its start. */
    categories: async () =>
      loadCategories(config.categoriesModel === null ? null : at(config.categoriesModel), await store()),
    reader,
    readers: { reader, openReplayReader: () => openReplayReader(at(config.scrapersDir), threadCalls) },
  };
}

async function openReplayReader(scrapersDir: string, calls: ThreadCalls): Promise<ReplayReader> {
  const reader = await openReader({ workers: 1, sites: { files: [] }, isOffline: true, ...calls });
  const files = () => scraperFiles(scrapersDir);
  return { ...reader, files, load: async (some) => reader.load(some ?? (await files())) };
}

/** The demo is outside of src/: its sites know nothing of newshawk. A package has it built. */
const startDemo: CliIo['startDemo'] = async (options) => {
  const place = import.meta.url.endsWith('.ts') ? '../demo/server.ts' : './demo/server.js';
  const url = new URL(place, import.meta.url);
  if (!existsSync(url))
    throw new CommandError(
      exitCodes.configuration,
      'The demo sites are not in this image: run it from the npm package.',
    );
  const demo = (await import(url.href)) as { readonly startDemo: CliIo['startDemo'] };
  return demo.startDemo(options);
};

/** Runs the command line in this process. @param argv as `process.argv` */
export async function main(argv: readonly string[]): Promise<void> {
  const { stdin, stderr, env } = process;
  const tellStraysTo = outliveStrays();
  process.exitCode = await runCli(argv.slice(2), {
    stdin,
    stdout: standardOutput(),
    stderr,
    env,
    cwd: process.cwd(),
    invocation: findInvocation({ env, cwd: process.cwd(), script: argv[1] ?? '' }),
    isTty: stderr.isTTY === true,
    columns: stderr.columns ?? 80,
    terminalSize: () => ({ columns: stderr.columns ?? 0, rows: stderr.rows ?? 0 }),
    clock,
    openApp: async (options) => {
      const app = await openApp(options);
      tellStraysTo(logStrays(app.log));
      return app;
    },
    tryBrowser: (config) => tryBrowser(config, env),
    browserMender: browserMender(env),
    packPackage,
    installPackages,
    startDemo,
    onInterrupt,
  });
  // A timer or socket that a broken page left behind must not keep a finished command alive.
  process.exit();
}
