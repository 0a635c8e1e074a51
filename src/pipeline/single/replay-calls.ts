import type { App } from '../../app.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Topic } from '../../model/topic/topic.ts';
import type { CategoryModel, Clock, Log, Reader } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Store } from '../../storage/port.ts';
import { siteIndex } from '../load/site-index.ts';
import type { OfflinePorts } from '../ports.ts';

/** The parts of an app that a replay needs; each is opened at its first use. */
export interface ReplayParts {
  readonly store: () => Promise<Store>;
  readonly reader: () => Promise<Reader>;
  readonly sites: () => Promise<readonly Site[]>;
  readonly topics: () => Promise<readonly Topic[]>;
  readonly categories: () => Promise<CategoryModel>;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
}

/** The replay calls of an app; each module is loaded at its first call. They fetch nothing, not even a topic's examples. */
export const replayCalls = (parts: ReplayParts): Pick<App, 'replay' | 'storeReplay'> => ({
  replay: async (id) => {
    const { config, clock } = parts;
    const { replayFailure } = await import('./replay.ts');
    const siteOf = siteIndex(await parts.sites(), config);
    return await replayFailure({ store: await parts.store(), reader: await parts.reader(), clock, siteOf, config }, id);
  },
  storeReplay: async (id) => {
    const { storeReplay } = await import('./store-replay.ts');
    return storeReplay(await portsOf(parts), parts.owner, id);
  },
});

async function portsOf({ config, clock, log, ...parts }: ReplayParts): Promise<OfflinePorts> {
  const { growFromStore } = await import('../topics/grow-topics.ts');
  const { withThresholds } = await import('../topics/labelling.ts');
  const [store, reader] = [await parts.store(), await parts.reader()];
  const topics = withThresholds(await parts.topics(), await store.labels.lastSteps());
  const [grown, categories] = [await growFromStore(topics, store), await parts.categories()];
  return {
    store,
    clock,
    log,
    config,
    reader,
    topics,
    grown,
    categories,
    siteOf: siteIndex(await parts.sites(), config),
  };
}
