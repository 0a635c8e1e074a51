import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CommandError, exitCodes } from '../errors.ts';
import type { Topic } from '../model/topic/topic.ts';
import { parseTopics } from '../settings/topics.ts';

/** Reads the topics of a file; empty where the default file is missing. @param isSet whether a setting names the file: then it must exist @throws CommandError (configuration) */
export async function loadTopics(file: string, isSet: boolean): Promise<readonly Topic[]> {
  if (!existsSync(file)) {
    if (!isSet) return [];
    throw new CommandError(
      exitCodes.configuration,
      `NEWSHAWK_TOPICS names ${file}, and there is no such file: correct the setting, or leave it out (without topics every article is on topic).`,
    );
  }
  try {
    return parseTopics(JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''))); // a byte order mark is no JSON
  } catch (cause) {
    if (cause instanceof CommandError) throw new CommandError(cause.exitCode, `${file}: ${cause.message}`, { cause });
    throw new CommandError(
      exitCodes.configuration,
      `${file} can't be read: ${(cause as Error).message}. It is JSON: a list of topics.`,
      { cause },
    );
  }
}
