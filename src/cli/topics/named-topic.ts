import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Topic } from '../../model/topic/topic.ts';

/** The topic of this name. @throws CommandError (usage) that lists all topics */
export async function findTopic(app: App, name: string | undefined): Promise<Topic> {
  const topics = await app.topics();
  const topic = topics.find((candidate) => candidate.name === name);
  if (topic !== undefined) return topic;
  const available =
    topics.length === 0
      ? `No topics are defined: ${app.config.topicsFile} defines them.`
      : `There are: ${topics.map((candidate) => candidate.name).join(', ')}.`;
  throw new CommandError(
    exitCodes.usage,
    name === undefined ? `Name a topic with --topic. ${available}` : `There is no topic "${name}". ${available}`,
  );
}
