import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from '../errors.ts';
import type { MediaItem } from '../model/media-item.ts';
import type { MediaTrace } from '../model/page.ts';
import type { RenderMode } from '../model/task.ts';
import { type Downloader, downloadCommand } from './download-command.ts';
import { webAddress } from './options.ts';
import type { Session } from './session.ts';

type Format = 'json' | 'urls' | Downloader;

interface MediaOptions {
  readonly format: Format;
  readonly render: RenderMode;
  readonly explain?: boolean;
}

export function addMedia(program: Command, session: Session): void {
  program
    .command('media')
    .description('the real media addresses of a page, best first')
    .argument('<url>', 'the page')
    .addOption(
      new Option('-f, --format <format>', 'urls: one a line; ffmpeg, yt-dlp: the commands that download them')
        .choices(['json', 'urls', 'ffmpeg', 'yt-dlp'])
        .default('json'),
    )
    .addOption(
      new Option('--render <way>', 'how the page is read').choices(['static', 'browser', 'auto']).default('auto'),
    )
    .option('--explain', 'what was done to find them, and every candidate with its reasons (on stderr)')
    .addHelpText('after', '\nExit codes: 0 found, 31 no media (the reason is in the JSON, and on stderr).')
    .action(async (url: string, options: MediaOptions) => {
      session.exitCode = await media(session, webAddress(url), options);
    });
}

async function media(
  session: Session,
  url: string,
  { format, render, explain = false }: MediaOptions,
): Promise<ExitCode> {
  await using app = await session.openApp();
  const { media: items, noMedia, trace } = await app.readMedia({ url, render, explain });
  const reason = items.length > 0 ? 'done' : (noMedia ?? 'no-media');
  if (explain) for (const line of traceLines(trace)) session.say(line);
  if (format === 'json') await session.outJson({ items: items.map(itemJson), reason });
  else for (const item of items) await session.out(`${mediaLine(item, format)}\n`);
  if (items.length > 0) return exitCodes.ok;
  session.say(`No media on ${url}: ${reason}.`);
  return exitCodes.nothingFound;
}

const mediaLine = (item: MediaItem, format: Exclude<Format, 'json'>): string =>
  format === 'urls' ? item.url : downloadCommand(item, format);

/** The contract of `-f json`: nothing else is promised. */
export const itemJson = ({
  url,
  delivery,
  role,
  headers,
  variants,
  live,
  protection,
  expiresAt,
  ...more
}: MediaItem) => ({
  url,
  delivery,
  role,
  headers,
  variants,
  live,
  protection,
  ...(expiresAt === null ? {} : { expiresAt: expiresAt.at, expiry: expiresAt }),
  ...more,
});

function traceLines(trace: MediaTrace | null): string[] {
  if (trace === null) return ['Nothing was played: the page itself said enough.'];
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
