import { access, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CommandError, exitCodes } from '../../errors.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import type { Session } from '../session.ts';
import { projectFiles } from './project-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const seccompFile = new URL('../../../docker/seccomp-chromium.json', import.meta.url);
/** The project's folder with the newshawk package that package.json and the Dockerfile install. */
const vendor = 'vendor';

export function addInit(program: Command, session: Session): void {
  program
    .command('init')
    .description(
      'write a new project: settings, one example scraper, Dockerfile, compose.yaml, this newshawk as a package',
    )
    .argument('[dir]', 'its folder', '.')
    .action((dir: string) => init(session, resolve(session.io.cwd, dir)));
}

async function init(session: Session, folder: string): Promise<void> {
  const seccompProfile = await readFile(seccompFile, 'utf8');
  const filesFor = (newshawk: string) => projectFiles({ name: packageName(folder), newshawk, seccompProfile });
  await refuseToOverwrite(folder, [...Object.keys(filesFor('')), vendor]);
  const { newshawk, file, trouble } = await packOwnPackage(session, folder);
  const files = filesFor(newshawk);
  for (const [path, text] of Object.entries(files)) await writeNew(join(folder, path), text);
  const paths = [...Object.keys(files), ...(file === null ? [] : [file])];
  if (session.options.json) await session.printJson({ folder, files: paths });
  if (trouble !== null) session.say(trouble);
  session.say(`A new project is in ${folder}:\n${paths.map((path) => `  ${path}`).join('\n')}`);
  session.say(`Next: cd ${shellWord(folder)} && npm install && npm run doctor`);
  session.say('Then: npx newshawk extract <address of an article> shows what is read from a page without any rule;');
  session.say('      name your site in scrapers/, then npm start watches it, and npm run serve shows the dashboard.');
}

interface OwnPackage {
  /** The dependency in package.json. */
  readonly newshawk: string;
  /** Path in the project; null where packing failed. */
  readonly file: string | null;
  /** Why packing failed and what to do; null where it worked. */
  readonly trouble: string | null;
}

/** Packs newshawk into the project, so that it installs the same version anywhere, also in an image, without a registry. */
async function packOwnPackage(session: Session, folder: string): Promise<OwnPackage> {
  session.say('Packing newshawk for the project. This takes some seconds.');
  try {
    const file = `${vendor}/${await session.io.packPackage(join(folder, vendor))}`;
    return { newshawk: `file:${file}`, file, trouble: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      newshawk: `file:${root}`,
      file: null,
      trouble: `newshawk could not be packed (${why}). package.json depends on ${root} instead, which installs on this machine but not in an image. Run npm pack there, put the file into ${vendor}/, then npm install ${vendor}/<file>.`,
    };
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    // wx: a file that was created since the check is not overwritten either.
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new CommandError(exitCodes.usage, `${path ?? file} can't be written (${code}). Choose another folder.`, {
      cause: error,
    });
  }
}

/** Quoted, where a POSIX shell would split or expand it. */
const shellWord = (text: string): string => (/^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

async function refuseToOverwrite(folder: string, paths: readonly string[]): Promise<void> {
  const existingByPath = await Promise.all(
    paths.map((path) =>
      access(join(folder, path)).then(
        () => [path],
        () => [], // missing, as expected
      ),
    ),
  );
  const existing = existingByPath.flat();
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
