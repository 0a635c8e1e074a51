import { open, rename, rm, writeFile } from 'node:fs/promises';
import { CommandError, exitCodes } from '../errors.ts';

/** Replaces a file atomically: a reader sees the old text or the new one. @param what for the message: `The model` @throws CommandError (usage) where it can't be written */
export async function replaceFile(path: string, text: string, what: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CommandError(
      exitCodes.usage,
      `${what} can't be written to ${path} (${code}). Name a file in an existing folder with enough space.`,
      { cause: error },
    );
  }
}

/** Writes texts to a file as they come. @throws CommandError (usage; output where only a part could be written) */
export async function writeTexts(file: string, texts: AsyncIterable<string>): Promise<void> {
  try {
    await using target = await open(file, 'w');
    // appendFile, since `write` may write only a part
    for await (const text of texts) await target.appendFile(text);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CommandError(
      syscall === 'open' ? exitCodes.usage : exitCodes.output,
      `${file} can't be written (${code}). Give -o a file in an existing folder with enough space.`,
      { cause: error },
    );
  }
}
