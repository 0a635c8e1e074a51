import { newSource } from '../../crawl/links/targets.ts';
import { hotNews } from '../../crawl/topics/hot.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { SearchEngine, SearchResult } from '../../model/seed/search.ts';
import type { Seed, SeedDecision } from '../../model/seed/seed.ts';
import type { Topic } from '../../model/topic/topic.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { JudgingPorts, PagePorts } from '../../services.ts';
import { listing, sourceSpec } from '../../settings/scraper.ts';
import { prepareTopic, topicTerms } from '../../stages/classify/keywords.ts';
import { relevance } from '../../stages/classify/relevance.ts';
import { termWeights } from '../../stages/classify/terms.ts';
import {
  hostWithoutWww,
  type SeedCandidate,
  seedCandidates,
  seedScore,
} from '../../stages/discover/search/candidates.ts';
import { searchQueries } from '../../stages/discover/search/search-queries.ts';
import type { Store } from '../../storage/port.ts';
import { askEngines } from './ask-engines.ts';

interface SeedPorts extends PagePorts, JudgingPorts {
  readonly store: Store;
}

export interface SeedRequest {
  readonly topic: Topic;
  /** At most this many sites are added, the best first. */
  readonly limit: number;
  /** Stores nothing. */
  readonly isDry: boolean;
}

export interface SeedReport {
  readonly topic: string;
  readonly queries: readonly string[];
  readonly engines: readonly { readonly name: SearchEngine['name']; readonly results: number }[];
  /** What engines did not answer, and why. */
  readonly notes: readonly string[];
  /** Whether an engine answered; else the search comes again soon. */
  readonly isAnswered: boolean;
  /** All candidates, best first. */
  readonly seeds: readonly Seed[];
}

/** As `discoverSeeds`, for the topic of this name. @throws CommandError (usage) for an unknown topic */
export async function seedsOfTopic(
  io: SeedPorts,
  { topic: name, ...request }: Omit<SeedRequest, 'topic'> & { readonly topic: string },
): Promise<SeedReport> {
  const topic = io.topics.find((candidate) => candidate.name === name);
  if (topic === undefined)
    throw new CommandError(exitCodes.usage, `There is no topic "${name}": \`newshawk topics list\` shows all.`);
  return await discoverSeeds(io, { ...request, topic });
}

const dayMs = 24 * 3_600_000;
/** Terms that rise within this window propose queries. */
const risingWindowMs = 3 * dayMs;
const maxRisingTerms = 10;
/** Between two polls of a site that a search named. */
const pollEvery = '30m';
/** A site is retired after this many articles of which none is on topic. */
const retiredAfter = 50;

/**
 * Searches for sites of a topic and adds those whose score reaches the topic's threshold to the sources. Every candidate is recorded with its evidence.
 * Sites that were added earlier are judged by what they gave: one with 50 articles and none on topic is polled no more.
 * @throws NewshawkError store
 */
export async function discoverSeeds(io: SeedPorts, { topic, limit, isDry }: SeedRequest): Promise<SeedReport> {
  const { store, clock, config } = io;
  const now = clock.now();
  const searched = withKeywords(topic, io.grown?.terms[topic.name]);
  const hot = await hotNews(store, { topic: topic.name, windowMs: risingWindowMs, limit: maxRisingTerms, now });
  const queries = searchQueries(
    searched.keywords,
    hot.terms.map(({ term }) => term),
  );
  const { rankings, notes } = await askEngines(io, config.searchEngines, { queries, languages: topic.languages });
  const earlier = await store.seeds.ofTopic(topic.name);
  const retired = isDry ? [] : await retire(io, earlier, now);
  const before = new Map([...earlier, ...retired].map((seed) => [seed.site, seed]));
  const judged = await judge(io, { topic: searched, before, now }, seedCandidates(rankings, relevanceTo(searched)));
  const seeds = within(judged, limit);
  const isAnswered = rankings.length > 0;
  if (!isDry) await add(io, seeds, now);
  if (!isDry && isAnswered) await store.seeds.noteSearch(topic.name, now);
  const report = {
    topic: topic.name,
    queries,
    isAnswered,
    engines: resultsByEngine(config.searchEngines, rankings),
    notes,
  };
  const sites = new Set(seeds.map(({ site }) => site));
  return { ...report, seeds: [...seeds, ...retired.filter(({ site }) => !sites.has(site))] };
}

/** A topic that is defined by examples has the keywords that were learned from them. */
function withKeywords(topic: Topic, learned: Topic['keywords'] | undefined): Topic {
  if (Object.keys(topic.keywords).length > 0 || learned === undefined) return topic;
  return { ...topic, keywords: learned, method: 'vector' };
}

