import { mediaFingerprint } from '../../model/media/media-fingerprint.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { Page } from '../../model/page/page.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { MediaFinding } from '../../ports.ts';
import { refreshBySite } from '../../stages/media/site/site-resolver.ts';
import { mediaPorts } from '../crawl.ts';
import { readMedia } from './read-media.ts';
import { askedPage, type ReadPorts } from './read-page.ts';

/** Beyond the play of a page: its load, and what a site's function asks for. */
const moreMs = 30_000;
const nothing: MediaFinding = { isVideoPage: true, items: [], sightings: [], isScripted: true, pageTitle: '' };

/**
 * A stored medium with an address that is good again: by the site's `refresh`, else by resolving its page anew. Nothing is stored here.
 * @returns null where the page has it no more
 * @throws NewshawkError as reading the page does, or misconfigured where the site's function fails; CommandError
 */
export async function refreshMedia(io: ReadPorts, item: StoredMedia): Promise<MediaItem | null> {
  const request = { url: item.pageUrl, render: 'auto' } as const;
  const { site, task, identity } = await askedPage(io, request);
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
    finding: nothing,
    where: site.file ?? site.host,
    ports: mediaPorts(io, { site, identity, plays: true, isAllowed: () => true }),
    signal: AbortSignal.timeout(io.config.mediaBudgetMs + moreMs),
  });
}

/** The one with the same lasting address; else the first of its kind: a host of many names gives another one each time. */
function sameMedium(item: StoredMedia, found: readonly MediaItem[]): MediaItem | null {
  const same = found.find(({ url }) => mediaFingerprint(url) === item.fingerprint);
  return same ?? found.find(({ delivery, role }) => delivery === item.delivery && role === item.role) ?? null;
}
