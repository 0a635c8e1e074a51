import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import { fileTrouble } from '../machine/file-trouble.ts';
import type { Session } from './session.ts';
import { linesOf } from './terminal/lines.ts';

/** The lines of a batch: of the named file, or of stdin. @param batch true: the option was given without a file @throws CommandError (usage) where the file can't be read */
export async function batchLines(session: Session, batch: string | true): Promise<AsyncIterable<string>> {
  if (batch === true || batch === '-') return session.inputLines();
  const stream = createReadStream(resolve(session.io.cwd, batch));
  await new Promise<void>((done, fail) =>
    stream.once('open', () => done()).once('error', (error) => fail(unreadable(batch, error))),
  );
  return linesOf(stream, session.signal);
}

/** The text of a file. @throws CommandError (usage) where it can't be read */
export async function textOfFile(session: Session, path: string): Promise<string> {
  try {
    return await readFile(resolve(session.io.cwd, path), 'utf8');
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

const unreadable = (path: string, error: NodeJS.ErrnoException): CommandError =>
  new CommandError(
    exitCodes.usage,
    error.code === 'ENOENT' ? `${path} does not exist.` : `${path} can't be read (${fileTrouble(error)}).`,
    { cause: error },
  );
