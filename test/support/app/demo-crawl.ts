import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Demo, type DemoOptions, startDemo } from '../../../demo/server.ts';
import { Changes, ChildOutput } from '../waiting.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface OpenDemo extends Demo, AsyncDisposable {
  /** Resolves at the first request after which this is true. */
  until(isTrue: () => boolean): Promise<void>;
}

/** The demo sites until the end of the block. */
export async function openDemo(options: DemoOptions = {}): Promise<OpenDemo> {
  const changes = new Changes();
  const demo = await startDemo({ ...options, onRequest: () => changes.changed() });
  return Object.assign(demo, {
    until: (isTrue: () => boolean) => changes.until(isTrue),
    [Symbol.asyncDispose]: () => demo.close(),
  });
}

export interface DemoCrawl {
  readonly demo: Pick<Demo, 'port' | 'connectTo'>;
  /** NEWSHAWK_STORE. */
  readonly store: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the command reads from stdin. */
  readonly input?: string;
  /** Default: the project's folder. */
  readonly cwd?: string;
  /** No file may grow beyond that many kB: what a full disk does to a crawl. */
  readonly maxFileKb?: number;
  /** Program and arguments that run the command, such as in another mount namespace. */
  readonly within?: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `npm start` sets, with shorter waits still. */
const patience = {
  NEWSHAWK_STATIC_TIMEOUT_MS: '4000',
  NEWSHAWK_PAGE_TIMEOUT_MS: '20000',
  NEWSHAWK_MAX_ATTEMPTS: '1',
  NEWSHAWK_HOST_GAP_MS: '0',
  NEWSHAWK_HOST_CONCURRENCY: '4',
  NEWSHAWK_LOG: 'warn',
};

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly printed: ChildOutput;
}

/** Node would die of the signal that comes with the limit; of a full disk comes only the error. */
const outliveLimit = '--import=data:text/javascript,process.on(%22SIGXFSZ%22,()=>{})';

/** Starts the real command line in a separate process, with the project's scrapers, against the demo server. */
export function startCrawl(given: DemoCrawl): Started {
  const { demo, store, args = ['crawl'], env = {}, input = '', cwd = root, maxFileKb, within = [] } = given;
  const command = [process.execPath, `${root}bin/newshawk.mjs`, ...args];
  // POSIX counts in blocks of 512 bytes.
  const limited = ['sh', '-c', `ulimit -f ${(maxFileKb ?? 0) * 2}; exec "$0" "$@"`, ...command];
  const [program = '', ...rest] = [...within, ...(maxFileKb === undefined ? command : limited)];
  const child = spawn(program, rest, {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...patience,
      ...(maxFileKb === undefined ? {} : { NODE_OPTIONS: outliveLimit }),
      NEWSHAWK_STORE: store,
      NEWSHAWK_CONNECT_TO: demo.connectTo.join(','),
      NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${demo.port}`,
      ...env,
    },
  });
  child.stdin.on('error', () => {}); // a command that reads nothing may have ended before
  child.stdin.end(input);
  const printed = new ChildOutput(child);
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stdout: printed.stdout, stderr: printed.stderr })),
  );
  return { child, ended, printed };
}
