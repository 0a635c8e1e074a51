import pc from 'picocolors';
import type { App } from '../app.ts';
import { type ExitCode, exitCodes } from '../errors.ts';
import type { LogLevel } from '../log.ts';
import type { TriedBrowser } from '../pipeline/load/try-browser.ts';
import type { Clock } from '../ports.ts';
import { redactText } from '../printable.ts';
import type { Config } from '../settings/config.ts';
import { withInvocation } from './terminal/invocation.ts';
import { linesOf } from './terminal/lines.ts';
import { Output } from './terminal/output.ts';
import { Screen } from './terminal/screen.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface OpenAppOptions {
  readonly env: EnvironmentVariables;
  readonly cwd: string;
  /** What the command line asks for; null: as configured. */
  readonly logLevel: LogLevel | null;
  /** Where neither the command line nor the configuration says one; default: the setting's. */
  readonly defaultLogLevel?: LogLevel | undefined;
  /** Called with a sentence when something begins that may take its time: preparing topics, starting a browser. */
  readonly onPhase?: (sentence: string) => void;
  /** Log lines as JSON. */
  readonly logJson: boolean;
  readonly logStream: NodeJS.WritableStream;
}

/** All that the command line touches outside itself: a test brings its own. */
export interface CliIo {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly env: EnvironmentVariables;
  readonly cwd: string;
  /** How a person invokes newshawk here (`findInvocation`). */
  readonly invocation: string;
  /** Whether stderr is a terminal. */
  readonly isTty: boolean;
  readonly columns: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly openApp: (options: OpenAppOptions) => Promise<App>;
  /**
   * Starts the browser that would be used, and opens a page in it; null: the configuration could not be read, the defaults are tried.
   * @throws CommandError (browser)
   */
  readonly tryBrowser: (config: Config | null) => Promise<TriedBrowser>;
  /** Packs this very program as an npm package into a folder. @returns the file's name @throws Error in words */
  readonly packPackage: (folder: string) => Promise<string>;
  /** Calls back at every SIGINT and SIGTERM; gives the way to stop that. */
  readonly onInterrupt: (callback: () => void) => () => void;
}

export interface GlobalOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** A terminal without a size (a container's, a recorder's) says 0. */
const [minColumns, defaultColumns] = [20, 80];

/** One run of the command line: where its output goes, and whether it should stop. */
export class Session {
  readonly io: CliIo;
  readonly screen: Screen;
  /** Cells in a line of the terminal. */
  readonly columns: number;
  /** Set by the command that ran. */
  exitCode: ExitCode = exitCodes.ok;
  options: GlobalOptions = { json: false, quiet: false, verbose: false };
  readonly colors: ReturnType<typeof pc.createColors>;
  readonly #output: Output;
  readonly #stop = new AbortController();
  #isInterrupted = false;

  constructor(io: CliIo) {
    this.io = io;
    this.columns = io.columns >= minColumns ? io.columns : defaultColumns;
    this.screen = new Screen(io.stderr, this.columns);
    this.colors = pc.createColors(io.isTty && !io.env.NO_COLOR && io.env.TERM !== 'dumb');
    // Work whose data nobody gets is stopped.
    this.#output = new Output(io.stdout, () => this.#stop.abort());
  }

  /** Aborted by the first Ctrl-C, and when stdout takes no more. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether a person or a supervisor wants the command to end. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  interrupt(): void {
    this.#isInterrupted = true;
    this.#stop.abort();
  }

  /** Room for a table on stdout. Off a terminal nobody counts columns: nothing is cut. */
  get tableWidth(): number {
    return this.outIsTerminal ? this.columns : Number.POSITIVE_INFINITY;
  }

  /** Whether a person reads stdout, no program. */
  get outIsTerminal(): boolean {
    const { stdout } = this.io;
    return 'isTTY' in stdout && stdout.isTTY === true;
  }

  /** Data, to stdout; waits while the reader is slow. @throws OutputClosed; CommandError (output): a command lets both through */
  print(text: string): Promise<void> {
    return this.#output.write(text);
  }

  /** Lines of stdin, until it ends or the command is to stop. */
  inputLines(): AsyncIterable<string> {
    return linesOf(this.io.stdin, this.signal);
  }

  get output(): Output {
    return this.#output;
  }

  printJson(value: unknown): Promise<void> {
    return this.print(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** The text with the commands that it names in backticks as they are typed here. */
  withInvocation(text: string): string {
    return withInvocation(this.io.invocation, text);
  }

  /** For people, to stderr; silent with -q. Commands of ours are named in backticks, as `newshawk …`. */
  say(text: string): void {
    if (!this.options.quiet) this.screen.write(`${redactText(this.withInvocation(text))}\n`);
  }

  /** @param live the screen shows a live view: a line for each page would drown it */
  openApp(options: { readonly live: boolean } = { live: false }): Promise<App> {
    return this.io.openApp({
      env: this.io.env,
      cwd: this.io.cwd,
      logLevel: this.#logLevel(),
      defaultLogLevel: options.live && this.io.isTty ? 'warn' : undefined,
      onPhase: options.live ? (sentence) => this.say(sentence) : () => {},
      logJson: this.options.json,
      logStream: this.screen.logs,
    });
  }

  #logLevel(): LogLevel | null {
    if (this.options.quiet) return 'error';
    return this.options.verbose ? 'debug' : null;
  }
}
