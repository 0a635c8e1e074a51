import type { MediaItem } from '../../../model/media/media-item.ts';
import { detectFormat, findHiddenStream } from '../find/magic.ts';
import { mediaUrlKey } from '../find/media-url.ts';
import { isInline } from '../find/sighting.ts';
import { readDurationMs } from './duration.ts';
import { readExpiry } from './expiry.ts';
import { canProbe, fetchFirstBytes, type ProbedFile, type ProbePorts, probeFile, readAt } from './probe.ts';
import { fileProtection, licensed, type Manifest, notProtected, withKeySystems } from './protection.ts';

/** The text of an answer. */
export interface FetchedText {
  readonly text: string;
  /** Address that answered, after redirects: relative addresses in the text are resolved against it. */
  readonly url: string;
}

/** What a played page adds to the description of its media. */
export interface PlayEvidence {
  /** By `mediaUrlKey`: manifests that the page already fetched. Some addresses work only once. */
  readonly texts: ReadonlyMap<string, FetchedText>;
  /** By `mediaUrlKey`: the headers that a downloader must send, as the page sent them. */
  readonly sentHeaders: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Key systems that the page requested from the browser. */
  readonly keySystems: ReadonlySet<string>;
  /** The page has asked for a licence. */
  readonly isLicensed: boolean;
}

interface DescribePorts extends ProbePorts, PlayEvidence {
  /** Address of the page: what a player sends as its Referer. */
  readonly pageUrl: string;
}

/** Manifests are text: even a day of DVR takes a few hundred kB. */
const maxManifestBytes = 4 * 1024 * 1024;
const manifestTimeoutMs = 8_000;
/** Segments with these extensions do not hide behind a picture. */
const segmentExtension = /\.(ts|m4s|m4[av]|mp4|cmf[va]|aac|mp3|webm|vtt)$/i;

/**
 * Returns an item with renditions, duration, protection and expiry, read from its manifest, server and address. Null: the address leads to no medium.
 * Behind a redirect the item keeps the address that was requested: downloaders follow redirects, and the address that answers is often signed for a
 * short time. What the manifest names is resolved against the address that answered.
 */
export async function describeItem(item: MediaItem, ports: DescribePorts): Promise<MediaItem | null> {
  // what a manifest without an address names is requested by its document
  const referer = isInline(item.url) ? (item.inlineManifestBase ?? ports.pageUrl) : ports.pageUrl;
  const isFetched = isInline(item.url) || /^https?:/.test(item.url);
  const ownHeaders = isFetched && /^https?:/.test(referer) ? { referer, ...item.headers } : item.headers;
  const requested = { ...item, headers: ownHeaders, expiresAt: readExpiry(item.url) };
  if (!/^(hls|dash|smooth)$/.test(item.delivery)) return await describeFile(requested, ports);
  const fetched = inlineText(item) ?? (await manifestAt(item, ownHeaders, ports));
  if (fetched === null) return null;
  const manifest = await readManifest(fetched);
  if (typeof manifest === 'string')
    return { ...requested, reasons: [...item.reasons, `manifest not read: ${manifest}`] };
  const headers =
    item.inlineManifest === null ? ownHeaders : { ...ownHeaders, ...headersOfFiles(manifest, ports), ...item.headers };
  const { firstSegment, ...described } = await withRendition(manifest, headers, ports);
  const isSilent = described.protection === 'none' && ports.isLicensed && item.role === 'main';
  const { protection, drmSystems } = isSilent
    ? licensed(ports.keySystems)
    : withKeySystems(described, ports.keySystems);
  const isHidden = protection === 'none' && (await startsWithPicture(firstSegment, headers, ports));
  // a manifest that needs a POST is passed on as text
  const posted = item.method === 'POST' ? { inlineManifest: fetched.text, inlineManifestBase: fetched.url } : {};
  return {
    ...requested,
    headers,
    ...posted,
    ...described,
    variants: described.variants.map((variant) =>
      variant.url === fetched.url ? { ...variant, url: item.url } : variant,
    ),
    durationMs: described.durationMs ?? item.durationMs,
    protection: isHidden ? 'obfuscated-segments' : protection,
    drmSystems,
    probe: isInline(item.url)
      ? null
      : { status: 200, magic: described.delivery, sizeBytes: null, acceptsRange: false, needs: [] },
  };
}

