import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { BrowserMender } from '../config-files/mend-browser.ts';
import type { BrowserTrial } from '../config-files/try-browser.ts';
import { CommandError, type ExitCode, exitCodes } from '../errors.ts';
import type { LogLevel } from '../log.ts';
import { redactText } from '../printable.ts';
import type { Config } from '../settings/config.ts';
import type { StorePurpose } from '../storage/port.ts';
import { withInvocation } from './terminal/invocation.ts';
import { streamLines } from './terminal/lines.ts';
import { type Colors, colorsOf, type Glyphs, glyphsOf } from './terminal/look.ts';
import { Output } from './terminal/output.ts';
import { Screen } from './terminal/screen.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface OpenAppOptions {
  readonly env: EnvironmentVariables;
  readonly cwd: string;
  /** From the command line; null: as configured. */
  readonly logLevel: LogLevel | null;
  /** Used where neither the command line nor the configuration sets a level; default: the setting's default. */
  readonly defaultLogLevel?: LogLevel | undefined;
  /** Called with a sentence before a slow step: preparing topics, starting a browser. */
  readonly onPhase?: (sentence: string) => void;
  /** What the configured store is opened for; default: `use`. */
  readonly storePurpose?: StorePurpose | undefined;
  /** The command reads media only: the rules for texts are loaded when a text is read. */
  readonly isForMedia?: boolean | undefined;
  /** Log lines as JSON. */
  readonly logJson: boolean;
  readonly logStream: NodeJS.WritableStream;
}

/** The demo sites, served on this machine. */
export interface DemoSites {
  readonly port: number;
  readonly hosts: readonly string[];
  readonly lastEdition: number;
  /** For NEWSHAWK_CONNECT_TO: maps each site's name to the server. */
  readonly connectTo: readonly string[];
  close(): Promise<void>;
}

/** Everything outside of the process that the command line uses. Tests pass their own. */
export interface CliIo {
  /** `isTTY`: a person types it. */
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly env: EnvironmentVariables;
  readonly cwd: string;
  /** How a person invokes newshawk here (`findInvocation`). */
  readonly invocation: string;
  /** Whether stderr is a terminal. */
  readonly isTty: boolean;
  readonly columns: number;
  /** The terminal's size now: a person may change it. Default: `columns`, and no limit of rows. */
  readonly terminalSize?: () => { readonly columns: number; readonly rows: number };
  readonly clock: { readonly now: () => Date };
  readonly openApp: (options: OpenAppOptions) => Promise<App>;
  /**
   * Starts the configured browser and opens a page in it.
   * @param config null where the configuration could not be read: the defaults are used
   * @throws CommandError (browser)
   */
  readonly tryBrowser: (config: Config | null) => Promise<BrowserTrial>;
  /** What `doctor --fix` may do about a browser. */
  readonly browserMender: BrowserMender;
  /** Packs the running newshawk as an npm package into a folder. @returns the file's name @throws Error that says what failed */
  readonly packPackage: (folder: string) => Promise<string>;
  /** Runs `npm install` in a folder. @throws Error that says what failed */
  readonly installPackages: (folder: string, signal: AbortSignal) => Promise<void>;
  /** Serves the demo sites as of an edition, on a free port. */
  readonly startDemo: (options: { readonly edition: number }) => Promise<DemoSites>;
  /** Calls back at every SIGINT and SIGTERM. @returns a function that stops listening */
  readonly onInterrupt: (callback: () => void) => () => void;
}

/** Cells. A terminal without a size (in a container, under a recorder) reports 0. */
const [minColumns, defaultColumns] = [20, 80];
const usableColumns = (columns: number): number => (columns >= minColumns ? columns : defaultColumns);

/** What a command does: it may end with an exit code. */
type Performed = Promise<ExitCode | undefined> | Promise<void>;

/** What an app is opened for. */
interface AppUse {
  /** A live view is shown, and a log line per page would hide it: the default level is `warn`. */
  readonly live?: boolean;
  /** `existing`: the store must be there. */
  readonly storePurpose?: StorePurpose;
  readonly isForMedia?: boolean;
  /** Instead of the process's own. */
  readonly env?: EnvironmentVariables | undefined;
}

/** Adds one command to the program; its action sets `session.exitCode`. */
export type AddCommand = (program: Command, session: Session) => void;

/** One run of the command line: its output, its options, and whether it should stop. */
export class Session {
  readonly io: CliIo;
  readonly screen: Screen;
  /** Set by the command that ran. */
  exitCode: ExitCode = exitCodes.ok;
  /** The options that go with every command. */
  options = { json: false, quiet: false, verbose: false };
  /** Of data, on stdout. */
  readonly colors: Colors;
  /** Of messages and progress, on stderr. */
  readonly messageColors: Colors;
  readonly glyphs: Glyphs;
  readonly #output: Output;
  readonly #stop = new AbortController();
  #isInterrupted = false;
  /** Calls of `unlessStopped` that go on. */
  #waits = 0;

