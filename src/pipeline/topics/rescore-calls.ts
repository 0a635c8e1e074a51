import type { App } from '../../app.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Topic } from '../../model/topic/topic.ts';
import type { Reader } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Store } from '../../storage/port.ts';
import { siteIndex } from '../load/site-index.ts';
import type { OfflinePorts } from '../ports.ts';
import { forecastTopics } from './forecast-topics.ts';
import { withThresholds } from './labelling.ts';
import { outdatedGroups, totalArticles } from './outdated-articles.ts';
import type { PreparedTopics } from './prepare-run-topics.ts';
import { rescore } from './rescore.ts';

/** Articles. Each takes about 7 ms on one core, so this delays the start of a run by about 20 s; beyond, a person runs `topics rescore`. */
const maxRescoredAtStart = 3_000;

/** The parts of an app that rescoring needs; each is opened on first use. */
interface JudgingParts {
  readonly store: () => Promise<Store>;
  readonly reader: () => Promise<Reader>;
  readonly sites: () => Promise<readonly Site[]>;
  /** With the thresholds of their definitions. */
  readonly topics: () => Promise<readonly Topic[]>;
  /** Topics as a run uses them: with calibrated thresholds and grown topics. @param added these too, in place of those of the same name */
  readonly judging: (added?: readonly Topic[]) => Promise<PreparedTopics>;
  readonly config: Config;
}

/** The app's methods for stored articles whose topics have changed. */
export const rescoreCalls = (
  parts: JudgingParts,
): Pick<App, 'rescore' | 'countOutdatedArticles' | 'forecastTopics'> => ({
  rescore: async (options) => {
    const siteOf = siteIndex(await parts.sites(), parts.config);
    return rescore({ ...(await parts.judging()), reader: await parts.reader(), siteOf }, { ...options, sites: null });
  },
  forecastTopics: async (added) => {
    const siteOf = siteIndex(await parts.sites(), parts.config);
    const io = { ...(await parts.judging(added)), reader: await parts.reader(), siteOf };
    return forecastTopics(
      io,
      added.map(({ name }) => name),
    );
  },
  countOutdatedArticles: async () => {
    const [store, siteOf] = [await parts.store(), siteIndex(await parts.sites(), parts.config)];
    const topics = withThresholds(await parts.topics(), await store.labels.lastSteps());
    return totalArticles(
      await outdatedGroups({ store, topics, siteOf, grown: null }, { topic: null, sites: null, all: false }),
    );
  },
});

interface RescoreStart {
  /** Null: all. */
  readonly sites: readonly string[] | null;
  readonly signal: AbortSignal;
  readonly onPhase: (sentence: string) => void;
}

/** At the start of a run, judges the outdated articles of its sites again, unless they are too many: then it logs the command. */
export async function rescoreAtStart(io: OfflinePorts, { sites, signal, onPhase }: RescoreStart): Promise<void> {
  const selection = { topic: null, sites, all: false };
  const articles = totalArticles(await outdatedGroups(io, selection));
  if (articles === 0) return;
  if (articles > maxRescoredAtStart) {
    io.log.warn('topics.rescore-wanted', {
      articles,
      why: 'their topics have changed since; too many to rescore at the start of a run',
      do: 'newshawk topics rescore',
    });
    return;
  }
  onPhase(`Judging ${articles === 1 ? 'a stored article' : `${articles} stored articles`} by the current topics.`);
  const begun = io.clock.monotonicMs();
  const report = await rescore(io, { ...selection, isDry: false, signal, onProgress: () => {} });
  const { judged, toPublished, toOffTopic, failed, left, failures } = report;
  const ms = Math.round(io.clock.monotonicMs() - begun);
  io.log.info('topics.rescored', { judged, toPublished, toOffTopic, failed, left, ms });
  for (const { url, why } of failures) io.log.warn('topics.rescore-failed', { url, why });
}
