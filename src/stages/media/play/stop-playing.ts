import type { PlayerPage } from '../../../browser-port.ts';
import { stopExpression } from '../in-page/gestures.ts';
import { evaluateMs } from './watched-page.ts';

/** Stops all media of the page and blocks further segments. */
export async function stopPlaying(page: PlayerPage, key: string): Promise<void> {
  await page.block(segmentPatterns);
  await page.inFrames(stopExpression(key), evaluateMs);
}

const segmentPatterns: readonly string[] = [
  'ts',
  'm4s',
  'm4f',
  'cmfv',
  'cmfa',
  'mp4',
  'm4v',
  'webm',
  'flv',
  'mp3',
  'aac',
].flatMap((extension) => [`*.${extension}`, `*.${extension}?*`]);
