import type { App } from './app.ts';
import { siteIndex } from './config-files/site-index.ts';
import type { PreparedTopics } from './crawl/topics/prepare-run-topics.ts';
import type { Site } from './model/crawl/site.ts';
import type { CategoryModel } from './model/topic/linear-weights.ts';
import type { Topic } from './model/topic/topic.ts';
import { siteKey } from './model/web/site-key.ts';
import type { Clock, Identities, Log, Reader, Robots } from './ports.ts';
import type { OfflinePorts, PagePorts, RejudgingPorts } from './services.ts';
import type { Config } from './settings/config.ts';
import type { Store } from './storage/port.ts';
import type { ProxyPorts } from './watch/proxies/proxy-ports.ts';

// The composition root's calls: each module is loaded at its first call, as most commands need none of the others.

/** Some of the app's methods. */
export type AppMethods = Partial<App>;

/** The parts of an app; each is opened at its first use. */
interface AppParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
  readonly store: () => Promise<Store>;
  readonly reader: () => Promise<Reader>;
  readonly sites: () => Promise<readonly Site[]>;
  /** With the thresholds of their definitions. */
  readonly topics: () => Promise<readonly Topic[]>;
  readonly categories: () => Promise<CategoryModel>;
  readonly robots: () => Promise<Robots>;
  readonly pagePorts: () => Promise<PagePorts>;
  readonly proxyPorts: () => Promise<ProxyPorts>;
  /** Of the file and of the store. */
  readonly knownTopics: App['knownTopics'];
  readonly onPhase: (sentence: string) => void;
}

/** Topics as a run uses them: with calibrated thresholds and grown topics. @param added these too, in place of those of the same name */
export async function judgingTopics(parts: AppParts, added: readonly Topic[] = []): Promise<PreparedTopics> {
  const { clock, log, onPhase } = parts;
  const { prepareRunTopics } = await import('./crawl/topics/prepare-run-topics.ts');
  const { withAdded } = await import('./crawl/topics/forecast-topics.ts');
  const [store, known] = [await parts.store(), await parts.knownTopics()];
  const { readPage } = pageCalls(parts);
  return prepareRunTopics({ store, definitions: withAdded(known, added), clock, log, readPage, onPhase });
}

/** The methods of the app that do something for a person. */
export const appMethods = (parts: AppParts) =>
  ({
    ...pageCalls(parts),
    ...siteCalls(parts),
    ...topicCalls(parts),
    ...replayCalls(parts),
    collectProxies: async () => {
      const { collectProxies } = await import('./watch/proxies/collect-proxies.ts');
      return collectProxies(await parts.proxyPorts());
    },
    checkListedProxies: async (signal) => {
      const { checkProxies } = await import('./watch/proxies/check-proxies.ts');
      return checkProxies(await parts.proxyPorts(), signal);
    },
  }) satisfies AppMethods;

/** One page or its media, fetched for a person. */
const pageCalls = ({ pagePorts }: AppParts) =>
  ({
    readPage: async (request) => {
      const { readPage } = await import('./commands/page/read-page.ts');
      return readPage(await pagePorts(), request);
    },
    readMedia: async (request) => {
      const { readMedia } = await import('./commands/page/read-media.ts');
      return readMedia(await pagePorts(), request);
    },
    refreshMedia: async (item) => {
      const { refreshMedia } = await import('./commands/page/refresh-media.ts');
      return refreshMedia(await pagePorts(), item);
    },
    mediaRoute: async (pageUrl) => {
      const { siteOf, identities } = await pagePorts();
      const { userAgent, guardUrl } = await identities.pick(siteOf(siteKey(pageUrl)).host);
      return { userAgent, guardUrl };
    },
    captureMedia: async (request) => {
      const { captureMedia } = await import('./commands/page/capture-media.ts');
      return captureMedia(await pagePorts(), request);
    },
  }) satisfies AppMethods;

