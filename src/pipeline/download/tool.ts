import { spawn } from 'node:child_process';
import { access, constants, open } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

type ToolEnvironment = Readonly<Record<string, string | undefined>>;

export interface ToolRun {
  readonly env: ToolEnvironment;
  /** Of the identity that found the medium: the tool goes the same way, under the same network policy. */
  readonly guardUrl: string;
  readonly signal: AbortSignal;
  /** A file that it reads from stdin; default: nothing. */
  readonly stdin?: string | null;
  /** Hard limit, ms; null: none. */
  readonly timeoutMs: number | null;
  /** After SIGINT, before SIGKILL. */
  readonly graceMs?: number;
  /** Each line that it says on stderr. */
  readonly onLine?: (line: string) => void;
}

export interface ToolResult {
  /** Null: it was ended by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  /** The last that it said on stderr. */
  readonly stderrTail: string;
}

const maxStdoutChars = 4 * 1024 * 1024;
const maxStderrChars = 4_000;
/** So long a tool may take to close its files. */
const defaultGraceMs = 5_000;

/** The absolute path of a program of PATH; null: it is not installed. */
export async function findTool(name: string, { PATH = '' }: ToolEnvironment): Promise<string | null> {
  for (const folder of PATH.split(delimiter).filter((one) => one !== '')) {
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

/** Whether an ffmpeg or ffprobe judges the pieces of a playlist by their names, and can be told not to (7.1.1, and what distributions have mended). False without one. */
export async function checksSegmentNames(path: string | null, env: ToolEnvironment): Promise<boolean> {
  if (path === null) return false;
  const { signal } = new AbortController();
  const run = { env, guardUrl: '', signal, timeoutMs: helpTimeoutMs };
  const { stdout } = await runTool(path, ['-hide_banner', '-h', 'demuxer=hls'], run);
  return stdout.includes('extension_picky');
}

/** Runs a program to its end, never through a shell. An abort ends it as Ctrl-C would, then by force. */
export async function runTool(path: string, args: readonly string[], run: ToolRun): Promise<ToolResult> {
  const { env, guardUrl, signal, timeoutMs, graceMs = defaultGraceMs, onLine = () => {} } = run;
  const proxies = Object.fromEntries(
    ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [
      name,
      guardUrl,
    ]),
  );
  await using input = run.stdin == null ? null : await open(run.stdin, 'r');
  const child = spawn(path, args, {
    stdio: [input === null ? 'ignore' : input.fd, 'pipe', 'pipe'],
    env: { ...env, ...proxies, no_proxy: '', NO_PROXY: '' },
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
  const limit = timeoutMs === null ? undefined : setTimeout(end, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await new Promise<ToolResult>((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderrTail }));
    });
  } finally {
    clearTimeout(limit);
    clearTimeout(force);
    signal.removeEventListener('abort', end);
  }
}
