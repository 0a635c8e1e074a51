import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from '../errors.ts';
import type { MediaItem } from '../model/media-item.ts';
import { type Downloader, downloadCommand } from './download-command.ts';
import { webAddress } from './options.ts';
import type { Session } from './session.ts';

type Format = 'json' | 'urls' | Downloader;

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
    .addHelpText('after', '\nExit codes: 0 found, 31 no media (the reason is in the JSON, and on stderr).')
    .action(async (url: string, options: { format: Format; render: 'static' | 'browser' | 'auto' }) => {
      session.exitCode = await media(session, webAddress(url), options);
    });
}

async function media(
  session: Session,
  url: string,
  { format, render }: { readonly format: Format; readonly render: 'static' | 'browser' | 'auto' },
): Promise<ExitCode> {
  await using app = await session.openApp();
  const { media: items, noMedia } = await app.readPage({ url, html: null, fetchedAt: null, render, explain: false });
  const reason = items.length > 0 ? 'done' : (noMedia ?? 'no-media');
  if (format === 'json') await session.outJson({ items: items.map(itemJson), reason });
  else for (const item of items) await session.out(`${mediaLine(item, format)}\n`);
  if (items.length > 0) return exitCodes.ok;
  session.say(`No media on ${url}: ${reason}.`);
  return exitCodes.nothingFound;
}

const mediaLine = (item: MediaItem, format: Exclude<Format, 'json'>): string =>
  format === 'urls' ? item.url : downloadCommand(item, format);

/** The contract of `-f json`: nothing else is promised. */
const itemJson = ({ url, delivery, role, headers, variants, live, protection, ...more }: MediaItem) => ({
  url,
  delivery,
  role,
  headers,
  variants,
  live,
  protection,
  ...more,
});
