import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isInstalled, mustRun, run } from './command.ts';

/** What builds and runs images here. */
export interface Engine {
  readonly name: 'docker' | 'buildah and podman';
  /** Builds the Dockerfile of a folder, unchanged. @throws CommandFailed */
  readonly build: (folder: string, tag: string, onOutput: (text: string) => void) => Promise<void>;
  /** The beginning of `run`, `exec`, `stop`, `inspect` and the like. */
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  /** Of `run`: docker's own health checks need no argument, podman's need systemd. */
  readonly runArguments: readonly string[];
}

/** Why an engine can't be had. */
export class NoEngine extends Error {
  override readonly name = 'NoEngine';
}

/** Of Debian and Ubuntu: together they build and run images without a daemon and without a registry. */
const packages = ['buildah', 'podman', 'crun', 'conmon', 'mmdebstrap', 'debian-archive-keyring'];

/**
 * Docker where its daemon answers, else buildah and podman.
 * @param install whether missing packages may be installed with apt-get
 * @throws NoEngine
 */
export async function findEngine(workDir: string, install: boolean): Promise<Engine> {
  if ((await run(['docker', 'info', '--format', '{{.ServerVersion}}'], { timeoutMs: 10_000 })).code === 0)
    return docker;
  if (process.getuid?.() !== 0)
    throw new NoEngine('no Docker daemon answers, and buildah and podman need root here: start Docker, or run as root');
  await havePackages(install);
  return await podman(workDir);
}

const docker: Engine = {
  name: 'docker',
  program: 'docker',
  env: process.env,
  runArguments: [],
  build: async (folder, tag, onOutput) => {
    await mustRun(['docker', 'build', '--progress', 'plain', '-t', tag, folder], { onOutput });
  },
};

async function havePackages(install: boolean): Promise<void> {
  const missing = [];
  for (const program of ['buildah', 'podman', 'crun', 'mmdebstrap'])
    if (!(await isInstalled(program))) missing.push(program);
  if (missing.length === 0) return;
  if (!install)
    throw new NoEngine(
      `no Docker daemon answers, and ${missing.join(', ')} are missing: give --install to let apt-get install them`,
    );
  if (!(await isInstalled('apt-get')))
    throw new NoEngine(`no Docker daemon answers, and there is no apt-get that could install ${missing.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '-q'], { env, timeoutMs: 300_000 });
  const installed = await run(['apt-get', 'install', '-yq', '--no-install-recommends', ...packages], {
    env,
    timeoutMs: 900_000, // beside tests, on a busy machine
  });
  if (installed.code !== 0)
    throw new NoEngine(`apt-get can't install ${missing.join(', ')}: ${lastLine(installed.stderr)}`);
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

async function podman(workDir: string): Promise<Engine> {
  const env = await containerSettings(workDir);
  const mounts = await buildMounts(workDir);
  return {
    name: 'buildah and podman',
    program: 'podman',
    env,
    runArguments: ['--no-healthcheck'],
    build: async (folder, tag, onOutput) => {
      // chroot isolation: the steps of a build need no cgroup and no network namespace
      const settings = ['--pull-never', '--isolation', 'chroot', '--network', 'host', '--format', 'docker'];
      await mustRun(['buildah', 'bud', ...settings, ...mounts, '-t', tag, '.'], { cwd: folder, env, onOutput });
    },
  };
}

/** Settings apart from the machine's own: images and volumes are in `workDir`. No cgroups and no limits: both need more than root in a virtual machine has. */
async function containerSettings(workDir: string): Promise<NodeJS.ProcessEnv> {
  const { stdout: kind } = await run(['stat', '-f', '-c', '%T', workDir]);
  // an overlay can't lie on an overlay
  const driver = kind.trim() === 'overlayfs' ? 'vfs' : 'overlay';
  const storage = `[storage]\ndriver = "${driver}"\ngraphroot = "${join(workDir, 'storage')}"\nrunroot = "${join(workDir, 'runroot')}"\n`;
  const containers = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=30000:30000"]
cgroups = "disabled"
netns = "host"
log_driver = "k8s-file"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "crun"
`;
  const [storageFile, containersFile] = [join(workDir, 'storage.conf'), join(workDir, 'containers.conf')];
  await writeFile(storageFile, storage);
  await writeFile(containersFile, containers);
  return { ...process.env, CONTAINERS_STORAGE_CONF: storageFile, CONTAINERS_CONF: containersFile };
}

/** What the machine's npm knows also holds in the build: its registry, its authorities, its cache (a copy: the build empties it). */
async function buildMounts(workDir: string): Promise<readonly string[]> {
  const setting = async (name: string): Promise<string> => {
    const { stdout } = await run(['npm', 'config', 'get', name], { cwd: workDir });
    return /^(null|undefined)?$/.test(stdout.trim()) ? '' : stdout.trim();
  };
  const authorities = process.env.NODE_EXTRA_CA_CERTS || (await setting('cafile'));
  const lines = [`registry=${await setting('registry')}`, ...(authorities ? ['cafile=/run/authorities.crt'] : [])];
  const npmrc = join(workDir, 'npmrc');
  await writeFile(npmrc, `${lines.join('\n')}\n`);
  const cache = await setting('cache');
  if (cache !== '') await mkdir(cache, { recursive: true });
  return [
    ...['-v', `${npmrc}:/root/.npmrc:ro`],
    ...(authorities ? ['-v', `${authorities}:/run/authorities.crt:ro`] : []),
    ...(cache ? ['-v', `${cache}:/root/.npm:O`] : []),
  ];
}