  constructor(io: CliIo) {
    this.io = io;
    this.glyphs = glyphsOf(io.env);
    this.screen = new Screen(io.stderr, () => ({ ...this.#size(), ellipsis: this.glyphs.ellipsis }));
    this.colors = colorsOf(io.env, this.outIsTerminal);
    this.messageColors = colorsOf(io.env, io.isTty);
    // When stdout fails, the work is stopped: nobody would get its data.
    this.#output = new Output(io.stdout, () => this.#stop.abort());
  }

  /** Width of the terminal now, in cells. */
  get columns(): number {
    return this.#size().columns;
  }

  #size(): { readonly columns: number; readonly rows: number } {
    const { columns, rows } = this.io.terminalSize?.() ?? { columns: this.io.columns, rows: 0 };
    return { columns: usableColumns(columns), rows: rows > 0 ? rows : Number.POSITIVE_INFINITY };
  }

  /** Aborts at the first Ctrl-C, and when stdout fails. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether a person or a supervisor asked the command to end. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  interrupt(): void {
    this.#isInterrupted = true;
    this.#stop.abort();
  }

  /** What is said at the first Ctrl-C. */
  get stopNote(): string {
    const what = this.#waits > 0 ? 'Stopping.' : 'Stopping: pages in progress are finished and saved.';
    return `${what} Ctrl-C again stops at once.`;
  }

  /** Waits for work that saves nothing before it is done: Ctrl-C ends the wait at once. @throws CommandError (interrupted) with the message, and what the work throws */
  async unlessStopped<T>(work: Promise<T>, message: () => string): Promise<T> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(this.signal.reason);
    this.signal.addEventListener('abort', stop, { once: true });
    if (this.signal.aborted) stop();
    this.#waits++;
    try {
      return await Promise.race([work, stopped]);
    } catch (error) {
      if (!this.signal.aborted) throw error;
      throw new CommandError(exitCodes.interrupted, message(), { cause: error });
    } finally {
      this.#waits--;
      this.signal.removeEventListener('abort', stop);
    }
  }

  /** Width of tables on stdout, in cells. Off a terminal it is unlimited, so nothing is truncated. */
  get tableWidth(): number {
    return this.outIsTerminal ? this.columns : Number.POSITIVE_INFINITY;
  }

  /** Whether stdout is a terminal. */
  get outIsTerminal(): boolean {
    const { stdout } = this.io;
    return 'isTTY' in stdout && stdout.isTTY === true;
  }

  /** Writes data to stdout; waits while the reader is slow. @throws OutputClosed; CommandError (output). Commands catch neither. */
  print(text: string | Uint8Array): Promise<void> {
    return this.#output.write(text);
  }

  /** Lines of stdin, until it ends or the command is stopped. */
  inputLines(): AsyncIterable<string> {
    return streamLines(this.io.stdin, this.signal);
  }

  get output(): Output {
    return this.#output;
  }

  printJson(value: unknown): Promise<void> {
    return this.print(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** Prints data: as JSON with --json, else as text. */
  printData(data: unknown, text: string): Promise<void> {
    return this.options.json ? this.printJson(data) : this.print(text);
  }

  /** Prints lines as they come, until the command is stopped. */
  async printLines(lines: AsyncIterable<string>): Promise<ExitCode> {
    for await (const line of lines) await this.print(`${line}\n`);
    return this.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
  }

  /** The action of a command, whose exit code is kept. */
  action<Args extends unknown[]>(perform: (...args: Args) => Performed): (...args: Args) => Promise<void> {
    return async (...args) => {
      const code = await perform(...args);
      if (code !== undefined) this.exitCode = code;
    };
  }

  /** As `action`, with an app that is open while the command runs. */
  withApp<Args extends unknown[]>(
    perform: (app: App, ...args: Args) => Performed,
    use?: AppUse,
  ): (...args: Args) => Promise<void> {
    return this.action(async (...args: Args) => {
      await using app = await this.openApp(use);
      return (await perform(app, ...args)) ?? undefined;
    });
  }

  /** Asks a person at the terminal, who answers yes or no. The end of the input is a no. */
  async confirms(question: string): Promise<boolean> {
    this.screen.write(`${question} [y/N] \n`);
    for await (const answer of this.inputLines()) return /^y(es)?$/i.test(answer.trim());
    return false;
  }

  /** The text, in which each command in backticks (`newshawk …`) is written as a person types it here. */
  withInvocation(text: string): string {
    return withInvocation(this.io.invocation, text);
  }

  /** Writes a message for people to stderr; silent with -q. Our commands are written in backticks, as `newshawk …`. */
  say(text: string): void {
    if (!this.options.quiet) this.screen.write(`${redactText(this.withInvocation(text))}\n`);
  }

  openApp({ live = false, storePurpose, isForMedia, env = this.io.env }: AppUse = {}): Promise<App> {
    return this.io.openApp({
      env,
      cwd: this.io.cwd,
      logLevel: this.#logLevel(),
      defaultLogLevel: live && this.io.isTty ? 'warn' : undefined,
      onPhase: live ? (sentence) => this.say(sentence) : () => {},
      storePurpose,
      isForMedia,
      logJson: this.options.json,
      logStream: this.screen.logs,
    });
  }

  #logLevel(): LogLevel | null {
    if (this.options.quiet) return 'error';
    return this.options.verbose ? 'debug' : null;
  }
}
