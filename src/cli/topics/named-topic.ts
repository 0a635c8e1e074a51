import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Topic } from '../../model/topic/topic.ts';

/** @throws CommandError (usage) that names the topics there are */
export async function findTopic(app: App, name: string | undefined): Promise<Topic> {
  const topics = await app.topics();
  const topic = topics.find((candidate) => candidate.name === name);
  if (topic !== undefined) return topic;
  const available =
    topics.length === 0
      ? `There are none: ${app.config.topicsFile} defines them.`
      : `There are: ${topics.map((candidate) => candidate.name).join(', ')}.`;
  throw new CommandError(
    exitCodes.usage,
    name === undefined ? `Name a topic with --topic. ${available}` : `There is no topic "${name}". ${available}`,
  );
}
