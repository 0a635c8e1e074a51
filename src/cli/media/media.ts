import { type Command, Option } from 'commander';
import type { MediaReading } from '../../app.ts';
import type { Downloader } from '../../commands/download/commands.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { RenderMode } from '../../model/crawl/task.ts';
import { mediaJson } from '../../model/media/media-json.ts';
import type { MediaTrace } from '../../model/page/page.ts';
import { parseWebAddress, parseWholeNumber, renderOption } from '../options.ts';
import type { Session } from '../session.ts';
import { mediaBatch } from './media-batch.ts';
import { printCommands, probeItems } from './media-commands.ts';
import { addMediaDownload } from './media-download.ts';

type Format = 'json' | 'urls' | Downloader;

interface MediaOptions {
  readonly format: Format;
  readonly render: RenderMode;
  readonly explain?: boolean;
  readonly probe?: boolean;
  readonly batch?: boolean;
  readonly concurrency: number;
}

const examples = `
Examples:
  newshawk media https://example.com/watch/7                the page's media, as JSON
  newshawk media https://example.com/watch/7 -f ffmpeg | sh  downloads it
  newshawk media https://example.com/watch/7 --probe        with ffprobe's result for each address
  newshawk media https://example.com/watch/7 --explain      what was clicked, and every candidate with its reasons
  newshawk media --batch < urls.txt > media.jsonl           many pages, one browser
  newshawk media --batch -j 4 --render browser < urls.txt

--batch: each line of stdin is an address, or JSON {"id": …, "url": "https://…"}. It is answered with {id, url, items, reason},
and "error": {kind, message} where the page could not be read, in input order.

Exit codes: 0 found, 31 no media (the reason is in the JSON, and on stderr).`;

export function addMedia(program: Command, session: Session): void {
  const media = program
    .command('media')
    .description('the addresses of the media that a page plays, best first')
    .argument('[url]', 'the page')
    .addOption(
      new Option('-f, --format <format>', 'urls: one per line; ffmpeg, yt-dlp: the commands that download them')
        .choices(['json', 'urls', 'ffmpeg', 'yt-dlp'])
        .default('json'),
    )
    .addOption(renderOption('how the page is read'))
    .option('--probe', 'check each address with ffprobe, where it is installed')
    .option('--explain', 'how they were found, and every candidate with its reasons (on stderr)')
    .option('--batch', 'pages from stdin, JSON lines to stdout')
    .option('-j, --concurrency <pages>', 'pages at once with --batch', parseWholeNumber(1, 64), 2)
    .addHelpText('after', examples)
    .action(
      session.action((url: string | undefined, options: MediaOptions) =>
        options.batch ? batch(session, url, options) : findMedia(session, url, options),
      ),
    );
  addMediaDownload(media, session);
}

async function batch(session: Session, url: string | undefined, options: MediaOptions): Promise<ExitCode> {
  if (url !== undefined)
    throw new CommandError(exitCodes.usage, '--batch reads from stdin: leave the page out, or leave --batch out.');
  if (options.format !== 'json' || options.explain || options.probe)
    throw new CommandError(exitCodes.usage, '--batch gives JSON lines: it works only with --render and --concurrency.');
  await using app = await session.openApp({ isForMedia: true });
  const { render, concurrency } = options;
  const read = (page: string) => app.readMedia({ url: page, render, explain: false });
  const { stdin } = session.io;
  return await session.printLines(mediaBatch(stdin, read, { concurrency, signal: session.signal }));
}

async function findMedia(session: Session, page: string | undefined, options: MediaOptions): Promise<ExitCode> {
  if (page === undefined)
    throw new CommandError(exitCodes.usage, 'No page was named. Write `newshawk media https://…`, or use --batch.');
  const { render, explain = false } = options;
  const url = parseWebAddress(page);
  await using app = await session.openApp({ isForMedia: true });
  const reading = await app.readMedia({ url, render, explain });
  if (explain) for (const line of traceLines(reading.trace)) session.say(line);
  await printItems(session, reading, options);
  if (reading.media.length > 0) return exitCodes.ok;
  session.say(`No media on ${url}: ${reading.noMedia ?? 'no-media'}.`);
  return exitCodes.nothingFound;
}

async function printItems(session: Session, reading: MediaReading, options: MediaOptions): Promise<void> {
  const { media: items, noMedia } = reading;
  const { format, probe = false } = options;
  if (format === 'ffmpeg' || format === 'yt-dlp') return await printCommands(session, reading, format);
  if (format === 'urls') {
    for (const { url } of items) await session.print(`${url}\n`);
    return;
  }
  const checks = probe ? await probeItems(session, reading) : null;
  const shown = items.map((item, at) => ({
    ...mediaJson(item),
    ...(checks === null ? {} : { ffprobe: checks[at] ?? null }),
  }));
  await session.printJson({ items: shown, reason: items.length > 0 ? 'done' : (noMedia ?? 'no-media') });
}

function traceLines(trace: MediaTrace | null): string[] {
  if (trace === null) return ['Nothing was played: the page itself names the media.'];
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1).padStart(5)} s`;
  return [
    ...trace.steps.map(({ atMs, what }) => `${seconds(atMs)}  ${what}`),
    `ended by: ${trace.endedBy}`,
    ...trace.candidates.map(
      ({ role, score, delivery, url, reasons }) =>
        `${String(score).padStart(5)}  ${role} ${delivery} ${url}\n         ${reasons.join(', ')}`,
    ),
  ];
}