/** Calls about a site. Those that read it keep the pauses of a crawl. */
function siteCalls(parts: AppParts) {
  const { config, clock, store, reader, sites, log, robots, pagePorts } = parts;
  const polite = async (signal: AbortSignal) => {
    const { politePorts } = await import('./commands/sources/polite-ports.ts');
    return politePorts(await pagePorts(), { store: await store(), robots: await robots(), log, signal });
  };
  return {
    explain: async (target, visits) => {
      const { explain } = await import('./commands/page/explain.ts');
      const siteOf = siteIndex(await sites(), config);
      return explain({ store: await store(), siteOf, now: clock.now(), config, reader }, target, visits);
    },
    discoverSources: async (target, signal) => {
      const { discoverSources } = await import('./commands/sources/discover-sources.ts');
      return discoverSources(await polite(signal), target);
    },
    studySite: async (target, request) => {
      const { studySite } = await import('./commands/scraper/study-site.ts');
      return studySite(await polite(request.signal), target, request);
    },
    discoverSeeds: async (request) => {
      const { seedsOfTopic } = await import('./watch/seeds/discover-seeds.ts');
      return seedsOfTopic({ ...(await pagePorts()), ...(await judgingTopics(parts)) }, request);
    },
  } satisfies AppMethods;
}

/** Calls for stored articles whose topics have changed. */
function topicCalls(parts: AppParts) {
  const { config, store, sites, topics } = parts;
  const judged = async (added?: readonly Topic[]): Promise<RejudgingPorts> => {
    const siteOf = siteIndex(await sites(), config);
    return { ...(await judgingTopics(parts, added)), reader: await parts.reader(), siteOf };
  };
  return {
    rescore: async (options) => {
      const { rescore } = await import('./crawl/topics/rescore.ts');
      return rescore(await judged(), options);
    },
    forecastTopics: async (added) => {
      const { forecastTopics } = await import('./crawl/topics/forecast-topics.ts');
      const names = added.map(({ name }) => name);
      return forecastTopics(await judged(added), names);
    },
    countOutdatedArticles: async () => {
      const { outdatedGroups, totalArticles } = await import('./crawl/topics/outdated-articles.ts');
      const { withThresholds } = await import('./crawl/topics/labelling.ts');
      const [opened, siteOf] = [await store(), siteIndex(await sites(), config)];
      const now = withThresholds(await topics(), await opened.labels.lastSteps());
      const all = { topic: null, sites: null, all: false };
      return totalArticles(await outdatedGroups({ store: opened, topics: now, siteOf, grown: null }, all));
    },
  } satisfies AppMethods;
}

/** Replays of failures. They fetch nothing, not even a topic's examples. */
const replayCalls = (parts: AppParts) =>
  ({
    replay: async (id) => {
      const { config, clock } = parts;
      const { replayStoredPage } = await import('./commands/page/replay.ts');
      const siteOf = siteIndex(await parts.sites(), config);
      return replayStoredPage({ store: await parts.store(), reader: await parts.reader(), clock, siteOf, config }, id);
    },
    storeReplay: async (id) => {
      const { storeReplay } = await import('./commands/page/store-replay.ts');
      return storeReplay(await offlinePorts(parts), parts.owner, id);
    },
  }) satisfies AppMethods;

async function offlinePorts(parts: AppParts): Promise<OfflinePorts> {
  const { growFromStore } = await import('./crawl/topics/grow-topics.ts');
  const { withThresholds } = await import('./crawl/topics/labelling.ts');
  const store = await parts.store();
  const topics = withThresholds(await parts.topics(), await store.labels.lastSteps());
  const grown = await growFromStore(topics, store);
  const { config, clock, log } = parts;
  const siteOf = siteIndex(await parts.sites(), config);
  const [reader, categories] = [await parts.reader(), await parts.categories()];
  return { store, topics, grown, clock, log, config, siteOf, reader, categories };
}

/** The identities with some listed proxies, for commands that read a single page; a run chooses its own. */
export async function withListedProxies(
  identities: Identities,
  lists: ProxyPorts['lists'],
  proxyPorts: () => Promise<ProxyPorts>,
): Promise<Identities> {
  if (lists.urls.length === 0) return identities; // most commands for one page open no store
  const { drawProxies, startRound } = await import('./watch/proxies/proxy-keeper.ts');
  const ports = await proxyPorts();
  await startRound(ports, identities, await drawProxies(ports));
  return identities;
}
