import type { MediaItem } from '../../model/media-item.ts';
import { kept, type Outcome } from '../../model/outcome.ts';
import type { Page, ResolvedPage } from '../../model/page.ts';
import type { HttpClient, IdentityRoute, LivePage, MediaFinding, Reader } from '../../ports.ts';
import { describeManifest, withoutRenditions } from './manifest.ts';
import { playScript } from './play.ts';

export interface FetchedPage {
  readonly page: Page;
  /** Null for a static fetch. */
  readonly live: LivePage | null;
}

export interface MediaPorts {
  readonly reader: Pick<Reader, 'findMedia'>;
  readonly http: Pick<HttpClient, 'fetch'>;
  readonly identity: IdentityRoute;
}

/** Cheap words before a parse is paid for: no page with media lacks all of them. */
const mediaWords =
  /<(?:video|audio|source|object|embed|iframe)\b|VideoObject|AudioObject|og:(?:video|audio)|content="video|twitter:player|\.m3u8|\.mpd\b|\.mp4|\.webm|\.mp3|\.flv|player|播放/i;

/** A manifest is text: a few hundred kB at most, even for a day of DVR. */
const maxManifestBytes = 4 * 1024 * 1024;
const manifestTimeoutMs = 8_000;
/** How long a page that was told to play may take to ask for its media. */
const playWaitMs = 5_000;
const pollMs = 150;
const evaluateMs = 1_500;
/** What a page plays beside what it is about. */
const decoration: ReadonlySet<MediaItem['role']> = new Set(['ad', 'background', 'preview']);

/**
 * From a page to its media items: what its markup says; in the browser also what its player asks for once it is made to play; manifests read into variants.
 * That there is none is an answer with a reason, no failure.
 */
export const resolveMedia =
  ({ reader, http, identity }: MediaPorts) =>
  async ({ page, live }: FetchedPage): Promise<Outcome<ResolvedPage>> => {
    if (!mediaWords.test(page.html) && !hasMediaTraffic(page))
      return kept({ page, media: [], noMedia: 'not-video-page' });
    const first = await reader.findMedia(page);
    if (!first.isVideoPage) return kept({ page, media: [], noMedia: 'not-video-page' });
    const isEmbed = first.items.some(({ role, delivery }) => role === 'main' && delivery === 'embed');
    const { finding, seen } =
      live === null || isEmbed ? { finding: first, seen: page } : await play(page, live, reader, first);
    const media = await Promise.all(finding.items.map((item) => describe(item, seen, http, identity)));
    const playable = withoutRenditions(media.filter((item) => item !== null));
    const hasMain = playable.some(({ role }) => !decoration.has(role));
    return kept({ page: seen, media: playable, noMedia: hasMain ? null : 'no-media' });
  };

const hasMediaTraffic = (page: Page): boolean =>
  page.network.some(({ type, mimeType }) => type === 'media' || /mpegurl|dash\+xml|^(video|audio)\//i.test(mimeType));

/** Makes the page play, muted, and waits until its player has asked for something or the time is up. */
async function play(
  page: Page,
  live: LivePage,
  reader: MediaPorts['reader'],
  before: MediaFinding,
): Promise<{ finding: MediaFinding; seen: Page }> {
  const withTraffic = (): Page => ({ ...page, network: live.network() });
  let finding = before;
  let seen = withTraffic();
  let known = -1;
  const until = performance.now() + playWaitMs;
  await live.evaluate<number>(playScript, evaluateMs).catch(ignoreUnplayable);
  while (performance.now() < until) {
    const traffic = live.network().length;
    if (traffic !== known) {
      known = traffic;
      seen = withTraffic();
      finding = await reader.findMedia(seen);
      if (finding.items.some(({ role, reasons }) => role === 'main' && reasons.includes('seen on the network'))) break;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return { finding, seen };
}

/** A page whose script hangs or that has navigated away can't be made to play: what its markup says still counts. */
const ignoreUnplayable = (): number => 0;

/** Reads a manifest into its variants; null when there is nothing behind the address. */
async function describe(
  item: MediaItem,
  page: Page,
  http: MediaPorts['http'],
  identity: IdentityRoute,
): Promise<MediaItem | null> {
  const headers = { referer: page.finalUrl, ...item.headers };
  const isManifest = item.delivery === 'hls' || item.delivery === 'dash';
  if (!isManifest) return { ...item, headers: pickFetchHeaders(headers) };
  try {
    const answer = await http.fetch({
      url: item.url,
      identity,
      headers: pickFetchHeaders(headers),
      maxBytes: maxManifestBytes,
      timeoutMs: manifestTimeoutMs,
    });
    if (answer.status >= 400) return null;
    const described = describeManifest({ ...item, url: item.url }, new TextDecoder().decode(answer.body));
    return { ...described, headers: pickFetchHeaders(headers) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...item, headers: pickFetchHeaders(headers), reasons: [...item.reasons, `manifest not read: ${why}`] };
  }
}

/** What a downloader has to send; the rest of a browser's headers is of no use to it. */
const pickFetchHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(referer|cookie|authorization|origin)$/i.test(name)));
