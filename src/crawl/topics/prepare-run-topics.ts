import type { GrownPack, KnownTopic, Topic } from '../../model/topic/topic.ts';
import type { Clock, Log } from '../../ports.ts';
import type { Store } from '../../storage/port.ts';
import type { PageReader } from './example-pages.ts';
import { growFromStore } from './grow-topics.ts';
import { topicsForRun } from './known-topics.ts';
import { withThresholds } from './labelling.ts';

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly readPage: PageReader;
  readonly definitions: readonly KnownTopic[];
  readonly onPhase: (sentence: string) => void;
}

/** Topics as a run uses them, with the store that they come from. */
export interface PreparedTopics {
  readonly store: Store;
  readonly topics: readonly Topic[];
  readonly grown: GrownPack | null;
}

/** Prepares topics for a run: with the texts of their examples, the thresholds in force, and the grown topics. */
export async function prepareRunTopics({ store, definitions, onPhase, ...io }: Needs): Promise<PreparedTopics> {
  if (definitions.length > 0)
    onPhase(`Preparing ${definitions.length === 1 ? 'a topic' : `${definitions.length} topics`}.`);
  const defined = await topicsForRun(definitions, { ...io, topics: store.topics });
  const topics = withThresholds(defined, await store.labels.lastSteps());
  return { store, topics, grown: await growFromStore(topics, store) };
}
