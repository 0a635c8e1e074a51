import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { App, MediaRoute } from '../../app.ts';
import { chooseTool } from '../../commands/download/choose-tool.ts';
import { type Downloader, downloaders, fileNameOf, isDrm } from '../../commands/download/commands.ts';
import { type DownloadedFile, type DownloadRun, downloadMedia } from '../../commands/download/download.ts';
import { muxTracks } from '../../commands/download/mux.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import { printable } from '../../printable.ts';
import { parseDuration, parseWebAddress, parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { bytesText } from '../terminal/amounts.ts';
import { freshMedia } from './fresh-media.ts';

interface Options {
  readonly output: string;
  readonly with?: Downloader;
  readonly item: number;
  readonly maxMb: number;
  readonly timeLimit: number;
}

interface Target {
  readonly item: MediaItem;
  readonly pageUrl: string;
  /** Of a stored medium: the file's name where it has no title. */
  readonly id: string | null;
  readonly route: MediaRoute;
}

const examples = `
Examples:
  newshawk media download https://example.com/watch/7           the page's main medium
  newshawk media download 3f9c0a1b2c4d -o films                 a medium that a crawl stored (ids: the dashboard, /v1/media)
  newshawk media download https://example.com/live --time-limit 10m --with ffmpeg

yt-dlp or ffmpeg download (yt-dlp resumes a partial download), ffprobe checks the file. A medium without an address is recorded
while the page plays it. An address that expires soon is signed again first. Nothing is overwritten.

Exit codes: 0 downloaded and complete, 4 no tool, 31 nothing to download, or the file is incomplete.`;

export function addMediaDownload(media: Command, session: Session): void {
  media
    .command('download')
    .description('download a medium with yt-dlp or ffmpeg')
    .argument('<target>', 'a page, or the id of a stored medium')
    .option('-o, --output <folder>', 'target folder', '.')
    .addOption(new Option('--with <tool>', 'default: the one that suits the medium').choices([...downloaders]))
    .option('--item <number>', 'which medium of the page, best first', parseWholeNumber(1, 500), 1)
    .option('--max-mb <size>', 'largest recording', parseWholeNumber(1, 100_000), 4_000)
    .addOption(
      new Option('--time-limit <time>', 'longest recording of a live stream, or of a medium without an address')
        .argParser(parseDuration)
        .default(3_600_000, '1h'),
    )
    .addHelpText('after', examples)
    .action(
      session.action(
        session.withApp((app, target: string, options: Options) => download(session, app, target, options), {
          isForMedia: true,
        }),
      ),
    );
}

async function download(session: Session, app: App, pageOrId: string, options: Options): Promise<ExitCode> {
  const target = await findTarget(session, app, pageOrId, options);
  const folder = resolve(session.io.cwd, options.output);
  await makeFolder(folder).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError(exitCodes.usage, `${folder} can't be created (${cause.code}). Give -o another folder.`, {
      cause,
    });
  });
  const name = target.item.title === null && target.id !== null ? target.id : fileNameOf(target.item.title);
  const run: DownloadRun = {
    route: target.route,
    env: session.io.env,
    signal: session.signal,
    onLine: (line) => session.say(printable(line)),
  };
  if (isDrm(target.item)) throw protectedByDrm(target.pageUrl, target.item.drmSystems);
  const files = /^(mse-capture|websocket)$/.test(target.item.delivery)
    ? await record(session, app, { target, folder, name, run, options })
    : [await downloadWithTool({ target, folder, name, run, options })];
  for (const { file, bytes, check } of files) {
    await session.printData({ file, bytes, ffprobe: check }, `${file}\n`);
    session.say(
      `${bytesText(bytes)}${check === null ? ', not checked: ffprobe is not in PATH' : ', checked by ffprobe'}.`,
    );
  }
  return exitCodes.ok;
}

async function findTarget(session: Session, app: App, pageOrId: string, { item: number }: Options): Promise<Target> {
  if (/^https?:/i.test(pageOrId)) {
    const { media, noMedia, url, route } = await app.readMedia({
      url: parseWebAddress(pageOrId),
      render: 'auto',
      explain: false,
    });
    const item = media[number - 1];
    if (item === undefined && noMedia === 'drm-only') throw protectedByDrm(url, []);
    if (item === undefined)
      throw new CommandError(
        exitCodes.nothingFound,
        media.length === 0
          ? `No media on ${url}: ${noMedia ?? 'no-media'}.`
          : `${url} has ${media.length} media: --item ${number} does not exist.`,
      );
    return { item, pageUrl: url, id: null, route };
  }
  const stored = await (await app.store()).media.get(pageOrId);
  if (stored === null)
    throw new CommandError(
      exitCodes.usage,
      `"${pageOrId}" is neither a page's address (https://…) nor the id of a stored medium. \`newshawk serve\` lists them under /v1/media.`,
    );
  const item = await freshMedia(session, app, stored);
  return { item, pageUrl: stored.pageUrl, id: stored.id, route: await app.mediaRoute(stored.pageUrl) };
}

const protectedByDrm = (url: string, systems: readonly string[]): CommandError =>
  new CommandError(
    exitCodes.nothingFound,
    `The medium of ${url} is protected by DRM${systems.length === 0 ? '' : ` (${systems.join(', ')})`}: it is not downloaded.`,
  );

interface Work {
  readonly target: Target;
  readonly folder: string;
  readonly name: string;
  readonly run: DownloadRun;
}

async function downloadWithTool({
  target,
  folder,
  name,
  run,
  options,
}: Work & { readonly options: Options }): Promise<DownloadedFile> {
  const { item, pageUrl } = target;
  const tool = await chooseTool(item, options.with ?? null, run.env);
  return await downloadMedia({ item, pageUrl, folder, name, run, tool, timeLimitMs: options.timeLimit });
}

async function record(
  session: Session,
  app: App,
  { target, folder, name, run, options }: Work & { readonly options: Options },
): Promise<readonly DownloadedFile[]> {
  session.say('The medium has no address: the page is played and recorded. Ctrl-C ends the recording.');
  const scratch = await mkdtemp(join(folder, '.newshawk-'));
  try {
    const { tracks, endedBy } = await app.captureMedia({
      url: target.pageUrl,
      folder: scratch,
      signal: session.signal,
      maxBytes: options.maxMb * 1_000_000,
      timeLimitMs: options.timeLimit,
    });
    if (tracks.length === 0)
      throw new CommandError(
        exitCodes.nothingFound,
        `${target.pageUrl} fed nothing to its player (${endedBy}): nothing was recorded.`,
      );
    const files = await muxTracks(tracks, { folder, name, run });
    if (endedBy !== 'end') session.say(`The recording was ended by: ${endedBy}. It may be incomplete.`);
    if (files.some(({ isTrack }) => isTrack)) session.say('ffmpeg is not in PATH: each track is a separate file.');
    return files;
  } finally {
    await rm(scratch, { recursive: true });
  }
}
