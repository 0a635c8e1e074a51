import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const limitMs = 600_000;

/** `npm error code ENOTFOUND` */
const errorCode = /^npm error code (\w+)$/m;

/** npm failed. The message says what it ran and why it failed. */
export class NpmError extends Error {
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
