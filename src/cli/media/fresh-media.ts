import type { App } from '../../app.ts';
import { kindOf } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { Session } from '../session.ts';

/** The item with a valid address. One that expires soon is signed again and stored; where that fails, the old address is returned, with a message on stderr. */
export async function freshMedia(session: Session, app: App, item: StoredMedia): Promise<StoredMedia> {
  if (!isAboutToExpire(item, app.clock.now())) return item;
  const expiry = `${item.url} expires at ${item.expiresAt?.at ?? ''}`;
  try {
    const fresh = await app.refreshMedia(item);
    if (fresh === null) {
      session.say(`${expiry}: ${item.pageUrl} no longer has it. The old address is used.`);
      return item;
    }
    if (isAboutToExpire(fresh, app.clock.now()))
      session.say(`${expiry}: the new address expires at ${fresh.expiresAt?.at ?? ''}.`);
    const { media } = await app.store();
    await media.replace(item, fresh);
    return { ...item, ...fresh };
  } catch (error) {
    if (kindOf(error) === 'store') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    session.say(`${expiry}, and could not be signed again: ${reason} The old address is used.`);
    return item;
  }
}

/** A download that starts later than this before the end would be cut off, ms. */
const marginMs = 2 * 60_000;

/** Whether an address has expired or soon will. */
export const isAboutToExpire = ({ expiresAt }: Pick<MediaItem, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt.at) - now.getTime() < marginMs;
