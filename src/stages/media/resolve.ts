import { randomBytes } from 'node:crypto';
import { kindOf } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import type { NoMediaReason, Page, ResolvedPage } from '../../model/page/page.ts';
import { fetchAddress } from '../../model/web/canonical-url.ts';
import type { AdLists, HttpClient, IdentityRoute, MediaFinding, PlayerPage, PlayerPlan, Reader } from '../../ports.ts';
import { describeItem } from './facts/describe.ts';
import { withoutRenditions } from './facts/manifest.ts';
import { mediaUrlKey } from './find/media-url.ts';
import { factsExpression, type PlayPageFacts } from './in-page/facts.ts';
import { hooksScript } from './in-page/hooks.ts';
import { chooseNoMediaReason } from './no-media.ts';
import { type PlayBudget, type PlayStep, playBudget, playPage, stopPlaying } from './play/play-page.ts';
import { evaluateMs, type PlayState, WatchedPage } from './play/watched-page.ts';

export interface MediaPorts {
  readonly reader: Pick<Reader, 'findMedia'>;
  readonly http: Pick<HttpClient, 'fetch'>;
  readonly identity: IdentityRoute;
  /** Opens a page to be played; null: no browser for this page, what its source says has to do. */
  readonly openPlayer: ((plan: PlayerPlan) => Promise<PlayerPage>) | null;
  readonly adLists: () => Promise<AdLists>;
  readonly budget?: PlayBudget;
  /** A picture at each stage, for whoever looks into it. */
  readonly withPictures?: boolean;
}

/** Cheap words before a parse is paid for: no page with media lacks all of them. */
const mediaWords =
  /<(?:video|audio|source|object|embed|iframe)\b|VideoObject|AudioObject|og:(?:video|audio)|content="video|twitter:player|\.m3u8|\.mpd\b|\.mp4|\.webm|\.mp3|\.flv|player|createElement\(['"](?:video|audio)|\bplay\b|play[-_]?(?:btn|button|url)|播放|再生/i;

/** What a page plays beside what it is about. */
const decorativeRoles: ReadonlySet<MediaItem['role']> = new Set(['ad', 'background', 'preview']);
/** More are a list of media: the first ones are described. */
const maxDescribed = 12;
/** Beyond the play itself: load, manifests. */
const openMs = 15_000;

/** What a page's source says of its media; null: not a word. */
export async function findInSource(page: Page, { reader }: Pick<MediaPorts, 'reader'>): Promise<MediaFinding | null> {
  return mediaWords.test(page.html) || hasMediaTraffic(page) ? await reader.findMedia(page) : null;
}

/**
 * From a video page of any site to its media items: what its source says, and what its player asks for once it is made to play; manifests read into variants.
 * That there is none is an answer with a reason, no failure.
 */
