import { Command, CommanderError } from 'commander';
import { CommandError, type ExitCode, exitCodes, NewshawkError } from '../errors.ts';
import type { ErrorKind } from '../model/crawl/visit.ts';
import { packageVersion } from '../package-version.ts';
import { printableLines, redactText } from '../printable.ts';
import { addExamples } from './help/examples.ts';
import { type AddCommand, type CliIo, Session } from './session.ts';
import { OutputClosed } from './terminal/output.ts';

/**
 * Runs one command. It never throws and never exits the process: every error becomes an exit code and a message on stderr. The second Ctrl-C ends it at once
 * without closing anything; the caller then exits.
 * @param argv without the interpreter and the script: `['crawl', '--limit', '10']`
 * @param more commands beside the built-in ones
 */
export async function runCli(argv: readonly string[], io: CliIo, more: readonly AddCommand[] = []): Promise<ExitCode> {
  const session = new Session(io);
  const program = buildProgram(session, [...(await commandsFor(argv)), ...more]);
  const { promise: forced, resolve: force } = Promise.withResolvers<ExitCode>();
  const stopListening = io.onInterrupt(() => {
    if (session.signal.aborted) return force(exitCodes.interrupted);
    session.say(session.stopNote);
    session.interrupt();
  });
  try {
    return await Promise.race([withOutputFlushed(perform(program, argv, session), session), forced]);
  } finally {
    stopListening();
    session.screen.clear();
  }
}

async function perform(program: Command, argv: readonly string[], session: Session): Promise<ExitCode> {
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return session.exitCode;
  } catch (error) {
    // An error after stdout failed is a consequence of that: the failure itself is reported later.
    return session.output.failure === null ? reportError(error, session) : exitCodes.ok;
  }
}

/** Waits until all output is written. @returns the exit code of the command, or of the output's failure */
async function withOutputFlushed(ended: Promise<ExitCode>, session: Session): Promise<ExitCode> {
  const code = await ended;
  await session.output.flush();
  const { failure } = session.output;
  const last = failure === null ? code : exitCodeAfterOutputFailure(code, reportError(failure, session), session);
  await session.screen.flush();
  return last;
}

/** A command that failed by itself keeps its exit code. One that was only stopped by the output's failure gets the failure's code. */
const exitCodeAfterOutputFailure = (code: ExitCode, ofOutput: ExitCode, { isInterrupted }: Session): ExitCode =>
  code === exitCodes.ok || (code === exitCodes.interrupted && !isInterrupted) ? ofOutput : code;

/** The commands with their options. Nothing runs before the arguments are parsed. */
export function buildProgram(session: Session, add: readonly AddCommand[]): Command {
  const program = new Command('newshawk')
    .description(
      'Watches news and video sites: discovers, fetches, extracts, dedupes, classifies, stores and publishes.',
    )
    .version(packageVersion(), '-V, --version')
    .option('--json', 'data as JSON on stdout, logs as JSON on stderr')
    .option('-q, --quiet', 'only errors on stderr')
    .option('-v, --verbose', 'debug log on stderr')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => session.output.put(text),
      writeErr: (text) => session.screen.write(printableLines(text)),
      getOutHelpWidth: () => session.columns,
      getErrHelpWidth: () => session.columns,
    })
    .showHelpAfterError('Add --help to see commands and options.');
  program.hook('preAction', (_program, action) => {
    const { json = false, quiet = false, verbose = false } = action.optsWithGlobals<Record<string, boolean>>();
    session.options = { json, quiet, verbose };
  });
  for (const addCommand of add) addCommand(program, session);
  addExamples(program);
  return program;
}

/** Commands that are started often, and that need no other: loading all of them takes longer than what some of these do. */
const alone: Readonly<Record<string, () => Promise<AddCommand>>> = {
  crawl: async () => (await import('./run/crawl.ts')).addCrawl,
  watch: async () => (await import('./run/watch.ts')).addWatch,
  worker: async () => (await import('./run/watch.ts')).addWorker,
  extract: async () => (await import('./page/extract.ts')).addExtract,
  media: async () => (await import('./media/media.ts')).addMedia,
  status: async () => (await import('./run/status.ts')).addStatus,
};

/** The commands that a command line needs: the one that it names, or all of them, for the help and for names that are mistyped. */
async function commandsFor(argv: readonly string[]): Promise<readonly AddCommand[]> {
  const name = argv.find((word) => !/^(--json|--quiet|--verbose|-[qv]+)$/.test(word)) ?? '';
  const only = Object.hasOwn(alone, name) ? alone[name] : undefined;
  return only === undefined ? (await import('./commands.ts')).commands : [await only()];
}

/** The exit code for each kind of error. Errors of a page mean that nothing was found. */
const exitOf: Readonly<Record<ErrorKind, ExitCode>> = {
  unreachable: exitCodes.nothingFound,
  blocked: exitCodes.nothingFound,
  throttled: exitCodes.nothingFound,
  'timed-out': exitCodes.nothingFound,
  'too-large': exitCodes.nothingFound,
  'layout-changed': exitCodes.nothingFound,
  'low-confidence': exitCodes.nothingFound,
  'too-short': exitCodes.nothingFound,
  proxy: exitCodes.proxies,
  'browser-crashed': exitCodes.browser,
  'no-browser': exitCodes.browser,
  'no-proxy': exitCodes.proxies,
  misconfigured: exitCodes.configuration,
  store: exitCodes.store,
  'process-died': exitCodes.nothingFound,
  bug: exitCodes.bug,
};

function reportError(error: unknown, session: Session): ExitCode {
  const say = (text: string) => session.screen.write(`${printableLines(redactText(session.withInvocation(text)))}\n`);
  // Commander has already written its message. Help and version end with 0, all else is a usage error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof OutputClosed) return exitCodes.ok;
  if (error instanceof CommandError) {
    say(`newshawk: ${error.message}`);
    return error.exitCode;
  }
  if (error instanceof NewshawkError && error.kind !== 'bug') {
    const code = /refused by the network policy/i.test(error.message) ? exitCodes.refused : exitOf[error.kind];
    say(`newshawk: ${error.message} (${error.kind})`);
    return code;
  }
  say(`newshawk: this is a bug in newshawk, not your mistake. Please report it with the lines below.`);
  say(error instanceof Error ? (error.stack ?? error.message) : `thrown: ${String(error)}`);
  return exitCodes.bug;
}
