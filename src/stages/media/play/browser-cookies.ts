import type { PlayerPage } from '../../../browser-port.ts';
import type { MediaItem } from '../../../model/media/media-item.ts';

/**
 * Media that the page names and did not request get the cookies that its browser would send: scripts and answers have set some since the page was fetched.
 * What was requested has its cookies already.
 */
export async function withBrowserCookies(items: readonly MediaItem[], player: PlayerPage): Promise<MediaItem[]> {
  return await Promise.all(
    items.map(async (item) => {
      if (item.reasons.includes('seen on the network') || !/^https?:/.test(item.url)) return item;
      const cookie = await player.cookieFor(item.url);
      return cookie === '' ? item : { ...item, headers: { cookie, ...item.headers } };
    }),
  );
}
