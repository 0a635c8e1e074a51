import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bareSteps, leftOut } from './image/bare-steps.ts';
import { makeBaseImage } from './image/base-image.ts';
import { runChecks } from './image/checks.ts';
import { CommandFailed, run } from './image/command.ts';
import { containerPlace, profileIn } from './image/container.ts';
import { type Engine, findEngine, NoEngine } from './image/engine.ts';
import type { CheckResult, Place } from './image/place.ts';
import { startSlowSite } from './image/site.ts';

// Builds the image from the unchanged Dockerfile, runs it as compose.yaml does, and checks what docs/containers.md promises. It needs Docker, or root on Debian or
// Ubuntu: then buildah builds on a stand-in for the base image, without a registry. Without either it runs the steps of the Dockerfile in a folder, and says what
// was not checked. Exit code 0: nothing that was checked failed.
// usage: npm run image:check [-- --install] [--bare] [--of FOLDER] [--work FOLDER] [--checks-after FILE]

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: {
    /** Lets apt-get install buildah, podman and mmdebstrap. */
    install: { type: 'boolean', default: false },
    /** Runs the steps without an engine. */
    bare: { type: 'boolean', default: false },
    /** A project that `newshawk init` wrote; default: this one. */
    of: { type: 'string' },
    /** Keeps the images there: a second run is faster. */
    work: { type: 'string' },
    /** The checks wait for this file: they have limits of time, and the build may go on beside other work. */
    'checks-after': { type: 'string' },
    /** Keeps all output of the build in this file. */
    log: { type: 'string' },
  },
});

/** Messages of npm, apt and docker where a server can't be reached: then nothing is said about the Dockerfile. */
const networkTrouble =
  /\b(EAI_AGAIN|ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH)\b|Temporary failure resolving|Could not (resolve|connect)|i\/o timeout|no such host|failed to resolve source metadata/;

inOwnMountNamespace();
const results: CheckResult[] = [];
const report = (result: CheckResult): void => {
  results.push(result);
  console.log(`${result.status.padEnd(11)}  ${result.name}: ${result.says}`);
};
const begun = performance.now();
const secondsSince = (from: number): string => `${((performance.now() - from) / 1_000).toFixed(0)} s`;
const workDir = values.work === undefined ? await mkdtemp(join(tmpdir(), 'newshawk-image-')) : resolve(values.work);
await mkdir(workDir, { recursive: true });
let buildLog = '';
try {
  await check(values.of === undefined ? root : resolve(values.of));
} finally {
  if (values.log !== undefined) await writeFile(values.log, buildLog);
  if (values.work === undefined) await removeAll(workDir);
}
const failed = results.filter(({ status }) => status === 'FAILED').length;
const unchecked = results.filter(({ status }) => status === 'not checked').length;
console.log(
  `${results.length - failed - unchecked} ok, ${failed} failed, ${unchecked} not checked, ${secondsSince(begun)}`,
);
process.exit(failed === 0 ? 0 : 1);

async function check(folder: string): Promise<void> {
  const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8');
  const engine = values.bare ? new NoEngine('--bare') : await engineOrReason(dockerfile);
  await using site = await startSlowSite();
  if (engine instanceof NoEngine) {
    report({
      name: 'image',
      status: 'not checked',
      says: `not built: ${engine.message}. Its steps run in a folder instead`,
    });
    for (const what of leftOut) report({ name: 'image', status: 'not checked', says: what });
    const place = await stepsOrReason(folder);
    await untilChecksMayBegin();
    if (place !== null) await runChecks({ place, site, isContainer: false }, report);
    return;
  }
  const tag = 'newshawk-image-check';
  if (!(await build(engine, folder, tag))) return;
  await untilChecksMayBegin();
  await using place = await containerPlace(engine, tag, profileIn(folder, values.of !== undefined), workDir);
  report({ name: 'size', status: 'ok', says: `${(place.bytes / 1e6).toFixed(0)} MB unpacked` });
  await runChecks({ place, site, isContainer: true }, report);
}

/** @throws Error after an hour and a half: whoever was to write the file is gone */
async function untilChecksMayBegin(): Promise<void> {
  const file = values['checks-after'];
  if (file === undefined) return;
  for (let seconds = 0; !existsSync(file); seconds += 1) {
    if (seconds > 5_400) throw new Error(`${file}, which the checks wait for, was not written within 90 minutes`);
    await wait(1_000);
  }
}

async function engineOrReason(dockerfile: string): Promise<Engine | NoEngine> {
  try {
    const engine = await findEngine(workDir, values.install);
    if (engine.name !== 'docker') await makeBaseImage(engine, dockerfile, workDir);
    return engine;
  } catch (error) {
    if (error instanceof NoEngine) return error;
    throw error;
  }
}

async function build(engine: Engine, folder: string, tag: string): Promise<boolean> {
  const from = performance.now();
  try {
    await engine.build(folder, tag, (text) => {
      buildLog += text;
    });
    report({ name: 'build', status: 'ok', says: `by ${engine.name} in ${secondsSince(from)}` });
    return true;
  } catch (error) {
    report({ name: 'build', ...ofFailedBuild(error) });
    return false;
  }
}

async function stepsOrReason(folder: string): Promise<Place | null> {
  const from = performance.now();
  try {
    const place = await bareSteps(folder, workDir, (text) => {
      buildLog += text;
    });
    report({
      name: 'steps of the Dockerfile',
      status: 'ok',
      says: `all but apt-get and chown, in ${secondsSince(from)}`,
    });
    return place;
  } catch (error) {
    report({ name: 'steps of the Dockerfile', ...ofFailedBuild(error) });
    return null;
  }
}

function ofFailedBuild(error: unknown): Pick<CheckResult, 'status' | 'says'> {
  if (!(error instanceof CommandFailed)) throw error;
  const isOfNetwork = networkTrouble.test(error.output);
  return {
    status: isOfNetwork ? 'not checked' : 'FAILED',
    says: `${isOfNetwork ? 'a server was not reached. ' : ''}${error.message}`,
  };
}

/**
 * Starts this script again in its own mount namespace, as root on Linux: what is mounted ends with it. crun does not start where the kernel mounts cgroup 1 and 2
 * side by side, so there the second is left out.
 */
function inOwnMountNamespace(): void {
  const marker = 'IMAGE_CHECK_NAMESPACE'; // no setting of newshawk: the programs that are tried inherit it
  if (process.getuid?.() !== 0 || process.platform !== 'linux' || process.env[marker] !== undefined) return;
  // without the right to it, the check goes on here
  if (spawnSync('unshare', ['-m', 'true'], { stdio: 'ignore' }).status !== 0) return;
  const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"';
  const { status } = spawnSync(
    'unshare',
    ['-m', '--propagation', 'private', 'sh', '-c', script, 'sh', process.execPath, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, [marker]: '1' } },
  );
  process.exit(status ?? 1);
}

/** Layers of images may hold files that only their own user can delete. */
async function removeAll(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await run(['sh', '-c', `umount "${folder}"/storage/overlay 2>/dev/null; true`]);
  await rm(folder, { recursive: true, force: true }).catch((error: Error) =>
    console.error(`${folder} can't be deleted: ${error.message}`),
  );
}
