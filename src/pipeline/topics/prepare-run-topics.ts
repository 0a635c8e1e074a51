import type { KnownTopic } from '../../model/topic/topic.ts';
import type { Store } from '../../storage/port.ts';
import type { CrawlPorts } from '../ports.ts';
import type { ExamplePorts } from './example-pages.ts';
import { growFromStore } from './grow-topics.ts';
import { topicsForRun } from './known-topics.ts';
import { withThresholds } from './labelling.ts';

interface Needs extends Omit<ExamplePorts, 'topics'>, Pick<CrawlPorts, 'log'> {
  readonly store: Store;
  readonly definitions: readonly KnownTopic[];
  readonly onPhase: (sentence: string) => void;
}

/** Prepares topics for a run: with the texts of their examples, the thresholds in force, and the grown topics. */
export async function prepareRunTopics({
  store,
  definitions,
  onPhase,
  ...io
}: Needs): Promise<Pick<CrawlPorts, 'store' | 'topics' | 'grown'>> {
  if (definitions.length > 0)
    onPhase(`Preparing ${definitions.length === 1 ? 'a topic' : `${definitions.length} topics`}.`);
  const defined = await topicsForRun(definitions, { ...io, topics: store.topics });
  const topics = withThresholds(defined, await store.labels.lastSteps());
  return { store, topics, grown: await growFromStore(topics, store) };
}
