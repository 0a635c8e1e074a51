import { link, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapturedTrack } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { type DownloadedFile, type DownloadRun, finishDownload, requireFreeName } from './download.ts';
import { localInput } from './input-limits.ts';
import { findTool, runTool } from './tool.ts';

/** Joins recorded video and audio into one file; without ffmpeg, each track stays a separate file. @throws CommandError if the name is taken, or ffmpeg fails */
export async function muxTracks(
  tracks: readonly CapturedTrack[],
  { folder, name, run }: { readonly folder: string; readonly name: string; readonly run: DownloadRun },
): Promise<readonly (DownloadedFile & { readonly isTrack: boolean })[]> {
  await requireFreeName(folder, name);
  const chosen = ['video', 'audio', ''].flatMap((kind) => largest(tracks, kind) ?? []);
  const ffmpeg = await findTool('ffmpeg', run.env);
  if (ffmpeg === null) return await nameTracks(chosen, { folder, name });
  const extension = extensionFor(chosen);
  const part = join(folder, `${name}.part.${extension}`);
  const inputs = chosen.flatMap(({ file }) => [...localInput, '-i', file]);
  const maps = chosen.flatMap((_, at) => ['-map', String(at)]);
  const args = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', ...inputs, ...maps, '-c', 'copy', part];
  // the recording is joined even after Ctrl-C
  const { signal } = new AbortController();
  const { env, route } = run;
  const { code, stderrTail } = await runTool(ffmpeg, args, { env, guardUrl: route.guardUrl, signal, timeoutMs: null });
  if (code !== 0)
    throw new CommandError(exitCodes.nothingFound, `ffmpeg can't join the recording: ${stderrTail.trim().slice(-600)}`);
  const item = { durationMs: null, live: 'live' } as const; // a recording has no expected duration
  return [
    { ...(await finishDownload({ part, file: join(folder, `${name}.${extension}`), item, run })), isTrack: false },
  ];
}

/** Returns the largest track of a kind: smaller ones belong to an advertisement or a first attempt. Kind '': neither video nor audio. */
function largest(tracks: readonly CapturedTrack[], kind: string): CapturedTrack | undefined {
  const isKind = ({ mimeType }: CapturedTrack): boolean =>
    kind === '' ? !/^(video|audio)\//.test(mimeType) : mimeType.startsWith(`${kind}/`);
  return tracks.filter(isKind).toSorted((a, b) => b.bytes - a.bytes)[0];
}

const containerOf = ({ mimeType }: CapturedTrack): string =>
  containers.find(([type]) => type.test(mimeType))?.[1] ?? 'mp4';

const containers: readonly (readonly [RegExp, string])[] = [
  [/webm/, 'webm'],
  [/mp2t/, 'ts'],
  [/x-flv/, 'flv'],
  [/video\/mpeg/, 'mpg'],
  [/h26[45]/, 'mkv'],
  [/mpeg/, 'mp3'],
  [/ogg/, 'ogg'],
];

function extensionFor(tracks: readonly CapturedTrack[]): string {
  const containers = new Set(tracks.map(containerOf));
  const [only] = containers;
  return containers.size === 1 && only !== undefined ? only : 'mkv';
}

async function nameTracks(
  tracks: readonly CapturedTrack[],
  { folder, name }: { readonly folder: string; readonly name: string },
) {
  return await Promise.all(
    tracks.map(async (track, at) => {
      const file = join(folder, `${name}.${at + 1}.${containerOf(track)}`);
      await link(track.file, file);
      await unlink(track.file);
      return { file, bytes: track.bytes, check: null, isTrack: true };
    }),
  );
}