async function describeFile(item: MediaItem, ports: DescribePorts): Promise<MediaItem | null> {
  const file = await probeFile(item, ports);
  const result = file?.probe ?? null;
  // a medium that the page plays exists, whatever the server answers us
  const isSeen = item.reasons.includes('seen on the network');
  if (result === null && !isSeen && canProbe(item)) return null;
  if (result !== null && result.status >= 400 && !isSeen) return null;
  // the server sent a page or an error instead of a file
  if (result !== null && result.status < 400 && result.magic === null && !isSeen) return null;
  const ofBytes = file === null ? notProtected : fileProtection(file.head);
  const isFed = /^(mse-capture|websocket)$/.test(item.delivery);
  return {
    ...item,
    ...(isFed && ports.isLicensed ? licensed(ports.keySystems) : withKeySystems(ofBytes, ports.keySystems)),
    live: file?.isEndless === true ? 'live' : item.live,
    durationMs: file?.isEndless === true ? null : (item.durationMs ?? (await durationOf(item, file, ports))),
    probe: result,
  };
}

/** Of a file that was not played; null: its bytes do not say. */
async function durationOf(item: MediaItem, file: ProbedFile | null, ports: DescribePorts): Promise<number | null> {
  const { magic = null, sizeBytes = null, acceptsRange = false } = file?.probe ?? {};
  if (file === null || magic === null || item.live !== 'vod') return null;
  const read = (offset: number) => (acceptsRange ? readAt(item, offset, ports) : Promise.resolve(null));
  return await readDurationMs({ magic, sizeBytes, head: file.head, readAt: read });
}

/** Headers for the files that a manifest without an address names: as the page sent them to the first that it requested; empty: it requested none. */
function headersOfFiles(
  { variants, firstSegment }: Manifest,
  { sentHeaders }: DescribePorts,
): Readonly<Record<string, string>> {
  const files = [...variants.map(({ url }) => url), firstSegment ?? ''].filter((url) => /^https?:/.test(url));
  return files.map((url) => sentHeaders.get(mediaUrlKey(url))).find((headers) => headers !== undefined) ?? {};
}

/** The text of a manifest that the page has without an address; null: it has an address. */
const inlineText = ({ url, inlineManifest, inlineManifestBase }: MediaItem): FetchedText | null =>
  inlineManifest === null ? null : { text: inlineManifest, url: inlineManifestBase ?? url };

/** Loads the parsers with the first manifest: many pages have none. */
async function readManifest({ text, url }: FetchedText): Promise<Manifest | string> {
  const { parseManifest } = await import('./manifest.ts');
  try {
    return parseManifest(text, url);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Adds facts of the first rendition to an HLS master playlist: duration, live, and encryption of the segments. */
async function withRendition(
  master: Manifest,
  headers: Readonly<Record<string, string>>,
  ports: DescribePorts,
): Promise<Manifest> {
  const [first] = master.variants.filter(({ kind }) => kind !== 'subtitles');
  if (master.delivery !== 'hls' || first === undefined) return master;
  const fetched = await manifestAt({ url: first.url, method: 'GET', body: null }, headers, ports);
  const rendition = fetched === null ? '' : await readManifest(fetched);
  if (typeof rendition === 'string') return master; // the item is the master
  const { live, durationMs, dvrWindowMs, firstSegment } = rendition;
  const isLocked = master.protection !== 'none';
  const { protection, drmSystems } = isLocked ? master : rendition;
  return { ...master, live, durationMs, dvrWindowMs, firstSegment, protection, drmSystems };
}

/** The manifest at an address, as the page fetched it, else from the server; null: no manifest can be had there. */
async function manifestAt(
  {
    url,
    method,
    body,
  }: { readonly url: string; readonly method: MediaItem['method']; readonly body: MediaItem['body'] },
  headers: Readonly<Record<string, string>>,
  { texts, http, identity }: DescribePorts,
): Promise<FetchedText | null> {
  const seen = texts.get(mediaUrlKey(url));
  if (seen !== undefined) return seen;
  if (!/^https?:/.test(url)) return null;
  const message = method === 'POST' ? { method, body: body ?? '' } : {};
  const request = { ...message, url, identity, headers, maxBytes: maxManifestBytes, timeoutMs: manifestTimeoutMs };
  const answer = await http.fetch(request).catch(() => null); // no answer: the caller reports it
  if (answer === null || answer.status >= 400) return null;
  return { text: new TextDecoder().decode(answer.body), url: answer.url };
}

/** Whether segments begin with a picture, so that image hosts accept them; the player's script cuts it off. */
async function startsWithPicture(
  url: string | null,
  headers: Readonly<Record<string, string>>,
  ports: DescribePorts,
): Promise<boolean> {
  if (url === null || !/^https?:/.test(url) || segmentExtension.test(new URL(url).pathname)) return false;
  const answer = await fetchFirstBytes(url, headers, ports);
  return answer !== null && detectFormat(answer.body) === null && findHiddenStream(answer.body) !== null;
}
