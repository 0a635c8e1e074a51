import { resolve } from 'node:path';
import { type REPLServer, start } from 'node:repl';
import { PassThrough, Readable } from 'node:stream';
import { inspect, types } from 'node:util';
import { createContext, Script } from 'node:vm';
import type { Command } from 'commander';
import { CommandError, type ExitCode, exitCodes, NewshawkError } from '../../errors.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import type { RenderMode } from '../../model/crawl/task.ts';
import { readPageFile } from '../files.ts';
import { renderOption } from '../options.ts';
import type { Session } from '../session.ts';
import type { ShellPage } from './shell-page.ts';
import { errorLine, isExpression, shellJson, valueShown } from './shell-value.ts';

interface Options {
  readonly render: RenderMode;
  readonly url?: string;
  readonly code?: string;
}

export function addShell(program: Command, session: Session): void {
  program
    .command('shell')
    .description('try selectors, wrappers and fetches on a page, at a prompt')
    .argument('[page]', 'an http(s) address, or an HTML file (.gz too)')
    .addOption(renderOption('how pages are fetched'))
    .option('--url <url>', 'the original address of a file')
    .option('-c, --code <code>', 'run this, print its value and end')
    .addHelpText('after', `\n${help}\nExit codes: 0 done, 2 the code throws, 31 the page does not answer.`)
    .action(session.action((page: string | undefined, options: Options) => openShell(session, page, options)));
}

const help = `page            address, status, headers, html, way (how it was fetched)
$('h1')         elements by CSS selector or XPath: .text, .html, .attributes, .$('a') of the first; .texts of all
draft           the article as it is extracted; view() to read it, explain() for the rules that applied
links()         links with their region; media(), data, records
tryWrapper({ title: 'h1', body: '.prose > p' })      the article by these selectors
scraper         the definition of the page's site
await fetch('/next', { render: true })               another page, here in the browser`;

async function openShell(
  session: Session,
  target: string | undefined,
  { render, url, code }: Options,
): Promise<ExitCode> {
  if (url !== undefined && (target === undefined || isAddress(target)))
    throw new CommandError(exitCodes.usage, '--url is the original address of a file: name the file.');
  await using app = await session.openApp();
  const { ShellPage } = await import('./shell-page.ts');
  const page = new ShellPage(app, render);
  if (target !== undefined) {
    const file = isAddress(target) ? null : await readPageFile(session.io.cwd, target);
    await page.open(file === null ? target : (url ?? file.url), file?.html ?? null);
  }
  if (code !== undefined && target === undefined)
    throw new CommandError(exitCodes.usage, '-c runs code on a page: name its address or file.');
  if (code !== undefined) return await runCode(session, page, code);
  const isTerminal = session.outIsTerminal && 'isTTY' in session.io.stdin && session.io.stdin.isTTY === true;
  if (isTerminal) session.say(`${help}\n.exit or Ctrl-D ends.`);
  const history = resolve(session.io.cwd, app.config.cacheDir ?? '.cache');
  return await runPrompt(session, page, { isTerminal, history });
}

const isAddress = (target: string): boolean => /^https?:\/\//i.test(target);

/** Prints the value of one piece of code: an expression, or statements with `return`. `await` is allowed. */
async function runCode(session: Session, page: ShellPage, code: string): Promise<ExitCode> {
  const context = createContext(Object.defineProperties({ URL, console }, page.names));
  let value: unknown;
  try {
    value = await (scriptOf(code).runInContext(context) as Promise<unknown>);
  } catch (error) {
    if (error instanceof CommandError || error instanceof NewshawkError) throw error;
    throw new CommandError(exitCodes.usage, `the code throws ${errorLine(error)}`, { cause: error });
  }
  if (session.options.json) await session.print(`${shellJson(value)}\n`);
  else if (value !== undefined) await session.print(`${typeof value === 'string' ? value : shown(value)}\n`);
  // a call such as console.log(…) is made for its effect
  else if (isExpression(code) && !/\)\s*;?\s*$/.test(code)) session.say('The value is undefined.');
  return exitCodes.ok;
}

/** @throws SyntaxError of the statements, where the code is neither */
function scriptOf(code: string): Script {
  try {
    return new Script(`(async () => (${code}\n))()`);
  } catch {
    return new Script(`(async () => {${code}\n})()`);
  }
}

const shown = (value: unknown): string => inspect(value, { maxArrayLength: null, maxStringLength: null, depth: 4 });

interface Prompt {
  readonly isTerminal: boolean;
  /** Folder. */
  readonly history: string;
}

/** Reads code until the input ends. @returns usage, where code from a file or a pipe throws */
async function runPrompt(session: Session, page: ShellPage, { isTerminal, history }: Prompt): Promise<ExitCode> {
  const { stdin, stdout } = session.io;
  const lines = new PassThrough();
  const server = start({
    prompt: isTerminal ? 'newshawk> ' : '',
    input: isTerminal && stdin instanceof Readable ? stdin : lines,
    output: stdout,
    terminal: isTerminal,
    ignoreUndefined: true,
    preview: isTerminal,
    writer: (value: unknown) => valueShown(value, isTerminal),
  });
  Object.defineProperties(server.context, page.names);
  awaitValues(server);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  server.once('exit', end);
  const stop = (): void => server.close();
  session.signal.addEventListener('abort', stop, { once: true });
  if (isTerminal) await keepHistory(server, history);
  else await feed(session, server, { lines, ended });
  await ended;
  session.signal.removeEventListener('abort', stop);
  const { lastError } = server as REPLServer & { readonly lastError?: unknown };
  return lastError !== undefined && !isTerminal ? exitCodes.usage : exitCodes.ok;
}

/** Gives the prompt one line after the other: off a terminal it does not wait for an `await` by itself. It asks for a prompt when a line is done. */
async function feed(
  session: Session,
  server: REPLServer,
  { lines, ended }: { readonly lines: PassThrough; readonly ended: Promise<void> },
): Promise<void> {
  let isDone = (): void => {};
  server.displayPrompt = () => isDone();
  for await (const line of session.inputLines()) {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    isDone = finish;
    lines.write(`${line}\n`);
    await Promise.race([done, ended]);
  }
  lines.end();
}

/** A promise is waited for, with or without `await`; and an expression that is undefined says so, unlike a declaration. */
function awaitValues(server: REPLServer): void {
  const evaluate = server.eval;
  const settle = async (code: string, value: unknown): Promise<unknown> => {
    const settled = types.isPromise(value) ? await value : value;
    if (settled === undefined && isExpression(code)) server.output.write('undefined\n');
    return settled;
  };
  Object.assign(server, {
    eval: ((code, context, file, done) =>
      evaluate.call(server, code, context, file, (error, value) => {
        if (error !== null) done(error, undefined);
        else settle(code, value).then((settled) => done(null, settled), done as (reason: Error) => void);
      })) satisfies REPLServer['eval'],
  });
}

/** Lines of earlier sessions. A cache that can't be written only costs the history. */
async function keepHistory(server: REPLServer, folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch {
    return;
  }
  await new Promise<void>((done) => server.setupHistory(resolve(folder, 'shell-history'), () => done()));
}
