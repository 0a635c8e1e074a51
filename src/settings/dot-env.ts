import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError, exitCodes } from '../errors.ts';

/** The variables in the folder's `.env`; empty without the file. @throws CommandError (configuration) where it can't be read */
export function dotEnv(cwd: string): Readonly<Record<string, string | undefined>> {
  const file = resolve(cwd, '.env');
  if (!existsSync(file)) return {};
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CommandError(
      exitCodes.configuration,
      `${file} can't be read: ${(cause as Error).message}. newshawk expects lines NAME=value; move the file away if it is not for newshawk.`,
      { cause },
    );
  }
}
