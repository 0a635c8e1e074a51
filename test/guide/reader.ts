import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endChild, freePort } from '../support/child-server.ts';
import { commandsOf, type GuideCommands, type GuideFile } from './guide-page.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Not in a clean clone, or needed by no command of the guide. */
const notCloned = new Set(['node_modules', '.git', 'data', 'dist', '.cache', 'test', 'bench', '.env']);

/** How long a busy machine may take to start what runs beside. */
const readyLimitMs = 120_000;

export interface Typed {
  readonly code: number | null;
  readonly stdout: string;
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

/** A folder with a clean clone, and what its reader needs to type commands in a shell. */
export interface Desk extends AsyncDisposable {
  readonly folder: string;
  readonly clone: string;
  /** The practice sites' port; the two after it are those of the proxies. */
  readonly practicePort: number;
  readonly httpPort: number;
  readonly env: Readonly<Record<string, string>>;
  /** What runs beside: ended with the desk at the latest, also where a test gave up. */
  readonly running: Set<ChildProcess>;
}

/**
 * As after `git clone`. `npm ci` and `npm install` ask a registry, so a stand-in does what they would leave: the packages of this checkout, and in a project the newshawk that
 * `init` has packed. All other calls of npm are npm's, and so is npx the first time: then the file that it finds is started without it, which saves half of a command's CPU.
 */
export async function openDesk(): Promise<Desk> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'newshawk-guide-')));
  const clone = join(folder, 'newshawk');
  for (const name of await readdir(root))
    if (!notCloned.has(name)) await cp(join(root, name), join(clone, name), { recursive: true });
  const [practicePort, httpPort] = [await threePorts(), await freePort()];
  for (const [name, standIn] of [['npm', npmStandIn] as const, ['npx', npxStandIn] as const]) {
    const own = (await run('sh', ['-c', `command -v ${name}`])).stdout.trim();
    await writeFile(await inFolder(join(folder, 'bin', name)), standIn(own));
    await chmod(join(folder, 'bin', name), 0o755);
  }
  const { HOME = homedir(), PATH = '' } = process.env;
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NEWSHAWK_|VITEST|NODE_OPTIONS$)/.test(name));
  const env = {
    ...(Object.fromEntries(own) as Record<string, string>),
    PATH: `${join(folder, 'bin')}:${PATH}`,
    HOME: folder,
    // The unpacked browser and the compiled code of this user.
    XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(HOME, '.cache'),
    NEWSHAWK_DEMO_PORT: String(practicePort),
    npm_config_update_notifier: 'false',
  };
  const running = new Set<ChildProcess>();
  const close = async (): Promise<void> => {
    await Promise.all([...running].map(endGroup));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { folder, clone, practicePort, httpPort, env, running, [Symbol.asyncDispose]: close };
}

const npmStandIn = (npm: string): string => `#!/bin/sh
packages='${join(root, 'node_modules')}'
case "$1" in
ci) ln -s "$packages" node_modules ;;
install)
  [ -e node_modules/newshawk ] && exit 0
  mkdir -p node_modules/newshawk node_modules/.bin
  tar -xzf vendor/newshawk-*.tgz -C node_modules/newshawk --strip-components=1
  for each in "$packages"/*; do ln -s "$each" node_modules/; done
  ln -s ../newshawk/bin/newshawk.mjs node_modules/.bin/newshawk ;;
*) exec '${npm}' "$@" ;;
esac
`;

const npxStandIn = (npx: string): string => `#!/bin/sh
if [ -e "$0.used" ] && [ "$1" = newshawk ] && [ -x node_modules/.bin/newshawk ]; then
  shift
  exec node_modules/.bin/newshawk "$@"
fi
: >"$0.used"
exec '${npx}' "$@"
`;

async function threePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < 65_534 && (await isFree(port + 1)) && (await isFree(port + 2))) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

async function inFolder(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  return file;
}

/** Somebody who reads the guide and types what it says. Keeps the folder, <id>, and what runs beside; counts commands. */
export class Reader implements AsyncDisposable {
  readonly desk: Desk;
  cwd: string;
  readonly #replaced: [string, string][] = [];
  /** All commands so far, as the guide counts them. */
  readonly typed: string[] = [];
  readonly #httpPort: number;
  #id: string | null = null;
  readonly #beside: ChildProcess[] = [];

