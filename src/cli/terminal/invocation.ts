import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

interface InvocationContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The script that Node was started with. */
  readonly script: string;
}

/** Whether npm added the folder to PATH while it runs a script: a shell does not have it. */
const isOfNpm = (folder: string): boolean => /node_modules[\\/](?:\.bin|npm[\\/])/.test(folder);

/** How a person invokes newshawk here: by its name, with npx in a project that depends on it, with npm in its checkout, else by its script. */
export function findInvocation({ env, cwd, script }: InvocationContext): string {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && !isOfNpm(folder));
  if (folders.some((folder) => canRun(join(folder, 'newshawk')))) return 'newshawk';
  if (existsSync(join(cwd, 'node_modules', '.bin', 'newshawk'))) return 'npx newshawk';
  // an installed package and an image have no lockfile
  const isCheckout = dirname(dirname(script)) === cwd && existsSync(join(cwd, 'package-lock.json'));
  return isCheckout ? 'npm run newshawk --' : `node ${script}`;
}

/** A command line as a person types it here. @param args `serve`, `failures list` */
const commandLine = (invocation: string, args: string): string =>
  invocation.startsWith('npm run') && args === 'serve' ? 'npm run serve' : `${invocation} ${args}`;

/** The text, in which each command in backticks is written as a person types it here. */
export const withInvocation = (invocation: string, text: string): string =>
  text.replace(
    /`((?:NEWSHAWK_\w+=\S+ )*)newshawk ([^`\n]+)`/g,
    (_whole, settings: string, args: string) => `\`${settings}${commandLine(invocation, args)}\``,
  );

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // `accessSync` throws where the file can't be run
  }
}
