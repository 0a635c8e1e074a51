import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError, exitCodes } from '../errors.ts';

/** The variables of the folder's `.env`; none without the file. @throws CommandError (configuration) where it can't be read */
export function dotEnv(cwd: string): Readonly<Record<string, string | undefined>> {
  const file = resolve(cwd, '.env');
  if (!existsSync(file)) return {};
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CommandError(
      exitCodes.configuration,
      `${file} can't be read: ${(cause as Error).message}. It is a text file of lines NAME=value; move it away if it is none of newshawk's.`,
      { cause },
    );
  }
}
