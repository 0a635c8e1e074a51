import type { MediaItem } from './media-item.ts';

/** A download that starts later than this before the end would be cut off, ms. */
const marginMs = 2 * 60_000;

/** Whether an address has expired or soon will. */
export const isAboutToExpire = ({ expiresAt }: Pick<MediaItem, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt.at) - now.getTime() < marginMs;
