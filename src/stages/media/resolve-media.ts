import type { Site } from '../../model/crawl/site.ts';
import { noPlayLinks } from '../../model/media/play-links.ts';
import type { NoMediaReason, Page, ResolvedPage } from '../../model/page/page.ts';
import type { MediaFinding } from '../../ports.ts';
import { lookIntoFrames } from './look-into-frames.ts';
import { playBudget } from './play/play-times.ts';
import { findInSource, type MediaPorts, resolveGeneric, withoutMedia } from './resolve.ts';
import type { SiteCall } from './site/site-resolver.ts';

export interface FetchedPage {
  readonly page: Page;
}

export interface MediaDecision extends MediaPorts {
  readonly site: Site;
  /** Whether sites without their own resolver get the generic one (configuration). */
  readonly isGenericOn: boolean;
  /** Whether a page with this address, after redirects, may be played in this crawl. */
  readonly isAllowed: (url: string) => boolean;
}

/** Time for a site's own functions besides playing: they may send requests before and after. */
const siteMs = 15_000;
const emptyFinding: MediaFinding = {
  isVideoPage: false,
  items: [],
  sightings: [],
  isScripted: false,
  pageTitle: '',
  playLinks: noPlayLinks,
};

/**
 * Returns a page's media items, or the reason why it has none, in five stops: is it a video page, is its domain allowed, which resolver applies, does the page
 * itself play, which media are there. The site's own functions overrule the generic checks.
 * @throws NewshawkError misconfigured where a function of the site's scraper fails
 */
export const resolveMedia =
  (ports: MediaDecision) =>
  async ({ page }: FetchedPage): Promise<ResolvedPage> => {
    const inSource = (await findInSource(page, ports)) ?? emptyFinding;
    const { media } = ports.site;
    if (media !== null && media !== false) return await bySite(media, page, inSource, ports);
    const isOpen = inSource.isVideoPage || mustPlay(ports);
    const finding = isOpen ? inSource : await lookIntoFrames(page, inSource, ports);
    if (!finding.isVideoPage && !mustPlay(ports)) return withoutPlay(page, finding);
    const obstacle = obstacleTo(page, ports);
    return obstacle === null ? await resolveGeneric(page, finding, ports) : withoutMedia(page, obstacle);
  };

/**
 * Plays a page whose source shows no media, as `newshawk media` does. @returns null: it may not be played, or has none
 * @throws NewshawkError no-browser
 */
export const playOnTrial =
  (ports: MediaDecision) =>
  async ({ page }: FetchedPage): Promise<ResolvedPage | null> => {
    if (ports.openPlayer === null || ports.site.media !== null || obstacleTo(page, ports) !== null) return null;
    const resolved = await resolveGeneric(page, (await findInSource(page, ports)) ?? emptyFinding, ports);
    return resolved.media.length > 0 ? resolved : null;
  };

/** The result of a page that is not played: it has no media, or leads to the pages that have them. */
const withoutPlay = (page: Page, { playLinks: { kind, urls } }: MediaFinding): ResolvedPage =>
  kind === null ? withoutMedia(page, 'not-video-page') : { ...withoutMedia(page, 'not-play-page'), playLinks: urls };

/** Where a person asks, only a player decides: a static guess is for crawls, where it saves work. */
const mustPlay = ({ isAsked = false, openPlayer }: MediaDecision): boolean => isAsked && openPlayer !== null;

/** Stops 2 and 3: returns why a page is not resolved generically; null if it is. */
function obstacleTo(page: Page, { isAllowed, isGenericOn, site }: MediaDecision): NoMediaReason | null {
  if (!isAllowed(page.finalUrl)) return 'domain-not-allowed';
  return site.media === false || !isGenericOn ? 'no-resolver' : null; // sites with their own resolver are handled before
}

async function bySite(
  media: Exclude<Site['media'], null | false>,
  page: Page,
  finding: MediaFinding,
  ports: MediaDecision,
): Promise<ResolvedPage> {
  const { judgeBySite, resolveBySite } = await import('./site/site-resolver.ts'); // few sites have their own
  const { budget = playBudget, site } = ports;
  const signal = AbortSignal.timeout(budget.totalMs + siteMs);
  const call: SiteCall = { page, finding, ports, signal, where: site.file ?? site.host };
  const { isPlayPage, reason, next } = await judgeBySite(media, call);
  if (!isPlayPage) return { ...withoutMedia(page, reason), playLinks: next };
  if (!ports.isAllowed(page.finalUrl)) return withoutMedia(page, 'domain-not-allowed');
  return await resolveBySite(media, call);
}
