import type { PlayerPage, PlayerPlan } from '../../browser-port.ts';
import { kindOf } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import type { Evidence } from '../../model/media/media-sighting.ts';
import type { NoMediaReason, Page, ResolvedPage } from '../../model/page/page.ts';
import { fetchAddress, withFragment } from '../../model/web/canonical-url.ts';
import type { AdLists, HttpClient, IdentityRoute, MediaFinding, Reader } from '../../ports.ts';
import { findAsServed } from './as-served.ts';
import type { PlayEvidence } from './facts/describe.ts';
import { describeAll, maxDescribed, noPlayEvidence, textsByUrl } from './facts/describe-all.ts';
import { mediaUrlKey } from './find/media-url.ts';
import { fetchHeaders } from './find/network.ts';
import { factsExpression, type PlayPageFacts } from './in-page/facts.ts';
import { hooksScript } from './in-page/hooks.ts';
import { chooseNoMediaReason } from './no-media.ts';
import { hasStrongEvidence } from './play/certainty.ts';
import { hookKey } from './play/hook-key.ts';
import { type PlayStep, playPage } from './play/play-page.ts';
import { type PlayBudget, playBudget } from './play/play-times.ts';
import { stopPlaying } from './play/stop-playing.ts';
import { evaluateMs, type PlayState, WatchedPage } from './play/watched-page.ts';
import { withStreamAddress } from './stream-address.ts';

export interface MediaPorts {
  readonly reader: Reader;
  readonly http: HttpClient;
  readonly identity: IdentityRoute;
  /** Opens a page for playing; null: no browser for this page, only its source is used. */
  readonly openPlayer: ((plan: PlayerPlan) => Promise<PlayerPage>) | null;
  readonly adLists: () => Promise<AdLists>;
  readonly budget?: PlayBudget;
  /** The requested address from its # on, which may name the film among several; addresses of tasks have none. */
  readonly fragment?: string;
  /** A person asks for the media of this page: it is played even if its source has no sign of media. Default: false. */
  readonly isAsked?: boolean;
  /** A browser ran the page's scripts before: now they may only read. Default: false. */
  readonly readsOnly?: boolean;
  /** Takes a screenshot at each step, for the trace. */
  readonly withPictures?: boolean;
}

/** Cheap test before the page is parsed: every page with media, or with links to them, contains one of these. */
const mediaWords =
  /<(?:video|audio|source|object|embed|iframe)\b|VideoObject|AudioObject|og:(?:video|audio)|content="video|twitter:player|\.m3u8|\.mpd\b|\.mp4|\.webm|\.mp3|\.flv|player|createElement\(['"](?:video|audio)|\bplay\b|play[-_]?(?:btn|button|url)|\b(?:watch|episodes?|films|movies|videos)\b|播放|再生|视频|电影|動画|映画/i;

/** Roles of media besides the page's content. */
const decorativeRoles: ReadonlySet<MediaItem['role']> = new Set(['ad', 'background', 'preview']);
/** Time to load the page and its manifests, besides playing. */
const openMs = 15_000;

/** Returns the media in a page's source; null if nothing suggests any. */
export async function findInSource(page: Page, { reader, fragment = '' }: MediaPorts): Promise<MediaFinding | null> {
  if (!mediaWords.test(page.html) && !hasMediaTraffic(page)) return null;
  const { html, network } = page;
  return await reader.findMedia({ html, finalUrl: withFragment(page.finalUrl, fragment), network });
}

/**
 * Returns the media items of a video page of any site: from its source, and from what its player requests once it plays; manifests are read into variants.
 * A page without media is a result with a reason, not a failure.
 */
export async function resolveGeneric(page: Page, finding: MediaFinding, ports: MediaPorts): Promise<ResolvedPage> {
  const resolved = await resolveItems(page, finding, ports);
  const { pageTitle, about = null } = finding;
  const [main] = resolved.media.filter(({ role }) => role === 'main');
  // the title of the page is the default title of its main medium
  const named = (item: MediaItem): MediaItem => {
    if (item.role !== 'main') return item;
    const own = item === main ? about : null;
    return {
      ...item,
      title: item.title ?? own?.title ?? (pageTitle === '' ? null : pageTitle),
      poster: item.poster ?? own?.poster ?? null,
      durationMs: item.durationMs ?? (item.live === 'vod' ? (own?.durationMs ?? null) : null),
    };
  };
  return { ...resolved, media: resolved.media.map(named) };
}

async function resolveItems(page: Page, finding: MediaFinding, ports: MediaPorts): Promise<ResolvedPage> {
  const declared = await declaredMedia(page, finding, ports);
  if (declared !== null) return { ...withoutMedia(page, null), media: declared };
  if (ports.openPlayer === null) return await resolveFromSource(page, finding, ports);
  return await resolveByPlaying(page, finding, { ...ports, openPlayer: ports.openPlayer });
}

