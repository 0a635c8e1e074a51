import type { App } from '../../app.ts';
import type { Store } from '../../storage/port.ts';
import type { prepareRunTopics } from './prepare-run-topics.ts';

type RunTopicNeeds = Parameters<typeof prepareRunTopics>[0];

interface JudgingNeeds extends Omit<RunTopicNeeds, 'store' | 'definitions'> {
  readonly store: () => Promise<Store>;
  readonly knownTopics: () => Promise<RunTopicNeeds['definitions']>;
}

/** Prepares the topics as a run uses them; the module is loaded at the first call, as most commands judge nothing. */
export const judgingCall =
  ({ store, knownTopics, ...needs }: JudgingNeeds) =>
  async (added: Parameters<App['forecastTopics']>[0] = []) => {
    const { prepareRunTopics } = await import('./prepare-run-topics.ts');
    const { withAdded } = await import('./forecast-topics.ts');
    const [opened, topics] = [await store(), await knownTopics()];
    return prepareRunTopics({ ...needs, store: opened, definitions: withAdded(topics, added) });
  };
