import { spawn } from 'node:child_process';
import { access, constants, open } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

type ToolEnvironment = Readonly<Record<string, string | undefined>>;

export interface ToolRun {
  readonly env: ToolEnvironment;
  /** Egress guard of the identity that found the medium: the same route and network policy apply to the tool. */
  readonly guardUrl: string;
  readonly signal: AbortSignal;
  /** A file for stdin; default: no input. */
  readonly stdin?: string | null;
  /** Null: no timeout. */
  readonly timeoutMs: number | null;
  /** Time from SIGINT to SIGKILL. */
  readonly graceMs?: number;
  /** Called for each line of stderr. */
  readonly onLine?: (line: string) => void;
}

export interface ToolResult {
  /** Exit code; null: ended by a signal. */
  readonly code: number | null;
  /** It was ended at its timeout. */
  readonly isTimedOut: boolean;
  readonly stdout: string;
  /** The end of stderr, at most 4,000 characters. */
  readonly stderrTail: string;
}

const maxStdoutChars = 4 * 1024 * 1024;
const maxStderrChars = 4_000;
/** Enough for a tool to close its files. */
const defaultGraceMs = 5_000;

/** Returns the absolute path of a program in PATH; null if it is not installed. */
export async function findTool(name: string, { PATH = '' }: ToolEnvironment): Promise<string | null> {
  for (const folder of PATH.split(delimiter).filter((entry) => entry !== '')) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false, // not in this folder
    );
    if (isThere) return path;
  }
  return null;
}

const helpTimeoutMs = 10_000;

/** Whether an ffmpeg or ffprobe has the option `extension_picky`: it then refuses segments by their extension (7.1.1, and patched older versions). */
export async function checksSegmentNames(path: string | null, env: ToolEnvironment): Promise<boolean> {
  if (path === null) return false;
  const { signal } = new AbortController();
  const run = { env, guardUrl: '', signal, timeoutMs: helpTimeoutMs };
  const { stdout } = await runTool(path, ['-hide_banner', '-h', 'demuxer=hls'], run);
  return stdout.includes('extension_picky');
}

/** The environment in which a tool sends all HTTP through a proxy. */
export const proxyVariables = (proxyUrl: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [
      name,
      proxyUrl,
    ]),
  ),
  no_proxy: '',
  NO_PROXY: '',
});

/** Runs a program without a shell until it ends. An abort or the timeout sends SIGINT, then SIGKILL. */
export async function runTool(path: string, args: readonly string[], run: ToolRun): Promise<ToolResult> {
  const { env, guardUrl, signal, timeoutMs, graceMs = defaultGraceMs, onLine = () => {} } = run;
  await using input = run.stdin == null ? null : await open(run.stdin, 'r');
  const child = spawn(path, args, {
    stdio: [input === null ? 'ignore' : input.fd, 'pipe', 'pipe'],
    env: { ...env, ...proxyVariables(guardUrl) },
  });
  const { stdout: out, stderr } = child;
  if (out === null || stderr === null) throw new Error('a child without its pipes'); // asked for above
  let stdout = '';
  let stderrTail = '';
  let rest = '';
  out.setEncoding('utf8').on('data', (text: string) => {
    if (stdout.length < maxStdoutChars) stdout += text;
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-maxStderrChars);
    const lines = (rest + text).split(/[\r\n]+/);
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  });
  let force: NodeJS.Timeout | undefined;
  const end = (): void => {
    child.kill('SIGINT');
    force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  };
  let isTimedOut = false;
  const endAtLimit = (): void => {
    isTimedOut = true;
    end();
  };
  const limit = timeoutMs === null ? undefined : setTimeout(endAtLimit, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await new Promise<ToolResult>((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve({ code, isTimedOut, stdout, stderrTail }));
    });
  } finally {
    clearTimeout(limit);
    clearTimeout(force);
    signal.removeEventListener('abort', end);
  }
}
