import type { KnownTopic } from '../../model/topic/topic.ts';
import type { Store } from '../../storage/port.ts';
import type { CrawlPorts } from '../ports.ts';
import type { ExamplePorts } from './example-pages.ts';
import { growFromStore } from './grow-topics.ts';
import { topicsForRun } from './known-topics.ts';
import { withThresholds } from './labelling.ts';

interface Needs extends Omit<ExamplePorts, 'topics'>, Pick<CrawlPorts, 'log'> {
  readonly store: Store;
  readonly known: readonly KnownTopic[];
  readonly onPhase: (sentence: string) => void;
}

/** Topics as a run judges by them: with their examples, the thresholds that are in force, and what was grown. */
export async function runTopics({
  store,
  known,
  onPhase,
  ...io
}: Needs): Promise<Pick<CrawlPorts, 'store' | 'topics' | 'grown'>> {
  if (known.length > 0) onPhase(`Preparing ${known.length === 1 ? 'a topic' : `${known.length} topics`}.`);
  const defined = await topicsForRun(known, { ...io, topics: store.topics });
  const topics = withThresholds(defined, await store.labels.lastSteps());
  return { store, topics, grown: await growFromStore(topics, store) };
}
