import type { App } from '../../app.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Topic } from '../../model/topic/topic.ts';
import type { Reader } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Store } from '../../storage/port.ts';
import { siteIndex } from '../load/site-index.ts';
import type { CrawlPorts } from '../ports.ts';
import { withThresholds } from './labelling.ts';
import { outdatedGroups, totalArticles } from './outdated-articles.ts';
import { type RescorePorts, rescore } from './rescore.ts';

/** An article takes some 7 ms on one core: a run that begins waits for this for twenty seconds. Beyond, somebody chooses the time. */
const maxRescoredAtStart = 3_000;

/** The parts of an app that judging takes; each is opened when it is asked for. */
export interface JudgingParts {
  readonly store: () => Promise<Store>;
  readonly reader: () => Promise<Reader>;
  readonly sites: () => Promise<readonly Site[]>;
  /** As they are defined. */
  readonly topics: () => Promise<readonly Topic[]>;
  /** As a run judges by them. */
  readonly judging: () => Promise<Pick<RescorePorts, 'store' | 'topics' | 'grown'>>;
  readonly config: Config;
}

/** What an app does with stored articles when topics have changed. */
export const rescoreCalls = (parts: JudgingParts): Pick<App, 'rescore' | 'countOutdatedArticles'> => ({
  rescore: async (options) => {
    const siteOf = siteIndex(await parts.sites(), parts.config);
    return rescore({ ...(await parts.judging()), reader: await parts.reader(), siteOf }, { ...options, sites: null });
  },
  countOutdatedArticles: async () => {
    const [store, siteOf] = [await parts.store(), siteIndex(await parts.sites(), parts.config)];
    const topics = withThresholds(await parts.topics(), await store.labels.lastSteps());
    return totalArticles(await outdatedGroups({ store, topics, siteOf }, { topic: null, sites: null, all: false }));
  },
});

interface RescoreStart {
  /** Null: all. */
  readonly sites: readonly string[] | null;
  readonly signal: AbortSignal;
  readonly onPhase: (sentence: string) => void;
}

/** At the start of a run: articles of its sites that other topics judged are judged again where they are few; else it is said how. */
export async function rescoreAtStart(
  io: RescorePorts & Pick<CrawlPorts, 'log' | 'clock'>,
  { sites, signal, onPhase }: RescoreStart,
): Promise<void> {
  const selection = { topic: null, sites, all: false };
  const articles = totalArticles(await outdatedGroups(io, selection));
  if (articles === 0) return;
  if (articles > maxRescoredAtStart) {
    io.log.warn('topics.rescore-wanted', {
      articles,
      why: 'other topics judged them; too many for the start of a run',
      do: 'newshawk topics rescore',
    });
    return;
  }
  onPhase(`Judging ${articles === 1 ? 'a stored article' : `${articles} stored articles`} by today's topics.`);
  const begun = io.clock.monotonicMs();
  const report = await rescore(io, { ...selection, isDry: false, signal, onProgress: () => {} });
  const { judged, toPublished, toOffTopic, failed, left, failures } = report;
  const ms = Math.round(io.clock.monotonicMs() - begun);
  io.log.info('topics.rescored', { judged, toPublished, toOffTopic, failed, left, ms });
  for (const { url, why } of failures) io.log.warn('topics.rescore-failed', { url, why });
}
