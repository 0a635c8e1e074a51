import type { MediaItem } from './media-item.ts';

/** A download that begins so late before the end would be cut off. */
const marginMs = 2 * 60_000;

/** Whether an address can't be used any more, or not for long. */
export const isNearItsEnd = ({ expiresAt }: Pick<MediaItem, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt.at) - now.getTime() < marginMs;
