import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Topic } from '../../model/topic/topic.ts';

/** @throws CommandError (usage) that names the topics there are */
export async function topicOf(app: App, name: string | undefined): Promise<Topic> {
  const topics = await app.topics();
  const found = topics.find((topic) => topic.name === name);
  if (found !== undefined) return found;
  const known =
    topics.length === 0
      ? `There are none: ${app.config.topicsFile} defines them.`
      : `There are: ${topics.map((one) => one.name).join(', ')}.`;
  throw new CommandError(
    exitCodes.usage,
    name === undefined ? `Name a topic with --topic. ${known}` : `There is no topic "${name}". ${known}`,
  );
}
