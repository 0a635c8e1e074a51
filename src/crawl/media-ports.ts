import type { PlayerPage, PlayerPlan } from '../browser-port.ts';
import type { Site } from '../model/crawl/site.ts';
import type { IdentityRoute } from '../ports.ts';
import type { PagePorts } from '../services.ts';
import type { MediaDecision } from '../stages/media/resolve-media.ts';

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
export const longestAdWaitMs = 8_000;

/** The ports of the media stage for one page. Apart from the page's reader, which loads much that `newshawk media` does not need. */
export const mediaPorts = (
  ports: PagePorts,
  { site, identity, plays, isAllowed }: MediaSearchRequest,
): MediaDecision => ({
  site,
  isAllowed,
  isGenericOn: ports.config.media === 'generic',
  budget: { totalMs: ports.config.mediaBudgetMs, adMs: Math.min(longestAdWaitMs, ports.config.mediaBudgetMs) },
  reader: ports.reader,
  http: ports.http,
  identity,
  openPlayer: plays ? (plan) => openPlayer(ports, plan) : null,
  adLists: ports.adLists,
});

async function openPlayer({ browsers, turns }: PagePorts, plan: PlayerPlan): Promise<PlayerPage> {
  await turns?.free(plan.url); // before it takes a place in the browser
  return await (await browsers()).openPlayer({ ...plan, turns });
}
