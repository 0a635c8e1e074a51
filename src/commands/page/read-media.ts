import type { MediaReading, ReadMediaRequest } from '../../app.ts';
import { openPage } from '../../crawl/fetch/open-page.ts';
import { mediaPorts } from '../../crawl/media-ports.ts';
import { NewshawkError } from '../../errors.ts';
import type { ResolvedPage } from '../../model/page/page.ts';
import type { PagePorts } from '../../services.ts';
import { resolveMedia } from '../../stages/media/resolve-media.ts';
import { requestedPage } from './read-page.ts';

/** The media of one page, on a person's request: without store, robots.txt and frontier. @throws NewshawkError, CommandError */
export async function readMedia(io: PagePorts, request: ReadMediaRequest): Promise<MediaReading> {
  const { site, task, identity } = await requestedPage(io, request.url, request.render);
  const { userAgent, guardUrl } = identity;
  const route = { userAgent, guardUrl };
  const resolve = resolveMedia({
    // the person named the page: all domains are allowed
    ...mediaPorts(io, { site, identity, plays: request.render !== 'static', isAllowed: () => true }),
    isAsked: true,
    fragment: new URL(request.url).hash,
    withPictures: request.explain,
  });
  const fetchAndResolve = async (way: 'static' | 'browser'): Promise<ResolvedPage> => {
    await using opened = await openPage(io, way, { task, site, identity, headers: {} });
    if (opened.page.status >= 400) throw new NewshawkError('unreachable', `${task.url} answered ${opened.page.status}`);
    return await resolve(opened);
  };
  const first = await fetchAndResolve(request.render === 'browser' ? 'browser' : 'static').catch((error: unknown) => {
    if (request.render !== 'auto' || !(error instanceof NewshawkError) || error.kind !== 'blocked') throw error;
    return null; // a browser may pass where a plain client is blocked
  });
  const resolved = first ?? (await fetchAndResolve('browser').catch(turnedAway));
  if (resolved === null) return { url: task.url, media: [], noMedia: 'bot-wall', trace: null, route };
  return {
    url: resolved.page.finalUrl,
    media: resolved.media,
    noMedia: resolved.noMedia,
    trace: resolved.trace,
    route,
  };
}

function turnedAway(error: unknown): null {
  if (error instanceof NewshawkError && error.kind === 'blocked') return null;
  throw error;
}
