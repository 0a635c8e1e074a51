import { access, link, mkdtemp, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { MediaRoute } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import { type Downloader, downloadCommands, extensionOf, needsManifestFile } from './commands.ts';
import { checkMedia, type MediaCheck } from './ffprobe.ts';
import { localInput } from './input-limits.ts';
import { manifestInput } from './manifest-file.ts';
import { checksSegmentNames, findTool, runTool, type ToolResult } from './tool.ts';

export interface DownloadRequest {
  readonly item: MediaItem;
  readonly pageUrl: string;
  /** Must exist. */
  readonly folder: string;
  /** File name without an extension. */
  readonly name: string;
  readonly tool: { readonly name: Downloader; readonly path: string };
  /** Limit for a live stream; null: until it is stopped. ffmpeg only. */
  readonly timeLimitMs: number | null;
  readonly run: DownloadRun;
}

export interface DownloadRun {
  readonly route: MediaRoute;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

export interface DownloadedFile {
  readonly file: string;
  readonly bytes: number;
  /** Null: ffprobe is not installed. */
  readonly check: MediaCheck | null;
}

/** A download is incomplete below this share of the declared duration, minus the slack. */
const minDurationShare = 0.9;
const durationSlackMs = 2_000;

/**
 * Downloads a medium with the tool, checks the file, then gives it its final name: a file with that name is complete. Never overwrites a file.
 * @throws CommandError if the name is taken, the tool fails, or the file is not a complete medium
 */
export async function downloadMedia(request: DownloadRequest): Promise<DownloadedFile> {
  await requireFreeName(request.folder, request.name);
  const scratch = await mkdtemp(join(tmpdir(), 'newshawk-download-'));
  try {
    const { item } = request;
    const manifestFile = needsManifestFile(item) ? join(scratch, 'manifest') : null;
    if (manifestFile !== null) await writeFile(manifestFile, manifestInput(item, request.tool.name).text);
    return request.tool.name === 'ffmpeg'
      ? await downloadByFfmpeg(request, manifestFile)
      : await downloadByYtDlp(request, manifestFile);
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function downloadByFfmpeg(request: DownloadRequest, manifestFile: string | null): Promise<DownloadedFile> {
  const { item, pageUrl, folder, name, tool, run } = request;
  const { userAgent } = run.route;
  const output = join(folder, `${name}.part`);
  const context = {
    userAgent,
    pageUrl,
    output,
    manifestFile,
    checksSegmentNames: await checksSegmentNames(tool.path, run.env),
  };
  const [command] = downloadCommands(item, 'ffmpeg', context);
  const part = `${output}.${extensionOf(item)}`;
  // ffmpeg can't resume: it starts again and overwrites its own partial file
  const before = ['-hide_banner', '-nostdin', '-loglevel', 'warning', '-stats', '-y'];
  const args = [...before, ...(command?.args ?? [])];
  const ended = await runTool(tool.path, args, { ...toolRun(run), stdin: manifestFile, timeoutMs: limitOf(request) });
  const isStopped = run.signal.aborted && item.live === 'vod';
  if (isStopped) throw downloadStopped(part);
  // a live stream ends when we stop it
  if (ended.code !== 0 && !run.signal.aborted && !ended.isTimedOut) throw toolFailed('ffmpeg', ended);
  return await finishDownload({ part, file: join(folder, `${name}.${extensionOf(item)}`), item, run });
}

/** By the clock: a stream that stalls has a limit, too. What has come until then is the film. */
const limitOf = ({ item, timeLimitMs }: DownloadRequest): number | null => (item.live === 'vod' ? null : timeLimitMs);

async function downloadByYtDlp(request: DownloadRequest, manifestFile: string | null): Promise<DownloadedFile> {
  const { item, pageUrl, folder, name, tool, run } = request;
  const { userAgent, guardUrl } = run.route;
  const output = join(folder, `${name}.part`);
  const context = { userAgent, pageUrl, output, manifestFile, checksSegmentNames: false };
  const [command] = downloadCommands(item, 'yt-dlp', context);
  // --ignore-config: a user's own --proxy or --downloader would leave the guard; --continue resumes its own .part file; the last line of stdout is the path of the output
  const before = [
    '--ignore-config',
    '--continue',
    '--no-playlist',
    '--newline',
    '--progress',
    '--proxy',
    guardUrl,
    '--no-simulate',
  ];
  const print = ['--print', 'after_move:filepath'];
  const args = [...before, ...print, ...(command?.args ?? [])];
  const ended = await runTool(tool.path, args, { ...toolRun(run), stdin: manifestFile, timeoutMs: limitOf(request) });
  if (run.signal.aborted) throw downloadStopped(output);
  if (ended.isTimedOut) return await finishCutOff(request);
  if (ended.code !== 0) throw toolFailed('yt-dlp', ended);
  const part = ended.stdout.trim().split('\n').at(-1) ?? '';
  if (!part.startsWith(output))
    throw toolFailed('yt-dlp', { ...ended, stderrTail: `it did not say where the file is: ${part}` });
  const isThere = await access(part).then(
    () => true,
    () => false,
  );
  if (!isThere)
    throw toolFailed('yt-dlp', {
      ...ended,
      stderrTail: `picture and sound stay in two files, which it joins with ffmpeg: install ffmpeg, and run the same command again`,
    });
  const file = join(folder, `${name}${part.slice(output.length)}`);
  return await finishDownload({ part, file, item, run });
}

/** yt-dlp was stopped in the middle of a live stream: the largest of its parts is the film. */
async function finishCutOff({ folder, name, item, run }: DownloadRequest): Promise<DownloadedFile> {
  const begin = `${name}.part.`;
  const parts = (await readdir(folder)).flatMap((part) => {
    const rest = part.startsWith(begin) ? part.slice(begin.length) : '';
    const [, extension] = /^(?:f[\w-]+\.)?(\w+)(?:\.part)?$/.exec(rest) ?? [];
    return extension === undefined || extension === 'ytdl' ? [] : [{ part: join(folder, part), extension }];
  });
  const sized = await Promise.all(parts.map(async (each) => ({ ...each, bytes: (await stat(each.part)).size })));
  const [largest] = sized.toSorted((a, b) => b.bytes - a.bytes);
  if (largest === undefined)
    throw new CommandError(exitCodes.nothingFound, 'Nothing came until --time-limit: nothing was downloaded.');
  return await finishDownload({ part: largest.part, file: join(folder, `${name}.${largest.extension}`), item, run });
}

interface FinishInput {
  readonly part: string;
  readonly file: string;
  readonly item: { readonly durationMs: number | null; readonly live: MediaItem['live'] };
  readonly run: DownloadRun;
}

/** Checks a partial file with ffprobe and gives it its final name. @throws CommandError if the name is taken, or the file is not a complete medium */
export async function finishDownload({ part, file, item, run }: FinishInput): Promise<DownloadedFile> {
  const ffprobe = await findTool('ffprobe', run.env);
  const check =
    ffprobe === null
      ? null
      : await checkMedia(ffprobe, [...localInput, '-i', part], { ...toolRun(run), signal: neverAborted });
  if (check !== null && 'error' in check)
    throw new CommandError(
      exitCodes.nothingFound,
      `The downloaded file is not a medium: ${check.error}. It stays in ${part}.`,
    );
  const [expectedMs, actualMs] = [item.live === 'vod' ? item.durationMs : null, check?.durationMs ?? null];
  if (expectedMs !== null && actualMs !== null && actualMs < expectedMs * minDurationShare - durationSlackMs)
    throw new CommandError(
      exitCodes.nothingFound,
      `The download is incomplete: ${Math.round(actualMs / 1_000)} s of ${Math.round(expectedMs / 1_000)} s. It stays in ${part}; run the same command to try again.`,
    );
  // a rename would overwrite an existing file
  await link(part, file).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EEXIST' ? nameTaken(file) : cause;
  });
  await unlink(part);
  return { file, bytes: (await stat(file)).size, check };
}

/** The check of a recording ignores Ctrl-C: it takes a moment. */
const neverAborted = new AbortController().signal;

const toolRun = ({ route, env, signal, onLine }: DownloadRun) => ({
  env,
  guardUrl: route.guardUrl,
  signal,
  onLine,
  timeoutMs: null,
});

/** Checks that no file has this name. Partial files of an earlier attempt are allowed. @throws CommandError */
export async function requireFreeName(folder: string, name: string): Promise<void> {
  const existing = (await readdir(folder)).find(
    (file) =>
      file.startsWith(`${name}.`) && !file.startsWith(`${name}.part.`) && !file.slice(name.length + 1).includes('.'),
  );
  if (existing !== undefined) throw nameTaken(join(folder, existing));
}

const nameTaken = (file: string): CommandError =>
  new CommandError(exitCodes.usage, `${file} already exists. Move it, or choose another folder with -o.`);

const toolFailed = (tool: string, { code, stderrTail }: ToolResult): CommandError =>
  new CommandError(
    exitCodes.nothingFound,
    // yt-dlp looks into manifests and players of other sites itself
    /\bDRM\b/.test(stderrTail)
      ? 'The medium is protected by DRM: it is not downloaded.'
      : `${tool} ended ${code === null ? 'by a signal' : `with ${code}`}: ${stderrTail.trim().split('\n').slice(-3).join(' ').slice(-600)}`,
  );

const downloadStopped = (part: string): CommandError =>
  new CommandError(
    exitCodes.interrupted,
    `Stopped. The partial download is in ${basename(part)}*: run the same command to continue.`,
  );
