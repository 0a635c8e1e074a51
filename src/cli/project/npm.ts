import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeFolder } from '../../machine/make-folder.ts';

const run = promisify(execFile);
const limitMs = 600_000;

/** `npm error code ENOTFOUND` */
const errorCode = /^npm error code (\w+)$/m;

/** npm failed. The message says what it ran and why it failed. */
class NpmError extends Error {
  /** npm's own, such as ENOTFOUND or E404; null where it names none. */
  readonly code: string | null;

  constructor(message: string, code: string | null, cause: unknown) {
    super(message, { cause });
    this.name = 'NpmError';
    this.code = code;
  }
}

/** Runs npm in a folder. @returns its stdout @throws NpmError */
export async function npm(args: readonly string[], cwd: string, signal?: AbortSignal): Promise<string> {
  // Variables of an npm that started us concern another project.
  const own = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_(local_)?prefix)/i.test(name),
  );
  try {
    const { stdout } = await run('npm', args, {
      cwd,
      env: Object.fromEntries(own),
      timeout: limitMs,
      maxBuffer: 2 ** 26,
      signal,
    });
    return stdout;
  } catch (cause) {
    const { code, stderr = '', message } = cause as NodeJS.ErrnoException & { stderr?: string };
    const why = code === 'ENOENT' ? 'there is no npm in PATH' : reasonIn(stderr, message);
    throw new NpmError(`npm ${args.slice(0, 2).join(' ')}: ${why}`, errorCode.exec(stderr)?.[1] ?? null, cause);
  }
}

/** The first line of npm's errors that is a sentence; the last line of another program's. */
function reasonIn(stderr: string, message: string): string {
  const lines = stderr.trim().split('\n');
  const errors = lines.flatMap((line) => /^npm error (?!code |errno |syscall )(\S.*)$/.exec(line)?.[1] ?? []);
  return errors[0] ?? (lines.at(-1) || message);
}

/** package.json lies above src/ and above dist/. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** A checkout has sources, which are built first. An installed package is built already. */
const isCheckout = existsSync(new URL('../../main.ts', import.meta.url));

/**
 * Packs the running newshawk into a folder, as npm would publish it. A new project installs it without a registry.
 * @returns the file's name
 * @throws Error that says what failed
 */
export async function packPackage(folder: string): Promise<string> {
  await makeFolder(folder);
  if (isCheckout) await npm(['run', '--silent', 'build'], root);
  const stdout = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error('npm pack names no file');
  return packed.filename;
}

/** Codes by which npm says that the registry does not answer. */
const unreachable =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)$/;

/**
 * Runs `npm install` in a new project. Packages that npm has in its cache, as after `npx`, are not asked for again.
 * @throws Error that says what failed
 */
export async function installPackages(folder: string, signal: AbortSignal): Promise<void> {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  try {
    await npm(['install', ...quiet], folder, signal);
  } catch (error) {
    if (!(error instanceof NpmError) || error.code === null || !unreachable.test(error.code)) throw error;
    throw new Error(
      `the npm registry can't be reached (${error.code}): ${error.message}. Check the network, the proxy and the registry (npm config get registry)`,
      { cause: error },
    );
  }
}
