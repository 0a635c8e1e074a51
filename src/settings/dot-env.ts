import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError, exitCodes } from '../errors.ts';

/** A setting with a value and without `=`. A name alone passes: compose takes its value from the environment. */
const withoutSign = /^\s*(?:export\s+)?NEWSHAWK_\w+(?:\s*:|\s+[^\s=#])/;

/** The variables in the folder's `.env`; empty without the file. @throws CommandError (configuration) where it can't be read */
export function dotEnv(cwd: string): Readonly<Record<string, string | undefined>> {
  const file = resolve(cwd, '.env');
  if (!existsSync(file)) return {};
  try {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, ''); // editors on Windows write a byte order mark
    if (text.includes('\0')) throw new Error('it is not UTF-8 text (PowerShell writes UTF-16: save it as UTF-8)');
    const wrong = text.split('\n').findIndex((line) => withoutSign.test(line));
    if (wrong !== -1) throw new Error(`line ${wrong + 1} has no = behind its name`);
    return parseEnv(text);
  } catch (cause) {
    throw new CommandError(
      exitCodes.configuration,
      `${file} can't be read: ${(cause as Error).message}. newshawk expects lines NAME=value; move the file away if it is not for newshawk.`,
      { cause },
    );
  }
}
