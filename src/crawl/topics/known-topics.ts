import { CommandError, exitCodes } from '../../errors.ts';
import type { KnownTopic, Topic } from '../../model/topic/topic.ts';
import type { Log } from '../../ports.ts';
import type { Topics } from '../../storage/collections/topics.ts';
import { type CompletedTopic, completeExamples, type ExampleReader } from './example-pages.ts';

/** Topics of the file, then those of the store. The file's topic wins over one of the same name in the store, because people see and review the file. */
export async function knownTopics(ofFile: readonly Topic[], store: Topics): Promise<KnownTopic[]> {
  const names = new Set(ofFile.map(({ name }) => name));
  const stored = (await store.list()).filter(({ topic }) => !names.has(topic.name));
  return [
    ...ofFile.map((topic): KnownTopic => ({ topic, definedIn: 'file', updatedAt: null })),
    ...stored.map(({ topic, updatedAt }): KnownTopic => ({ topic, definedIn: 'store', updatedAt })),
  ];
}

/** Topics with the texts of their examples; unread examples are read now. An example that can't be read gets no text, with a warning in the log. */
export async function topicsForRun(
  definitions: readonly KnownTopic[],
  { log, ...io }: ExampleReader & { readonly log: Log },
): Promise<readonly Topic[]> {
  const topics: Topic[] = [];
  for (const { topic } of definitions) {
    const completed = await completeExamples(topic, io);
    for (const { url, why } of completed.missing) log.warn('topic.example-missing', { topic: topic.name, url, why });
    topics.push(completed.topic);
  }
  return topics;
}

/**
 * Reads a topic's examples and stores the topic.
 * @throws CommandError (usage) for a name in the topics file: the stored topic would have no effect
 */
export async function saveTopic(topic: Topic, ofFile: readonly Topic[], io: ExampleReader): Promise<CompletedTopic> {
  refuseNameOfFile(topic.name, ofFile);
  const completed = await completeExamples(topic, io);
  await io.topics.put({ topic: completed.topic, updatedAt: io.clock.now() });
  return completed;
}

/** @throws CommandError (usage) for a topic of the file; (nothing found) for an unknown topic */
export async function removeTopic(name: string, topics: Topics, ofFile: readonly Topic[]): Promise<void> {
  refuseNameOfFile(name, ofFile);
  if (!(await topics.remove(name)))
    throw new CommandError(
      exitCodes.nothingFound,
      `There is no topic "${name}" in the store: \`newshawk topics list\` shows all.`,
    );
}

/** @throws CommandError (usage) for a name in the topics file: a stored topic of that name would have no effect */
export function refuseNameOfFile(name: string, ofFile: readonly Topic[]): void {
  if (ofFile.some((topic) => topic.name === name))
    throw new CommandError(
      exitCodes.usage,
      `The topic "${name}" is defined in the topics file, which takes precedence over the store: change it there, or choose another name.`,
    );
}
