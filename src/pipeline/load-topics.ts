import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CommandError, exitCodes } from '../errors.ts';
import type { Topic } from '../model/topic.ts';
import { parseTopics } from '../topics.ts';

/** The topics of a file; none without it. @throws CommandError (configuration) */
export async function loadTopics(file: string): Promise<readonly Topic[]> {
  if (!existsSync(file)) return [];
  try {
    return parseTopics(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(
      exitCodes.configuration,
      `${file} can't be read: ${(cause as Error).message}. It is JSON: a list of topics.`,
      { cause },
    );
  }
}
