import { link, mkdtemp, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { MediaRoute } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import { type Downloader, downloadCommands, extensionOf, needsManifestFile } from './commands.ts';
import { checkMedia, type MediaCheck } from './ffprobe.ts';
import { manifestExtension, manifestText } from './manifest-file.ts';
import { checksSegmentNames, findTool, runTool, type ToolResult } from './tool.ts';

export interface DownloadRequest {
  readonly item: MediaItem;
  readonly pageUrl: string;
  /** It has to be there. */
  readonly folder: string;
  /** Of the file, without an extension. */
  readonly name: string;
  readonly tool: { readonly name: Downloader; readonly path: string };
  /** Of a live stream, which has no end of its own; null: until it is stopped. By ffmpeg only. */
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
  /** Null: there is no ffprobe. */
  readonly check: MediaCheck | null;
}

/** A medium that ends so much before its time was cut off. */
const minDurationShare = 0.9;
const durationSlackMs = 2_000;

/**
 * Hands a medium over to the tool, checks what came, and gives it its name last: a file that has its name is whole. Nothing is ever overwritten.
 * @throws CommandError where the name is taken, the tool fails, or what came is no whole medium
 */
export async function downloadMedia(request: DownloadRequest): Promise<DownloadedFile> {
  await requireFreeName(request.folder, request.name);
  const scratch = await mkdtemp(join(tmpdir(), 'newshawk-download-'));
  try {
    const { item } = request;
    const manifestFile = needsManifestFile(item) ? join(scratch, `manifest.${manifestExtension(item)}`) : null;
    if (manifestFile !== null) await writeFile(manifestFile, manifestText(item));
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
  // ffmpeg can't go on with what it began: it begins anew, over its own part
  const before = ['-hide_banner', '-nostdin', '-loglevel', 'warning', '-stats', '-y'];
  const args = withTimeLimit(command?.args ?? [], item.live === 'vod' ? null : request.timeLimitMs);
  const ended = await runTool(tool.path, [...before, ...args], { ...toolRun(run), stdin: manifestFile });
  const isStopped = run.signal.aborted && item.live === 'vod';
  if (isStopped) throw downloadStopped(part);
  // a live stream has no end but ours
  if (ended.code !== 0 && !run.signal.aborted) throw toolFailed('ffmpeg', ended);
  return await finishDownload({ part, file: join(folder, `${name}.${extensionOf(item)}`), item, run });
}

/** ffmpeg takes a limit before the file that it is for. */
const withTimeLimit = (args: readonly string[], limitMs: number | null): readonly string[] =>
  limitMs === null ? args : [...args.slice(0, -1), '-t', String(limitMs / 1_000), ...args.slice(-1)];

async function downloadByYtDlp(request: DownloadRequest, manifestFile: string | null): Promise<DownloadedFile> {
  const { item, pageUrl, folder, name, tool, run } = request;
  const { userAgent, guardUrl } = run.route;
  const output = join(folder, `${name}.part`);
  const context = { userAgent, pageUrl, output, manifestFile, checksSegmentNames: false };
  const [command] = downloadCommands(item, 'yt-dlp', context);
  // -c: goes on with its own .part file; the last line of stdout is where it put the film
  const before = ['--continue', '--no-playlist', '--newline', '--progress', '--proxy', guardUrl, '--no-simulate'];
  const print = ['--print', 'after_move:filepath'];
  const ended = await runTool(tool.path, [...before, ...print, ...(command?.args ?? [])], toolRun(run));
  if (run.signal.aborted) throw downloadStopped(output);
  if (ended.code !== 0) throw toolFailed('yt-dlp', ended);
  const part = ended.stdout.trim().split('\n').at(-1) ?? '';
  if (!part.startsWith(output))
    throw toolFailed('yt-dlp', { ...ended, stderrTail: `it did not say where the file is: ${part}` });
  const file = join(folder, `${name}${part.slice(output.length)}`);
  return await finishDownload({ part, file, item, run });
}

interface FinishInput {
  readonly part: string;
  readonly file: string;
  readonly item: Pick<MediaItem, 'durationMs' | 'live'>;
  readonly run: DownloadRun;
}

/** Checks a part by ffprobe, and gives it its name. @throws CommandError */
export async function finishDownload({ part, file, item, run }: FinishInput): Promise<DownloadedFile> {
  const ffprobe = await findTool('ffprobe', run.env);
  const check =
    ffprobe === null ? null : await checkMedia(ffprobe, ['-i', part], { ...toolRun(run), signal: neverAborted });
  if (check !== null && 'error' in check)
    throw new CommandError(exitCodes.nothingFound, `What came is no medium: ${check.error}. It is left in ${part}.`);
  const [wanted, got] = [item.live === 'vod' ? item.durationMs : null, check?.durationMs ?? null];
  if (wanted !== null && got !== null && got < wanted * minDurationShare - durationSlackMs)
    throw new CommandError(
      exitCodes.nothingFound,
      `What came is cut off: ${Math.round(got / 1_000)} s of ${Math.round(wanted / 1_000)} s. It is left in ${part}; the same command tries again.`,
    );
  // a link, not a rename: that would overwrite
  await link(part, file).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EEXIST' ? nameTaken(file) : cause;
  });
  await unlink(part);
  return { file, bytes: (await stat(file)).size, check };
}

/** A check of what was recorded goes on after Ctrl-C: it takes a moment. */
const neverAborted = new AbortController().signal;

const toolRun = ({ route, env, signal, onLine }: DownloadRun) => ({
  env,
  guardUrl: route.guardUrl,
  signal,
  onLine,
  timeoutMs: null,
});

/** Parts of an earlier try may be there: they are gone on with. @throws CommandError */
export async function requireFreeName(folder: string, name: string): Promise<void> {
  const found = (await readdir(folder)).find(
    (one) =>
      one.startsWith(`${name}.`) && !one.startsWith(`${name}.part.`) && !one.slice(name.length + 1).includes('.'),
  );
  if (found !== undefined) throw nameTaken(join(folder, found));
}

const nameTaken = (file: string): CommandError =>
  new CommandError(exitCodes.usage, `${file} is there already. Move it away, or choose another folder with -o.`);

const toolFailed = (tool: string, { code, stderrTail }: Pick<ToolResult, 'code' | 'stderrTail'>): CommandError =>
  new CommandError(
    exitCodes.nothingFound,
    `${tool} ended ${code === null ? 'by a signal' : `with ${code}`}: ${stderrTail.trim().split('\n').slice(-3).join(' ').slice(-600)}`,
  );

const downloadStopped = (part: string): CommandError =>
  new CommandError(exitCodes.interrupted, `Stopped. What has come is in ${basename(part)}*: the same command goes on.`);
