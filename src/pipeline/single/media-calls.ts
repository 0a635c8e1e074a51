import type { App } from '../../app.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { PagePorts } from '../ports.ts';

/** The media calls of an app; each module is loaded at its first call. */
export const mediaCalls = (
  ports: () => Promise<PagePorts>,
): Pick<App, 'readMedia' | 'refreshMedia' | 'mediaRoute' | 'captureMedia'> => ({
  readMedia: async (request) => {
    const { readMedia } = await import('./read-media.ts');
    return readMedia(await ports(), request);
  },
  refreshMedia: async (item) => {
    const { refreshMedia } = await import('./refresh-media.ts');
    return refreshMedia(await ports(), item);
  },
  mediaRoute: async (pageUrl) => {
    const { siteOf, identities } = await ports();
    const { userAgent, guardUrl } = await identities.pick(siteOf(siteKey(pageUrl)).host);
    return { userAgent, guardUrl };
  },
  captureMedia: async (request) => {
    const { captureMedia } = await import('./capture-media.ts');
    return captureMedia(await ports(), request);
  },
});
