import { access, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandError, exitCodes } from '../errors.ts';
import { packageVersion } from '../package-version.ts';
import { projectFiles } from './project-files.ts';
import type { Session } from './session.ts';

export function addInit(program: Command, session: Session): void {
  program
    .command('init')
    .description('write a new project: settings, one example scraper, Dockerfile, compose.yaml')
    .argument('[dir]', 'its folder', '.')
    .action((dir: string) => init(session, resolve(session.io.cwd, dir)));
}

async function init(session: Session, folder: string): Promise<void> {
  const files = projectFiles({ name: packageName(folder), version: packageVersion() });
  await refuseToOverwrite(folder, Object.keys(files));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      // wx: what came into being since the check above is not overwritten either.
      await writeFile(join(folder, path), text, { flag: 'wx' });
    }
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new CommandError(exitCodes.usage, `${path ?? folder} can't be written (${code}). Choose another folder.`, {
      cause: error,
    });
  }
  if (session.options.json) await session.outJson({ folder, files: Object.keys(files) });
  session.say(
    `A new project is in ${folder}:\n${Object.keys(files)
      .map((path) => `  ${path}`)
      .join('\n')}\nNext: cd ${folder} && npm install && npx newshawk doctor && npx newshawk crawl`,
  );
}

async function refuseToOverwrite(folder: string, paths: readonly string[]): Promise<void> {
  const there = await Promise.all(
    paths.map((path) =>
      access(join(folder, path)).then(
        () => [path],
        () => [], // not there, which is what is wanted
      ),
    ),
  );
  const existing = there.flat();
  if (existing.length > 0)
    throw new CommandError(
      exitCodes.usage,
      `${folder} already has ${existing.join(', ')}. Nothing was written: choose an empty folder, or move these away.`,
    );
}

/** npm's rule for names: lower case, no leading dot, URL-safe. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[-]+$/g, '');
  return name === '' ? 'my-newshawk' : name;
}
