import type { App } from '../../app.ts';
import { kindOf } from '../../errors.ts';
import { isNearItsEnd } from '../../model/media/media-expiry.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { Session } from '../session.ts';

/** The item with an address that can be used: signed anew, and stored so, where its own is near its end. Where that fails the old one is given, with words on stderr. */
export async function freshMedia(session: Session, app: App, item: StoredMedia): Promise<StoredMedia> {
  if (!isNearItsEnd(item, app.clock.now())) return item;
  const end = `${item.url} ends at ${item.expiresAt?.at ?? ''}`;
  try {
    const fresh = await app.refreshMedia(item);
    if (fresh === null) {
      session.say(`${end}: ${item.pageUrl} has it no more. The old address is given.`);
      return item;
    }
    if (isNearItsEnd(fresh, app.clock.now()))
      session.say(`${end}: the new address ends at ${fresh.expiresAt?.at ?? ''}.`);
    const { media } = await app.store();
    await media.replace(item, fresh);
    return { ...item, ...fresh };
  } catch (error) {
    if (kindOf(error) === 'store') throw error;
    const words = error instanceof Error ? error.message : String(error);
    session.say(`${end}, and could not be signed anew: ${words} The old address is given.`);
    return item;
  }
}
