import type { MediaReading, ReadMediaRequest } from '../../app.ts';
import { NewshawkError } from '../../errors.ts';
import type { ResolvedPage } from '../../model/page/page.ts';
import { resolveMedia } from '../../stages/media/resolve-media.ts';
import { mediaPorts } from '../crawl.ts';
import { openPage } from '../visit/open-page.ts';
import { askedPage, type ReadPorts } from './read-page.ts';

/** A page with less text is filled by its scripts: whether it has media only a browser can tell. */
const shellText = 400;

/** The media of one page, for a person who asks: no store, no robots.txt, no frontier. @throws NewshawkError, CommandError */
export async function readMedia(io: ReadPorts, request: ReadMediaRequest): Promise<MediaReading> {
  const { site, task, identity } = await askedPage(io, request);
  const { userAgent, guardUrl } = identity;
  const route = { userAgent, guardUrl };
  const resolve = resolveMedia({
    // a person who names a page wants what it leads to, wherever that is
    ...mediaPorts(io, { site, identity, plays: request.render !== 'static', isAllowed: () => true }),
    withPictures: request.explain,
  });
  const see = async (way: 'static' | 'browser'): Promise<ResolvedPage> => {
    await using opened = await openPage(io, way, { task, site, identity, headers: {} });
    if (opened.page.status >= 400) throw new NewshawkError('unreachable', `${task.url} answered ${opened.page.status}`);
    return await resolve(opened);
  };
  const first = await see(request.render === 'browser' ? 'browser' : 'static').catch((error: unknown) => {
    if (request.render !== 'auto' || !(error instanceof NewshawkError) || error.kind !== 'blocked') throw error;
    return null; // a browser passes where a plain client is turned away
  });
  const isEmpty = first === null || (first.noMedia === 'not-video-page' && isShell(first));
  const found = request.render === 'auto' && isEmpty ? await see('browser').catch(turnedAway) : first;
  if (found === null) return { url: task.url, media: [], noMedia: 'bot-wall', trace: null, route };
  return { url: found.page.finalUrl, media: found.media, noMedia: found.noMedia, trace: found.trace, route };
}

function turnedAway(error: unknown): null {
  if (error instanceof NewshawkError && error.kind === 'blocked') return null;
  throw error;
}

/** Tags, scripts and styles taken out: a rough count is enough. */
function isShell({ page }: ResolvedPage): boolean {
  if (page.via === 'browser') return false;
  const text = page.html
    .replace(/<(script|style|noscript|template)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return text.length < shellText && /<script\b/i.test(page.html);
}