  /** @param httpPort of `serve`: another one for each of several who read at the same time */
  constructor(desk: Desk, cwd = desk.clone, httpPort = desk.httpPort) {
    this.desk = desk;
    this.cwd = cwd;
    this.#httpPort = httpPort;
  }

  /** An address of the guide that is another one here. */
  replace(text: string, here: string): void {
    this.#replaced.push([text, here]);
  }

  /** Writes what the page says into a file of the folder. */
  async write({ path, text }: Pick<GuideFile, 'path' | 'text'>): Promise<void> {
    await writeFile(await inFolder(join(this.cwd, path)), this.here(text));
  }

  read(path: string): Promise<string> {
    return readFile(join(this.cwd, path), 'utf8');
  }

  /** Types the lines of a block, to their end. */
  async type(block: Pick<GuideCommands, 'lines' | 'id'>): Promise<Typed> {
    this.typed.push(...commandsOf(block));
    const cwdFile = join(this.desk.folder, `cwd-${randomUUID()}`);
    const script = `set -eo pipefail\n${this.here(block.lines.join('\n'))}\npwd >'${cwdFile}'`;
    const child = this.#shell(script, this.cwd);
    const ended = await endOf(child);
    if (ended.code === 0) this.cwd = (await readFile(cwdFile, 'utf8')).trim();
    if (block.id !== null) {
      this.#id = block.id.exec(ended.stdout)?.[1] ?? null;
      if (this.#id === null) throw new Error(`no ${block.id} in:\n${ended.output}`);
    }
    return ended;
  }

  /** Starts what goes on beside, and waits until its output matches. @throws Error where it ends before */
  async typeBeside({ lines, isInClone }: Pick<GuideCommands, 'lines' | 'isInClone'>, ready: RegExp): Promise<void> {
    this.typed.push(...commandsOf({ lines }));
    const child = this.#shell(this.here(lines.join('\n')), isInClone ? this.desk.clone : this.cwd);
    this.#beside.push(child);
    this.desk.running.add(child);
    child.once('exit', () => this.desk.running.delete(child));
    await new Promise<void>((resolve, reject) => {
      let output = '';
      const tooLate = () => reject(new Error(`${lines.join('; ')} is not ready (${ready}):\n${output}`));
      const limit = setTimeout(tooLate, readyLimitMs).unref();
      child.once('exit', () => clearTimeout(limit));
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (data) => {
          output += data;
          if (ready.test(output)) resolve();
        });
      child.once('exit', (code) => reject(new Error(`"${lines.join('; ')}" ended with ${code}:\n${output}`)));
    });
  }

  /** The page's ports and <id> are those of this desk. */
  here(text: string): string {
    const { practicePort } = this.desk;
    return this.#replaced
      .reduce((before, [from, here]) => before.replaceAll(from, here), text)
      .replaceAll(/\b481([0-2])\b/g, (_, step: string) => String(practicePort + Number(step)))
      .replaceAll(/\b8780\b/g, String(this.#httpPort))
      .replaceAll('<id>', () => {
        if (this.#id === null) throw new Error('no block before has given an <id>');
        return this.#id;
      });
  }

  #shell(script: string, cwd: string): ChildProcess {
    // A process group of its own: what a block starts with & ends with the page.
    return spawn('bash', ['-c', script], {
      cwd,
      env: { ...this.desk.env, NEWSHAWK_HTTP_PORT: String(this.#httpPort) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#beside.reverse()) await endGroup(child);
  }
}

/** SIGTERM to the shell and all that it has started. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null)
    await run('kill', ['-TERM', '--', `-${child.pid}`]).catch(() => {}); // it has just ended
  await endChild(child);
}

async function endOf(child: ChildProcess): Promise<Typed> {
  const text = { stdout: '', output: '' };
  child.stdout?.on('data', (data) => {
    text.stdout += data;
    text.output += data;
  });
  child.stderr?.on('data', (data) => {
    text.output += data;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...text };
}
