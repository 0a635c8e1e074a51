import { CommandError, exitCodes } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import { type Downloader, downloaders, needsManifestFile, obstacleToDownload } from './commands.ts';
import type { DownloadRequest } from './download.ts';
import { findTool } from './tool.ts';

/**
 * Chooses the tool for an item: yt-dlp can resume a download; ffmpeg joins video and audio, and can stop a live stream after a time limit.
 * @param wanted the user's choice; null: the best tool for the item
 * @throws CommandError if no tool can download the item, or none of these is installed
 */
export async function chooseTool(
  item: MediaItem,
  wanted: Downloader | null,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DownloadRequest['tool']> {
  const isSplit = item.companions.some(({ kind }) => kind !== 'subtitles');
  // ffmpeg sends no headers for what a manifest from stdin names
  const suitsFfmpeg = needsManifestFile(item) && Object.keys(item.headers).length === 0;
  const best: readonly Downloader[] =
    isSplit || item.live !== 'vod' || suitsFfmpeg ? downloaders : downloaders.toReversed();
  const order = wanted === null ? best : [wanted];
  const able = order.filter((tool) => obstacleToDownload(item, tool) === null && (tool === 'ffmpeg' || !isSplit));
  if (able.length === 0) {
    const why = order.map((tool) => obstacleToDownload(item, tool)).find((obstacle) => obstacle !== null);
    throw new CommandError(
      exitCodes.nothingFound,
      `${item.url} can't be downloaded: ${why ?? 'picture and sound are two files, which ffmpeg puts together'}.`,
    );
  }
  for (const name of able) {
    const path = await findTool(name, env);
    if (path !== null) return { name, path };
  }
  throw new CommandError(
    exitCodes.configuration,
    `There is no ${able.join(' and no ')} in PATH: newshawk needs ${able.length === 1 ? 'it' : 'one of them'} for downloads. Debian: apt-get install ${able.join(' or ')}.`,
  );
}
