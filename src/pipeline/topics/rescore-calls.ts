import type { App } from '../../app.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Topic } from '../../model/topic/topic.ts';
import type { Reader } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Store } from '../../storage/port.ts';
import { siteIndex } from '../load/site-index.ts';
import type { RescorePorts } from './rescore.ts';

/** The parts of an app that rescoring needs; each is opened on first use. */
interface JudgingParts {
  readonly store: () => Promise<Store>;
  readonly reader: () => Promise<Reader>;
  readonly sites: () => Promise<readonly Site[]>;
  /** With the thresholds of their definitions. */
  readonly topics: () => Promise<readonly Topic[]>;
  /** Topics as a run uses them: with calibrated thresholds and grown topics. @param added these too, in place of those of the same name */
  readonly judging: (added?: readonly Topic[]) => Promise<Pick<RescorePorts, 'store' | 'topics' | 'grown'>>;
  readonly config: Config;
}

/** The app's methods for stored articles whose topics have changed; each module is loaded at its first call. */
export const rescoreCalls = (
  parts: JudgingParts,
): Pick<App, 'rescore' | 'countOutdatedArticles' | 'forecastTopics'> => ({
  rescore: async (options) => {
    const { rescore } = await import('./rescore.ts');
    const siteOf = siteIndex(await parts.sites(), parts.config);
    return rescore({ ...(await parts.judging()), reader: await parts.reader(), siteOf }, { ...options, sites: null });
  },
  forecastTopics: async (added) => {
    const { forecastTopics } = await import('./forecast-topics.ts');
    const siteOf = siteIndex(await parts.sites(), parts.config);
    const io = { ...(await parts.judging(added)), reader: await parts.reader(), siteOf };
    return forecastTopics(
      io,
      added.map(({ name }) => name),
    );
  },
  countOutdatedArticles: async () => {
    const { withThresholds } = await import('./labelling.ts');
    const { outdatedGroups, totalArticles } = await import('./outdated-articles.ts');
    const [store, siteOf] = [await parts.store(), siteIndex(await parts.sites(), parts.config)];
    const topics = withThresholds(await parts.topics(), await store.labels.lastSteps());
    return totalArticles(await outdatedGroups({ store, topics, siteOf }, { topic: null, sites: null, all: false }));
  },
});
