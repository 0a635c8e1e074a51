import { join } from 'node:path';
import { type CommandResult, mustRun, run, start } from './command.ts';
import type { Engine } from './engine.ts';
import type { Place } from './place.ts';

interface ImageConfig {
  readonly Healthcheck?: { readonly Test: readonly string[] };
}

export interface ContainerPlace extends Place, AsyncDisposable {
  readonly bytes: number;
}

/**
 * The image, run as compose.yaml runs it: no capabilities, no new privileges, the seccomp profile, a read-only root, a /tmp in memory, a volume for the data.
 * The network is the host's, so that pages of this machine are there.
 */
export async function containerPlace(
  engine: Engine,
  image: string,
  profile: string,
  workDir: string,
): Promise<ContainerPlace> {
  const { program, env } = engine;
  const [inspected] = JSON.parse(await mustRun([program, 'image', 'inspect', image], { env })) as [
    { Size: number; Config: ImageConfig; Healthcheck?: ImageConfig['Healthcheck'] },
  ];
  const health = healthCommand((inspected.Config.Healthcheck ?? inspected.Healthcheck)?.Test ?? []);
  const volume = 'newshawk-image-check';
  await run([program, 'volume', 'rm', '-f', volume], { env });
  const names = new Set<string>();
  const command = (name: string, args: readonly string[], more: NodeJS.ProcessEnv): readonly string[] => {
    names.add(name);
    return [
      program,
      'run',
      ...engine.runArguments,
      ...[
        '--name',
        name,
        '--replace',
        '--rm',
        '--network',
        'host',
        '--read-only',
        '--tmpfs',
        '/tmp:size=1g,mode=1777',
      ].filter((one) => program === 'podman' || one !== '--replace'),
      ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--security-opt', `seccomp=${profile}`],
      ...['-v', `${volume}:/app/data`],
      ...Object.entries(more).flatMap(([key, value]) => ['-e', `${key}=${value}`]),
      image,
      ...args,
    ];
  };
  const inside = (name: string, args: readonly string[]): Promise<CommandResult> =>
    run([program, 'exec', name, ...args], { env, timeoutMs: 20_000 });
  return {
    bytes: inspected.Size,
    newshawk: (args, more = {}) => run(command('newshawk-check-once', args, more), { env, timeoutMs: 120_000 }),
    start: (name, args, more = {}) => ({
      command: start(command(name, args, more), { env, cwd: workDir }),
      isHealthy: async () => (await inside(name, health)).code === 0,
      node: (script) => inside(name, ['node', '-e', script]),
      shell: (script) => inside(name, ['sh', '-c', script]),
      stop: async (graceSeconds) => {
        await run([program, 'stop', '-t', String(graceSeconds), name], { env });
      },
    }),
    [Symbol.asyncDispose]: async () => {
      for (const name of names) await run([program, 'rm', '-f', name], { env });
      await run([program, 'volume', 'rm', '-f', volume], { env });
    },
  };
}

/** The command of a HEALTHCHECK as docker keeps it: `["CMD", "node", …]` or `["CMD-SHELL", "test …"]`. */
const healthCommand = ([kind, ...words]: readonly string[]): readonly string[] =>
  kind === 'CMD-SHELL' ? ['sh', '-c', words.join(' ')] : kind === 'CMD' ? words : ['false'];

/** The seccomp profile of a project: its own, or that of a project of `init`. */
export const profileIn = (folder: string, isOfInit: boolean): string =>
  join(folder, isOfInit ? 'seccomp-chromium.json' : 'docker/seccomp-chromium.json');
