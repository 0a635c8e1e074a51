import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { App } from '../../../src/app.ts';
import { runCli } from '../../../src/cli/main.ts';
import type { CliIo, OpenAppOptions } from '../../../src/cli/session.ts';
import { now } from './fake-app.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly opened: readonly OpenAppOptions[];
}

export interface CliOverrides extends Partial<Omit<CliIo, 'openApp' | 'stdin'>> {
  readonly app?: App | ((options: OpenAppOptions) => Promise<App>);
  readonly stdin?: readonly (string | Uint8Array)[] | AsyncIterable<string | Uint8Array>;
  /** Gets what the terminal would do at Ctrl-C. */
  readonly ctrlC?: (press: () => void) => void;
}

/** Runs a command in this process and keeps what it printed. */
export async function cli(argv: readonly string[], overrides: CliOverrides = {}): Promise<CliResult> {
  const { app, stdin = [], ctrlC, ...io } = overrides;
  const opened: OpenAppOptions[] = [];
  const [out, err] = [new PassThrough(), new PassThrough()];
  const [stdout, stderr] = [collect(out), collect(err)];
  const code = await runCli(argv, {
    stdin: Object.assign(chunks(stdin), { isTTY: 'isTTY' in stdin && stdin.isTTY === true }),
    stdout: out,
    stderr: err,
    env: {},
    cwd: process.cwd(),
    invocation: 'newshawk',
    isTty: false,
    columns: 80,
    clock: { now: () => now },
    openApp: async (options) => {
      opened.push(options);
      if (app === undefined) throw new Error('this command should not open the app');
      return typeof app === 'function' ? app(options) : app;
    },
    tryBrowser: async () => ({
      executablePath: '/opt/chromium',
      origin: 'packaged',
      version: '153.0.0.0',
      hasSandbox: true,
      trouble: null,
    }),
    browserMender: { dropUnpacked: async () => [], install: () => Promise.reject(new Error('no download here')) },
    packPackage: async (folder) => {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'newshawk-0.1.0.tgz'), 'packed');
      return 'newshawk-0.1.0.tgz';
    },
    installPackages: async () => {},
    startDemo: async () => {
      throw new Error('this command should not start the demo');
    },
    onInterrupt: (press) => {
      ctrlC?.(press);
      return () => {};
    },
    ...io,
  });
  return { code, stdout: stdout(), stderr: stderr(), opened };
}

async function* chunks(overrides: NonNullable<CliOverrides['stdin']>): AsyncIterable<string | Uint8Array> {
  yield* overrides;
}

function collect(stream: PassThrough): () => string {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  return () => Buffer.concat(parts).toString('utf8');
}
