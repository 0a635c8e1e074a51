import { mediaPorts } from '../../crawl/media-ports.ts';
import { mediaFingerprint } from '../../model/media/media-fingerprint.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import { noPlayLinks } from '../../model/media/play-links.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { Page } from '../../model/page/page.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { MediaFinding } from '../../ports.ts';
import type { PagePorts } from '../../services.ts';
import { refreshBySite } from '../../stages/media/site/site-resolver.ts';
import { readMedia } from './read-media.ts';
import { requestedPage } from './read-page.ts';

/** Time beyond the playing of a page, ms: for its load and the requests of the site's function. */
const extraMs = 30_000;
const noFinding: MediaFinding = {
  isVideoPage: true,
  items: [],
  sightings: [],
  isScripted: true,
  pageTitle: '',
  playLinks: noPlayLinks,
};

/**
 * Gets a valid address for a stored medium: by the site's `refresh`, else by resolving its page again. Stores nothing.
 * @returns null where the page no longer has the medium
 * @throws NewshawkError as reading the page does, or misconfigured where the site's function fails; CommandError
 */
export async function refreshMedia(io: PagePorts, item: StoredMedia): Promise<MediaItem | null> {
  const request = { url: item.pageUrl, render: 'auto' } as const;
  const { site, task, identity } = await requestedPage(io, request.url, request.render);
  const own = site.media;
  if (own === null || own === false || own.refresh === undefined)
    return sameMedium(item, (await readMedia(io, { ...request, explain: false })).media);
  const page: Page = {
    task,
    via: 'static',
    finalUrl: canonicalUrl(item.pageUrl),
    status: 200,
    headers: {},
    html: '',
    fetchedAt: io.clock.now(),
    elapsedMs: 0,
    bytes: 0,
    identity,
    network: [],
    console: [],
    settledBy: 'static',
    encoding: null,
  };
  return await refreshBySite(own, item, {
    page,
    finding: noFinding,
    where: site.file ?? site.host,
    ports: mediaPorts(io, { site, identity, plays: true, isAllowed: () => true }),
    signal: AbortSignal.timeout(io.config.mediaBudgetMs + extraMs),
  });
}

/** The candidate with the same fingerprint; else the first one of the same kind: some hosts use a new name each time. */
function sameMedium(item: StoredMedia, candidates: readonly MediaItem[]): MediaItem | null {
  const same = candidates.find(({ url }) => mediaFingerprint(url, item.pageUrl) === item.fingerprint);
  return same ?? candidates.find(({ delivery, role }) => delivery === item.delivery && role === item.role) ?? null;
}