/** Scores title and snippet of a result by the topic's method. */
function relevanceTo(topic: Topic): (result: SearchResult) => number {
  const prepared = prepareTopic(topic);
  const wanted = new Set(topicTerms([topic]));
  return ({ title, snippet }) => {
    const terms = termWeights({ title, headings: [], body: snippet, lang: null }, wanted);
    return relevance({ terms, lang: null, grown: null }, prepared).score;
  };
}

interface Judging {
  readonly topic: Topic;
  /** Earlier seeds of the topic, by site. */
  readonly before: ReadonlyMap<string, Seed>;
  readonly now: Date;
}

async function judge(
  io: SeedPorts,
  { topic, before, now }: Judging,
  candidates: readonly SeedCandidate[],
): Promise<Seed[]> {
  const polled = new Set((await io.store.sources.list()).map(({ url }) => hostWithoutWww(url)));
  const seeds: Seed[] = [];
  for (const candidate of candidates) {
    const earlier = before.get(candidate.site);
    const gave = await articlesOf(io, candidate.homeUrl, topic.name);
    const score = seedScore(candidate.relevance, gave.articles, gave.onTopic);
    const isPolled = polled.has(candidate.site) || io.siteOf(candidate.site).file !== null;
    seeds.push({
      ...candidate,
      ...gave,
      topic: topic.name,
      score,
      decision:
        earlier !== undefined && isSettled(earlier)
          ? earlier.decision
          : decide(io, { ...candidate, score, isPolled }, topic),
      sourceId: earlier?.sourceId ?? null,
      firstSeenAt: earlier?.firstSeenAt ?? now,
      seenAt: now,
      addedAt: earlier?.addedAt ?? null,
    });
  }
  return seeds;
}

/** What was added or retired stays so, however it ranks today. */
const isSettled = ({ decision }: Seed): boolean => decision === 'added' || decision === 'retired';

function decide(
  { config }: SeedPorts,
  { site, score, isPolled }: { readonly site: string; readonly score: number; readonly isPolled: boolean },
  { threshold }: Topic,
): SeedDecision {
  if (config.seedsExclude.some((host) => site === siteName(host) || site.endsWith(`.${siteName(host)}`)))
    return 'excluded';
  if (isPolled) return 'polled-already';
  return score > 0 && score >= threshold ? 'added' : 'below-threshold';
}

const siteName = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** The number of sites to add is limited: the first ones are added, the others wait for the next search. */
function within(seeds: readonly Seed[], limit: number): Seed[] {
  let room = limit;
  return seeds.map((seed) => {
    if (seed.decision !== 'added' || seed.addedAt !== null) return seed;
    room -= 1;
    return room >= 0 ? seed : { ...seed, decision: 'over-limit' };
  });
}

/** Puts new sources into the store, then the record of all candidates. A process that dies in between adds the same sources again. */
async function add(io: SeedPorts, seeds: Seed[], now: Date): Promise<void> {
  const { store } = io;
  for (const [index, seed] of seeds.entries()) {
    if (seed.decision !== 'added' || seed.addedAt !== null) continue;
    const source = sourceOf(io, seed, now);
    if ((await store.sources.get(source.id)) === null) await store.sources.define(source);
    seeds[index] = { ...seed, sourceId: source.id, addedAt: now };
  }
  await store.seeds.put(seeds);
}

function sourceOf({ siteOf: siteAt }: SeedPorts, { homeUrl, topic }: Seed, now: Date): Source {
  const spec = sourceSpec(listing(homeUrl, { every: pollEvery }), homeUrl);
  return { ...newSource(siteAt(siteKey(homeUrl)).host, spec, now), namedBy: `search: ${topic}` };
}

/** Switches off the sources of sites that gave nothing on topic. @returns their records */
async function retire(io: SeedPorts, seeds: readonly Seed[], now: Date): Promise<Seed[]> {
  const { store } = io;
  const retired: Seed[] = [];
  for (const seed of seeds) {
    if (seed.decision !== 'added' || seed.sourceId === null) continue;
    const gave = await articlesOf(io, seed.homeUrl, seed.topic);
    if (gave.articles < retiredAfter || gave.onTopic > 0) continue;
    await store.sources.redefine(seed.sourceId, { enabled: false });
    retired.push({ ...seed, ...gave, decision: 'retired', seenAt: now });
  }
  await store.seeds.put(retired);
  return retired;
}

async function articlesOf(
  { store, siteOf: siteAt }: SeedPorts,
  homeUrl: string,
  topic: string,
): Promise<{ readonly articles: number; readonly onTopic: number }> {
  const site = siteAt(siteKey(homeUrl)).host;
  return { articles: await store.articles.count({ site }), onTopic: await store.articles.count({ site, topic }) };
}

const resultsByEngine = (
  engines: readonly SearchEngine[],
  rankings: Awaited<ReturnType<typeof askEngines>>['rankings'],
) =>
  engines.map(({ name }) => ({
    name,
    results: rankings.reduce((sum, ranking) => sum + (ranking.engine === name ? ranking.results.length : 0), 0),
  }));
