import { type Command, Option } from 'commander';
import type { App, ReadPageResult } from '../../app.ts';
import { extractBatch } from '../../commands/batch/batch.ts';
import { type ReadingFormat, readingFormats, readingText } from '../../commands/page/reading-text.ts';
import { CommandError, type ExitCode, exitCodes, kindOf, NewshawkError } from '../../errors.ts';
import type { RenderMode } from '../../model/crawl/task.ts';
import { recordsOf } from '../../model/data/own-data.ts';
import type { WrapperText } from '../../ports.ts';
import { parseWrapperFile } from '../../settings/wrapper-file.ts';
import { withoutControls } from '../../text/characters.ts';
import { batchLines, readPageFile, textOfFile } from '../files.ts';
import { renderOption } from '../options.ts';
import type { Session } from '../session.ts';

interface Options {
  /** Default: `page` on a terminal, else `json`. */
  readonly format?: ReadingFormat;
  readonly render: RenderMode;
  readonly explain?: true;
  readonly url?: string;
  readonly batch?: string | true;
  readonly wrappers?: string;
}

export function addExtract(program: Command, session: Session): void {
  program
    .command('extract')
    .description('extract articles from pages to stdout; nothing is stored')
    .argument('[page...]', 'http(s) addresses, or HTML files (.gz too)')
    .addOption(
      new Option('-f, --format <format>', 'output; default: page on a terminal, else json').choices([
        ...readingFormats,
      ]),
    )
    .addOption(renderOption('how a page is read'))
    .option(
      '--explain',
      'the rules that applied, and each block of the page with its probability and reasons, on stderr',
    )
    .option('--url <url>', 'the original address of a file')
    .option(
      '--batch [file]',
      'JSON lines {id, url, html or htmlPath, site?} from a file or stdin, one JSON line each to stdout, in input order; in NEWSHAWK_WORKERS threads',
    )
    .option(
      '--wrappers <file>',
      'with --batch: read each page with the learned wrapper of its site (`learn --batch` writes the file)',
    )
    .addHelpText(
      'after',
      '\nIn a batch, a page whose url is missing or not an http(s) address is read without address; `warnings` in its line says so.\nExit codes: 0 all extracted, 16 a line of a batch failed (its output line has `error`), 31 a page has no article, and no data or records of its site.',
    )
    .action(
      session.action((pages: string[], options: Options) =>
        options.batch === undefined ? extractAll(session, pages, options) : extractLines(session, pages, options),
      ),
    );
}

/** A failed line becomes an output line with its error; the batch goes on. */
async function extractLines(session: Session, pages: readonly string[], options: Options): Promise<ExitCode> {
  const { batch = true, wrappers } = options;
  if (pages.length > 0)
    throw new CommandError(exitCodes.usage, '--batch reads JSON lines: leave the pages out, or leave --batch out.');
  const learned = wrappers === undefined ? new Map() : await wrappersIn(session, wrappers);
  await using app = await session.openApp();
  // Two tasks per worker: when one is done, the next is ready.
  let failed = 0;
  const reading = {
    concurrency: app.config.workers * 2,
    now: app.clock.now(),
    wrappers: learned,
    onError: () => {
      failed += 1;
    },
  };
  for await (const line of extractBatch(await batchLines(session, batch), (await app.reader()).read, reading))
    await session.print(`${line}\n`);
  if (session.signal.aborted) return exitCodes.interrupted;
  if (failed > 0) session.say(`${failed} lines failed: each has an \`error\` in its output line.`);
  return failed > 0 ? exitCodes.incomplete : exitCodes.ok;
}

async function extractAll(session: Session, pages: readonly string[], options: Options): Promise<ExitCode> {
  checkUsage(pages, options);
  await using app = await session.openApp();
  let missing = 0;
  for (const page of pages) {
    if (session.signal.aborted) return exitCodes.interrupted;
    const isExtracted = await extractOne(session, app, page, { ...options, single: pages.length === 1 });
    if (!isExtracted) missing++;
  }
  return missing === 0 ? exitCodes.ok : exitCodes.nothingFound;
}

function checkUsage(pages: readonly string[], { url, wrappers }: Options): void {
  if (wrappers !== undefined)
    throw new CommandError(exitCodes.usage, '--wrappers goes with --batch: a crawl uses the wrappers of the store.');
  if (pages.length === 0)
    throw new CommandError(
      exitCodes.usage,
      'No page was named. Write `newshawk extract https://…` or `newshawk extract page.html`, or use --batch.',
    );
  if (pages.includes(''))
    throw new CommandError(
      exitCodes.usage,
      'One of the pages is an empty string: check the variable that should hold it.',
    );
  if (url !== undefined && (pages.length > 1 || isAddress(pages[0] ?? '')))
    throw new CommandError(exitCodes.usage, '--url is the original address of one file: use it with exactly one file.');
}

/** Prints one page. Of several pages, one that fails does not stop the others. @returns whether the page has what was requested */
async function extractOne(
  session: Session,
  app: App,
  page: string,
  options: Options & { readonly single: boolean },
): Promise<boolean> {
  const reading = await readOne(session, app, page, options).catch((error: unknown) => {
    const expected = error instanceof CommandError || (error instanceof NewshawkError && kindOf(error) !== 'bug');
    if (options.single || !expected) throw error;
    session.screen.write(`${page}: ${error.message}\n`);
    return null;
  });
  if (reading === null) return false;
  const { draft, reason, detail, trace, ownData } = reading.reading;
  if (options.explain) for (const { rule, why } of trace) session.say(withoutControls(`${rule}: ${why}`));
  const format = session.options.json ? 'json' : (options.format ?? (session.outIsTerminal ? 'page' : 'json'));
  await session.print(readingText(reading, format, { oneLine: format === 'json' && !options.single }));
  if (format === 'links' || format === 'media' || draft !== null) return true;
  const hasRecords = ownData.isDataPage || recordsOf(ownData).length > 0;
  if (hasRecords && (reason === 'not-an-article' || reason === 'list')) return true;
  session.say(`${page}: no article (${reason ?? 'unknown'}${detail === '' ? '' : `: ${detail}`}).`);
  return false;
}

/** The accepted wrappers of a file, by site. @throws CommandError (usage, configuration) */
async function wrappersIn(session: Session, path: string): Promise<Map<string, WrapperText>> {
  const entries = parseWrapperFile(await textOfFile(session, path), path);
  const accepted = entries.filter(({ verdict }) => verdict.isAccepted);
  for (const { wrapper, verdict } of entries)
    if (!verdict.isAccepted) session.say(`${wrapper.site}: its wrapper is not used: ${verdict.reason}.`);
  return new Map(
    accepted.map(({ wrapper }) => [wrapper.site, { key: `${path} ${wrapper.site}`, json: JSON.stringify(wrapper) }]),
  );
}

async function readOne(session: Session, app: App, page: string, options: Options): Promise<ReadPageResult> {
  const { render, url, explain = false } = options;
  if (isAddress(page)) return app.readPage({ url: page, html: null, fetchedAt: null, render, explain });
  const file = await readPageFile(session.io.cwd, page);
  return app.readPage({ url: url ?? file.url, html: file.html, fetchedAt: null, render: 'static', explain });
}

const isAddress = (page: string): boolean => /^https?:\/\//i.test(page);