export async function resolveGeneric(page: Page, finding: MediaFinding, ports: MediaPorts): Promise<ResolvedPage> {
  const resolved = await resolveItems(page, finding, ports);
  // a film without a name of its own is called as its page is
  const named = (item: MediaItem): MediaItem =>
    item.title !== null || item.role !== 'main' || finding.pageTitle === ''
      ? item
      : { ...item, title: finding.pageTitle };
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

export const isContent = ({ role }: MediaItem): boolean => !decorativeRoles.has(role);

/**
 * What needs no browser: an embed of another site's, or what structured data name, once a server has shown that it is there. A page whose script plays may play
 * something else, and a file where there may be a stream is not believed.
 */
async function declaredMedia(page: Page, finding: MediaFinding, ports: MediaPorts): Promise<MediaItem[] | null> {
  const mains = finding.items.filter(({ role }) => role === 'main');
  const [best] = mains;
  if (best === undefined) return null;
  if (best.delivery === 'embed') return mains;
  if (finding.isScripted || !mains.every(({ reasons }) => reasons.includes('JSON-LD or Open Graph'))) return null;
  const described = await describeAll(mains, page.finalUrl, noPlayEvidence, ports);
  return described.length === mains.length && described.every(isThere) ? described : null;
}

const isThere = ({ probe }: MediaItem): boolean => probe !== null && probe.status < 400 && probe.magic !== null;

export const noPlayEvidence = { texts: new Map<string, string>(), keySystems: new Set<string>() };

async function resolveFromSource(page: Page, finding: MediaFinding, ports: MediaPorts): Promise<ResolvedPage> {
  const media = await describeAll(finding.items, page.finalUrl, noPlayEvidence, ports);
  return { ...withoutMedia(page, media.some(isContent) ? null : 'no-media'), media };
}

async function resolveByPlaying(
  page: Page,
  finding: MediaFinding,
  ports: MediaPorts & { readonly openPlayer: (plan: PlayerPlan) => Promise<PlayerPage> },
): Promise<ResolvedPage> {
  const key = randomBytes(12).toString('hex');
  const { identity, budget = playBudget } = ports;
  const timeoutMs = budget.totalMs + openMs;
  const plan: PlayerPlan = { url: fetchAddress(page.task), identity, script: hooksScript(key), timeoutMs };
  try {
    await using player = await ports.openPlayer(plan);
    return await playOpenedPage(page, finding, player, { ...ports, key, budget });
  } catch (error) {
    const kind = kindOf(error);
    // no browser: the page comes again when one is there
    if (kind === 'bug' || kind === 'no-browser') throw error;
    // the page itself was read: what its source names is better than nothing
    const reason = kind === 'blocked' ? 'bot-wall' : null;
    const { media } = reason === null ? await resolveFromSource(page, finding, ports) : { media: [] };
    const endedBy = error instanceof Error ? error.message : String(error);
    return {
      ...withoutMedia(page, media.some(isContent) ? null : (reason ?? 'no-media')),
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
  const watched = new WatchedPage(player, { key, declared: finding.sightings, lists });
  const pictures: (Uint8Array | null)[] = [];
  const picture = async (): Promise<void> => {
    pictures.push(ports.withPictures === true ? await player.screenshot() : null);
  };
  const {
    state: seen,
    steps,
    endedBy,
  } = await playPage(player, watched, {
    key,
    budget,
    onStep: picture,
    signal: new AbortController().signal,
  });
  const hasItems = seen.items.some(isContent);
  if (!hasItems) await picture();
  const texts = new Map(
    player
      .exchanges()
      .flatMap(({ url, text }): [string, string][] => (text === null ? [] : [[mediaUrlKey(url), text]])),
  );
  const facts = hasItems ? null : await readFacts(player);
  const [media] = await Promise.all([
    describeAll(seen.items, player.url(), { texts, keySystems: seen.keySystems }, ports),
    stopPlaying(player, key),
  ]);
  const last: PlayStep = { atMs: steps.at(-1)?.atMs ?? 0, what: `ended: ${endedBy}` };
  return {
    page,
    media,
    noMedia: media.some(isContent) ? null : noMediaReasonOf(player, facts, seen),
    playLinks: facts?.playLinks ?? [],
    trace: {
      steps: [...steps, last].map((step, at) => ({ ...step, screenshot: pictures[at] ?? null })),
      endedBy,
      candidates: seen.items,
    },
  };
}

export async function describeAll(
  items: readonly MediaItem[],
  pageUrl: string,
  seen: typeof noPlayEvidence | { texts: ReadonlyMap<string, string>; keySystems: ReadonlySet<string> },
  { http, identity }: Pick<MediaPorts, 'http' | 'identity'>,
): Promise<MediaItem[]> {
  const described = await Promise.all(
    items.slice(0, maxDescribed).map((item) => describeItem(item, { http, identity, pageUrl, ...seen })),
  );
  return withoutRenditions(described.filter((item) => item !== null));
}

async function readFacts(player: PlayerPage): Promise<PlayPageFacts | null> {
  const [main] = await player.inFrames<PlayPageFacts>(factsExpression, evaluateMs);
  return main?.value ?? null;
}

function noMediaReasonOf(player: PlayerPage, facts: PlayPageFacts | null, seen: PlayState): NoMediaReason {
  const teasers = seen.items.filter(({ role, reasons }) => role === 'preview' || reasons.includes('inside a link'));
  return chooseNoMediaReason({
    status: player.status,
    text: facts?.text ?? '',
    hasPassword: facts?.hasPassword ?? false,
    keySystems: seen.keySystems,
    playLinks: facts?.playLinks.length ?? 0,
    teasers: Math.max(facts?.teasers ?? 0, teasers.length),
    playerElements: seen.playerElements,
    isVideoPage: true,
  });
}
