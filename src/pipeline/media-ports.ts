import type { PlayerPage, PlayerPlan } from '../browser-port.ts';
import type { Site } from '../model/crawl/site.ts';
import type { IdentityRoute } from '../ports.ts';
import type { MediaDecision } from '../stages/media/resolve-media.ts';
import type { CrawlPorts, Settings } from './ports.ts';

/** What a search for media needs. Apart from the life of a story, which loads much that `newshawk media` does not need. */
export type MediaSearchPorts = Pick<CrawlPorts, 'reader' | 'http' | 'browsers' | 'adLists' | 'turns'> &
  Settings<'media' | 'mediaBudgetMs'>;

/** Who reads a page, and how its media may be looked for. */
export interface MediaSearchRequest {
  readonly site: Site;
  readonly identity: IdentityRoute;
  /** Whether a page with media may be opened in the browser for them. */
  readonly plays: boolean;
  /** Whether a page with this address, after redirects, belongs to the crawl. */
  readonly isAllowed: (url: string) => boolean;
}

/** The longest wait for an advertisement, ms; never longer than the play. */
export const longestAdMs = 8_000;

/** The ports of the media stage for one page. */
export const mediaPorts = (
  io: MediaSearchPorts,
  { site, identity, plays, isAllowed }: MediaSearchRequest,
): MediaDecision => ({
  site,
  isAllowed,
  isGenericOn: io.config.media === 'generic',
  budget: { totalMs: io.config.mediaBudgetMs, adMs: Math.min(longestAdMs, io.config.mediaBudgetMs) },
  reader: io.reader,
  http: io.http,
  identity,
  openPlayer: plays ? (plan) => openPlayer(io, plan) : null,
  adLists: io.adLists,
});

async function openPlayer(
  { browsers, turns }: Pick<CrawlPorts, 'browsers' | 'turns'>,
  plan: PlayerPlan,
): Promise<PlayerPage> {
  await turns?.free(plan.url); // before it takes a place in the browser
  return await (await browsers()).openPlayer({ ...plan, turns });
}
