import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import type { Session } from '../session.ts';
import { exampleFixtures, gitignore, projectFiles } from './project-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const seccompFile = new URL('../../../docker/seccomp-chromium.json', import.meta.url);
/** The project's folder with the newshawk package that package.json and the Dockerfile install. */
const vendor = 'vendor';

/** Files that a folder may have already, such as a fresh repository: they stay as they are. */
const keptFiles = ['README.md', '.gitignore'];

export function addInit(program: Command, session: Session): void {
  program
    .command('init')
    .description(
      'write a new project that runs at once: settings, one example scraper, Dockerfile, compose.yaml, this newshawk as a package',
    )
    .argument('[dir]', 'its folder', '.')
    .option('--no-install', "write the files only: don't install the packages")
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 2 a file is there already: nothing was written, 11 interrupted, 16 written, but the packages could not be installed.',
    )
    .action(
      session.action((dir: string, { install }: { readonly install: boolean }) =>
        init(session, resolve(session.io.cwd, dir), install),
      ),
    );
}

async function init(session: Session, folder: string, installs: boolean): Promise<ExitCode> {
  const seccompProfile = await readFile(seccompFile, 'utf8');
  const filesFor = (newshawk: string) => projectFiles({ name: packageName(folder), newshawk, seccompProfile });
  const existing = await existingIn(folder, [...Object.keys(filesFor('')), ...exampleFixtures, vendor]);
  refuseToOverwrite(folder, existing);
  const { newshawk, file, trouble } = await packOwnPackage(session, folder);
  const texts = Object.entries(filesFor(newshawk)).filter(([path]) => !existing.includes(path));
  const files: [string, string | Uint8Array][] = [...texts, ...(await fixtures())];
  for (const [path, content] of files) await writeNew(join(folder, path), content, 'Choose another folder.');
  const paths = [...files.map(([path]) => path), ...(file === null ? [] : [file])];
  if (trouble !== null) session.say(trouble);
  session.say(`A new project is in ${folder}:\n${paths.map((path) => `  ${path}`).join('\n')}`);
  sayKept(session, existing);
  const installTrouble = installs ? await install(session, folder) : null;
  const isInstalled = installs && installTrouble === null;
  if (session.options.json) await session.printJson({ folder, files: paths, kept: existing, isInstalled });
  if (installTrouble !== null)
    session.say(`The packages are not installed: ${installTrouble}. The project is complete otherwise.`);
  session.say(`Next: cd ${shellWord(folder)} && ${isInstalled ? '' : 'npm install && '}npm start`);
  session.say('It crawls a demo site, served from this machine. Then, in that folder:');
  session.say('  npx newshawk new <address of your site>            reads some pages and writes a scraper');
  session.say('  npx newshawk extract <address of an article>       shows what is read without any rule');
  if (session.isInterrupted) return exitCodes.interrupted;
  return installTrouble === null ? exitCodes.ok : exitCodes.incomplete;
}

/** The stored pages of the example's scraper, so that `npm test` of the project has something to read. */
const fixtures = (): Promise<[string, Uint8Array][]> =>
  Promise.all(exampleFixtures.map(async (path) => [path, await readFile(join(root, path))]));

/** @returns why it failed; null: it did not */
async function install(session: Session, folder: string): Promise<string | null> {
  session.say('Installing its packages with `npm install`. This takes a minute; --no-install leaves it out.');
  try {
    await session.io.installPackages(folder, session.signal);
    return null;
  } catch (error) {
    return session.isInterrupted ? 'it was interrupted' : error instanceof Error ? error.message : String(error);
  }
}

function sayKept(session: Session, existing: readonly string[]): void {
  if (existing.length > 0) session.say(`${existing.join(' and ')} stay${existing.length === 1 ? 's' : ''} as before.`);
  if (existing.includes('.gitignore'))
    session.say(`Make sure that .gitignore has ${gitignore.trim().split('\n').join(', ')}.`);
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
    if (session.isInterrupted) {
      // the folder is ours: one that was there before is refused
      await rm(join(folder, vendor), { recursive: true, force: true });
      throw new CommandError(exitCodes.interrupted, 'Interrupted while packing: no project was written.');
    }
    const why = error instanceof Error ? error.message : String(error);
    return {
      newshawk: `file:${root}`,
      file: null,
      trouble: `newshawk could not be packed (${why}). package.json depends on ${root} instead, which installs on this machine but not in an image. Run npm pack there, put the file into ${vendor}/, then npm install ${vendor}/<file>.`,
    };
  }
}

/** Quoted, where a POSIX shell would split or expand it. */
const shellWord = (text: string): string => (/^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

async function existingIn(folder: string, paths: readonly string[]): Promise<string[]> {
  const existing = await Promise.all(
    paths.map((path) =>
      access(join(folder, path)).then(
        () => [path],
        () => [], // missing, as expected
      ),
    ),
  );
  return existing.flat();
}

/** @throws CommandError (usage) */
function refuseToOverwrite(folder: string, existing: readonly string[]): void {
  const inTheWay = existing.filter((path) => !keptFiles.includes(path));
  if (inTheWay.length > 0)
    throw new CommandError(
      exitCodes.usage,
      `${folder} already has ${inTheWay.join(', ')}. Nothing was written: choose an empty folder, or move these away.`,
    );
}

/** Names that npm or the project itself can't have: a package can't depend on one of its own name. */
const takenNames = ['', 'newshawk', 'node_modules', 'favicon.ico'];
/** Letters; npm allows 214, an image's name 128. */
const maxName = 100;

/** npm's rule for names, and that of images: lower case, URL-safe, a letter or a digit at both ends, single separators. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/[._-]{2,}/g, '-')
    .slice(0, maxName)
    .replace(/^[._-]+|[._-]+$/g, '');
  return takenNames.includes(name) ? 'my-newshawk' : name;
}

/** Writes a file that is not there yet. @param advice for a folder that can't be written @throws CommandError (usage) */
async function writeNew(file: string, content: string | Uint8Array, advice: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    // wx: a file that was created since the check is not overwritten either.
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new CommandError(exitCodes.usage, `${path ?? file} can't be written (${code}). ${advice}`, { cause: error });
  }
}
