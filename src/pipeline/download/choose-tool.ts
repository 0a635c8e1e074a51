import { CommandError, exitCodes } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import { type Downloader, downloaders, needsManifestFile, obstacleToDownload } from './commands.ts';
import type { DownloadRequest } from './download.ts';
import { findTool } from './tool.ts';

/**
 * The tool for an item: yt-dlp goes on with a part, ffmpeg puts picture and sound together, and ends with a live stream in time.
 * @param wanted what the user asks for; null: whatever is best
 * @throws CommandError where no tool can, or none is installed
 */
export async function chooseTool(
  item: MediaItem,
  wanted: Downloader | null,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DownloadRequest['tool']> {
  const isSplit = item.companions.some(({ kind }) => kind !== 'subtitles');
  const best: readonly Downloader[] =
    isSplit || item.live !== 'vod' || needsManifestFile(item) ? downloaders : downloaders.toReversed();
  const order = wanted === null ? best : [wanted];
  const able = order.filter(
    (tool) => obstacleToDownload(item, tool) === null && (tool === 'ffmpeg' || !(isSplit || needsManifestFile(item))),
  );
  if (able.length === 0) {
    const why = order.map((tool) => obstacleToDownload(item, tool)).find((one) => one !== null);
    throw new CommandError(
      exitCodes.nothingFound,
      `${item.url} can't be downloaded: ${(why ?? isSplit) ? 'picture and sound are two files, which ffmpeg puts together' : 'it has no address, only a manifest, which ffmpeg reads'}.`,
    );
  }
  for (const name of able) {
    const path = await findTool(name, env);
    if (path !== null) return { name, path };
  }
  throw new CommandError(
    exitCodes.configuration,
    `There is no ${able.join(' and no ')} in PATH: newshawk hands downloads over to ${able.length === 1 ? 'it' : 'these'}. Debian: apt-get install ${able.join(' or ')}.`,
  );
}