export const withoutMedia = (page: Page, noMedia: NoMediaReason | null): ResolvedPage => ({
  page,
  media: [],
  noMedia,
  playLinks: [],
  trace: null,
});

const hasMediaTraffic = (page: Page): boolean =>
  page.network.some(({ type, mimeType }) => type === 'media' || /mpegurl|dash\+xml|^(video|audio)\//i.test(mimeType));

/** Whether a medium is the page's own: neither decoration nor another page's. */
export const isContent = ({ role, reasons }: MediaItem): boolean =>
  !decorativeRoles.has(role) && (role !== 'unknown' || !reasons.some((reason) => othersReasons.has(reason)));
const othersReasons: ReadonlySet<string> = new Set<Evidence>(['of another entry', 'beside the content']);

/**
 * The media of a page, where there is content among them; otherwise the reason why not. A large player that only its surroundings call another page's is the
 * content of a page that has nothing else.
 */
function mediaOrReason(
  items: readonly MediaItem[],
  reason: () => NoMediaReason,
): { readonly media: readonly MediaItem[]; readonly noMedia: NoMediaReason | null } {
  if (items.some(isContent)) return { media: items, noMedia: null };
  const last = items.find(isLargeBeside);
  return last === undefined ? { media: [], noMedia: reason() } : { media: [{ ...last, role: 'main' }], noMedia: null };
}

const isLargeBeside = ({ role, reasons }: MediaItem): boolean =>
  role === 'unknown' && reasons.includes('beside the content') && reasons.includes('big element');

/**
 * Returns media that need no browser: an embedded player of another site, or media in structured data that their server confirms. Null: the page must be
 * played, for example because its script may play something else.
 */
async function declaredMedia(page: Page, finding: MediaFinding, ports: MediaPorts): Promise<MediaItem[] | null> {
  const mains = finding.items.filter(({ role }) => role === 'main');
  const [best] = mains;
  if (best === undefined) return null;
  // a stand-in shows its player's address when it is clicked
  if (best.delivery === 'embed' && (ports.openPlayer === null || hasStrongEvidence(best))) return mains;
  // which of several films the page shows is seen only when it plays
  if (mains.length > 1 && ports.openPlayer !== null) return null;
  if (finding.isScripted || !mains.every(({ reasons }) => reasons.includes('JSON-LD or Open Graph'))) return null;
  const described = await describeAll(mains, page.finalUrl, noPlayEvidence, ports);
  return described.length === mains.length && described.every(isThere) ? described : null;
}

const isThere = ({ probe }: MediaItem): boolean => probe !== null && probe.status < 400 && probe.magic !== null;

async function resolveFromSource(page: Page, finding: MediaFinding, ports: MediaPorts): Promise<ResolvedPage> {
  const described = await describeAll(finding.items, page.finalUrl, noPlayEvidence, ports);
  return { ...withoutMedia(page, null), ...mediaOrReason(described, () => 'no-media') };
}

async function resolveByPlaying(
  page: Page,
  finding: MediaFinding,
  ports: MediaPorts & { readonly openPlayer: (plan: PlayerPlan) => Promise<PlayerPage> },
): Promise<ResolvedPage> {
  const key = hookKey();
  const { identity, budget = playBudget, fragment = '', readsOnly = false } = ports;
  const timeoutMs = budget.totalMs + openMs;
  const plan: PlayerPlan = {
    url: withFragment(fetchAddress(page.task), fragment),
    identity,
    script: hooksScript(key),
    readsOnly,
    timeoutMs,
  };
  try {
    await using player = await ports.openPlayer(plan);
    return await playOpenedPage(page, finding, player, { ...ports, key, budget });
  } catch (error) {
    const kind = kindOf(error);
    // no browser: the page is retried when one is available
    if (kind === 'bug' || kind === 'no-browser') throw error;
    // the page itself was fetched: the media in its source are the fallback
    const reason: NoMediaReason | null = kind === 'blocked' ? 'bot-wall' : null;
    const { media, noMedia } =
      reason === null ? await resolveFromSource(page, finding, ports) : { media: [], noMedia: reason };
    const endedBy = error instanceof Error ? error.message : String(error);
    return {
      ...withoutMedia(page, noMedia),
      media,
      trace: { steps: [], endedBy, candidates: [] },
    };
  }
}

async function playOpenedPage(
  page: Page,
  finding: MediaFinding,
  player: PlayerPage,
  { key, budget, ...ports }: MediaPorts & { readonly key: string; readonly budget: PlayBudget },
): Promise<ResolvedPage> {
  const lists = await ports.adLists();
  const { sightings, isVideoPage } = page.via === 'static' ? finding : await findAsServed(finding, player, ports);
  const watched = new WatchedPage(player, { key, declared: sightings, lists });
  const pictures: (Uint8Array | null)[] = [];
  const picture = async (): Promise<void> => {
    pictures.push(ports.withPictures === true ? await player.screenshot() : null);
  };
  const played = await playPage(player, watched, {
    key,
    budget,
    mayInsist: async (state) => {
      if (state.items.some(isContent)) return false;
      const reason = noMediaReasonOf(player, await readFacts(player, key, ports), state, isVideoPage);
      return reason === 'no-media' || reason === 'not-video-page';
    },
    onStep: picture,
    signal: new AbortController().signal,
  });
  const { steps, endedBy } = played;
  const isSeen = played.state.items.some((item) => isContent(item) && hasStrongEvidence(item));
  const facts = isSeen ? null : await readFacts(player, key, ports);
  const state = facts === null ? played.state : await inMarkup(played.state, watched, facts);
  const exchanges = player.exchanges();
  const evidence: PlayEvidence = {
    texts: textsByUrl(exchanges),
    sentHeaders: new Map(exchanges.map(({ url, requestHeaders }) => [mediaUrlKey(url), fetchHeaders(requestHeaders)])),
    keySystems: state.keySystems,
    isLicensed: state.isLicensed,
  };
  const known = await withStreamAddress(state.items.slice(0, maxDescribed), { ...state, exchanges }, ports);
  const items = await withBrowserCookies(known, player);
  if (!items.some(isContent)) await picture();
  const [described] = await Promise.all([describeAll(items, player.url(), evidence, ports), stopPlaying(player, key)]);
  const last: PlayStep = { atMs: steps.at(-1)?.atMs ?? 0, what: `ended: ${endedBy}` };
  return {
    page,
    ...mediaOrReason(described, () => noMediaReasonOf(player, facts, state, isVideoPage)),
    playLinks: facts?.finding.playLinks.urls ?? [],
    trace: {
      steps: [...steps, last].map((step, at) => ({ ...step, screenshot: pictures[at] ?? null })),
      endedBy,
      candidates: state.items,
    },
  };
}

/**
 * Adds what the markup names now. Where nothing else supports it, only players of other sites count: an address may be that of a clip in a link to another page.
 */
async function inMarkup(state: PlayState, watched: WatchedPage, { finding }: ShownPage): Promise<PlayState> {
  const isSupported = state.items.some(isContent);
  const shown = isSupported ? finding.sightings : finding.sightings.filter(({ delivery }) => delivery === 'embed');
  if (shown.length === 0) return state;
  watched.declare(shown);
  return await watched.look(playBudget.totalMs);
}

/** What a played page shows, and where it leads. */
interface ShownPage extends PlayPageFacts {
  readonly finding: MediaFinding;
}

/** Null: the page does not answer. */
async function readFacts(player: PlayerPage, key: string, { reader }: MediaPorts): Promise<ShownPage | null> {
  const [main] = await player.inFrames<PlayPageFacts>(factsExpression(key), evaluateMs);
  if (main === undefined) return null;
  const finding = await reader.findMedia({ html: main.value.html, finalUrl: player.url(), network: [] });
  return { ...main.value, finding };
}

function noMediaReasonOf(
  player: PlayerPage,
  facts: ShownPage | null,
  state: PlayState,
  isVideoPage: boolean,
): NoMediaReason {
  const teasers = state.items.filter(({ role, reasons }) => role === 'preview' || reasons.includes('inside a link'));
  return chooseNoMediaReason({
    status: player.status,
    text: facts?.text ?? '',
    hasPassword: facts?.hasPassword ?? false,
    keySystems: state.keySystems,
    playLinks: facts?.finding.playLinks.kind ?? null,
    teasers: teasers.length,
    playerElements: state.playerElements,
    isVideoPage,
    isDecorated: state.items.length > 0 && state.items.every(({ role }) => role === 'background'),
  });
}

/**
 * Media that the page names and did not request get the cookies that its browser would send: scripts and answers have set some since the page was fetched.
 * What was requested has its cookies already.
 */
export async function withBrowserCookies(items: readonly MediaItem[], player: PlayerPage): Promise<MediaItem[]> {
  return await Promise.all(
    items.map(async (item) => {
      if (item.reasons.includes('seen on the network') || !/^https?:/.test(item.url)) return item;
      const cookie = await player.cookieFor(item.url);
      return cookie === '' ? item : { ...item, headers: { cookie, ...item.headers } };
    }),
  );
}
