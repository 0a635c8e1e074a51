import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface InvocationContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The file that Node was started with. */
  readonly script: string;
}

/** What npm puts before PATH while it runs a script: nothing that a shell has. */
const isOfNpm = (folder: string): boolean => /node_modules[\\/](?:\.bin|npm[\\/])/.test(folder);

/** How a person calls newshawk where it runs now: by its name, by npx in a project that has it, by npm in its checkout, else by its file. */
export function findInvocation({ env, cwd, script }: InvocationContext): string {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && !isOfNpm(folder));
  if (folders.some((folder) => canRun(join(folder, 'newshawk')))) return 'newshawk';
  if (existsSync(join(cwd, 'node_modules', '.bin', 'newshawk'))) return 'npx newshawk';
  // a package and an image have no lockfile
  const isCheckout = dirname(dirname(script)) === cwd && existsSync(join(cwd, 'package-lock.json'));
  return isCheckout ? 'npm run newshawk --' : `node ${script}`;
}

/** A command line of newshawk as it is typed here. @param args `serve`, `failures list` */
export const commandLine = (name: string, args: string): string =>
  name.startsWith('npm run') && args === 'serve' ? 'npm run serve' : `${name} ${args}`;

/** The text with the commands that it names (in backticks) as they are typed here. */
export const withInvocation = (name: string, text: string): string =>
  text.replace(/`newshawk ([^`\n]+)`/g, (_whole, args: string) => `\`${commandLine(name, args)}\``);

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // its way of saying so
  }
}
