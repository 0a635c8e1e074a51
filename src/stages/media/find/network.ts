import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import type { NetworkEntry } from '../../../model/page/page.ts';
import type { Exchange } from '../../../model/web/exchange.ts';
import { kindOfText, mediaFilesIn, partsOfManifest } from './media-text.ts';
import { fileName, kindOfUrl, mediaFolder, mediaUrlKey, type UrlKind, withoutRange } from './media-url.ts';
import { looksLikeMaster } from './ranking.ts';
import { readScript } from './script-text.ts';
import { sighting } from './sighting.ts';

/** A request of a stored log, which has less than that of a player. */
interface StoredRequest extends NetworkEntry {
  readonly text?: undefined;
  readonly requestBody?: undefined;
  readonly isWorkers?: undefined;
  readonly sizeBytes?: undefined;
}

type LoggedRequest = Exchange | StoredRequest;

/** File names of segments that have the extension of a whole file. */
const segmentName = /^(init|seg(ment)?|chunk|frag(ment)?|part)([-_.]?(stream)?\d*)*([-_.]|$)/i;
const neededHeaders = /^(referer|cookie|authorization|origin)$/i;
/** Kinds of requests that bring media: not documents, pictures, styles. */
const mediaTypes = new Set(['media', 'xhr', 'fetch', 'other', 'manifest']);

interface RequestedMedium {
  readonly request: LoggedRequest;
  readonly kind: Exclude<UrlKind, 'segment'>;
  /** The manifest's text; null for a file, or if it is unknown. */
  readonly text: string | null;
}

interface NetworkMedia {
  readonly sightings: Sighting[];
  /** `mediaUrlKey`s of the files that VAST responses name. */
  readonly ads: ReadonlySet<string>;
}

/**
 * Returns the media that a page requests, and the media addresses in its responses. Segments and renditions of an earlier manifest are left out.
 * @param declared `mediaUrlKey`s of addresses in the page's source: these never count as renditions
 */
export function readNetwork(network: readonly LoggedRequest[], declared: ReadonlySet<string>): NetworkMedia {
  const readings = network.flatMap((request) => readOnce(request) ?? []);
  const ads = new Set(readings.flatMap((reading) => reading.ads));
  const children = new Set(readings.flatMap((reading) => reading.children));
  const folders = [...new Set(readings.flatMap((reading) => reading.folders))];
  const texts = readings.flatMap((reading) => reading.sightings);
  const manifests: string[] = [];
  const sightings: Sighting[] = [];
  const requested = [...network.flatMap(requestedMedia), ...findTracks(network), ...findWholeStream(network, children)];
  const beforeRedirects = firstHops(network);
  const firstHopOf = ({ request }: RequestedMedium): LoggedRequest =>
    beforeRedirects.get(mediaUrlKey(request.redirectedTo ?? request.url)) ?? request;
  for (const [key, group] of Map.groupBy(requested, (medium) => mediaUrlKey(firstHopOf(medium).url))) {
    const [first] = group;
    if (first === undefined || children.has(key)) continue;
    const isManifest = /^(hls|dash|smooth)$/.test(first.kind);
    const isPart = manifests.some((manifest) => isChild(first, manifest)) || isPartIn(first, folders, children);
    if (!declared.has(key) && isPart) continue;
    if (isManifest) manifests.push(...group.map(({ request }) => request.redirectedTo ?? request.url));
    sightings.push(toSighting(firstHopOf(first), first, group));
  }
  return { sightings: [...sightings, ...texts.filter(({ url }) => !children.has(mediaUrlKey(url)))], ads };
}

/**
 * By `mediaUrlKey` of an address that a redirect led to: the request before the redirect. Players request the new address again for further ranges and for
 * the next playlist of a live stream: it is the same medium.
 */
function firstHops(network: readonly LoggedRequest[]): Map<string, LoggedRequest> {
  const hops = new Map<string, LoggedRequest>();
  for (const request of network) {
    if (request.redirectedTo == null) continue;
    const target = mediaUrlKey(request.redirectedTo);
    const first = hops.get(mediaUrlKey(request.url)) ?? request;
    if (!hops.has(target) && mediaUrlKey(first.url) !== target) hops.set(target, first);
  }
  return hops;
}

/** What the text of a response names: renditions and segments (keys), advertisements (keys), and media in scripts or JSON. */
interface TextReading {
  readonly children: readonly string[];
  /** Folders in which a manifest numbers its segments. */
  readonly folders: readonly string[];
  readonly ads: readonly string[];
  readonly sightings: readonly Sighting[];
}

/** A playing page is read many times, the text of each response once. */
const readingCache = new WeakMap<LoggedRequest, TextReading>();

function readOnce(request: LoggedRequest): TextReading | null {
  const { url, type, redirectedTo, text } = request;
  // documents are read as markup
  if (text == null || type === 'document' || !/^https?:/.test(url)) return null;
  const reading = readingCache.get(request) ?? readText(text, redirectedTo ?? url);
  readingCache.set(request, reading);
  return reading;
}

function readText(text: string, base: string): TextReading {
  const kind = kindOfText(text);
  const { files, folders } = kind === null ? { files: [], folders: [] } : partsOfManifest(kind, text, base);
  return {
    children: files.map(mediaUrlKey),
    folders,
    ads: kind === 'vast' ? mediaFilesIn(text, base).map(mediaUrlKey) : [],
    sightings: kind === null ? readScript(text, base) : [],
  };
}

function requestedMedia(request: LoggedRequest): RequestedMedium[] {
  const { url, type, mimeType, text = null } = request;
  if (!/^https?:/.test(url) || !mediaTypes.has(type)) return [];
  const textKind = text === null ? null : kindOfText(text);
  if (textKind === 'vast') return [];
  if (textKind !== null) return [{ request, kind: textKind, text }];
  const kind =
    kindOfUrl(url, mimeType) ?? (request.redirectedTo == null ? null : kindOfUrl(request.redirectedTo, mimeType));
  // a media element loads only media, whatever the address says
  if (kind === null) return type === 'media' ? [{ request, kind: 'progressive', text: null }] : [];
  if (kind === 'segment') return [];
  // named like a manifest, but the text is not one
  if (text !== null && /^(hls|dash|smooth)$/.test(kind)) return [];
  if (kind === 'progressive' && type !== 'media' && segmentName.test(fileName(url))) return [];
  return [{ request, kind, text: null }];
}

/** Finds files that a script reads by ranges for MediaSource: separate video and audio tracks, named like segments or without an extension. */
function findTracks(network: readonly LoggedRequest[]): RequestedMedium[] {
  const ranged = network.filter(
    ({ url, type, status, requestHeaders }) =>
      /^https?:/.test(url) && /^(xhr|fetch)$/.test(type) && status === 206 && requestHeaders.range !== undefined,
  );
  return [...Map.groupBy(ranged, ({ url }) => mediaUrlKey(url)).values()].flatMap((group): RequestedMedium[] => {
    const [request] = group;
    const isTrack = request !== undefined && group.length > 1 && isTrackKind(request);
    return isTrack ? group.map((part) => ({ request: part, kind: 'progressive', text: null })) : [];
  });
}

/**
 * Finds a transport stream that a script reads as one file, for a player without playlists (mpegts.js, jsmpeg). On a page with a manifest, with several such
 * files, or with a name of a segment, it is a piece of a stream.
 */
function findWholeStream(network: readonly LoggedRequest[], children: ReadonlySet<string>): RequestedMedium[] {
  const streams = network.filter(
    ({ url, type, status, mimeType }) =>
      /^https?:/.test(url) &&
      mediaTypes.has(type) &&
      status >= 200 &&
      status < 400 &&
      !isCode.test(mimeType) &&
      (transportStream.test(new URL(url).pathname) || mimeType === 'video/mp2t'),
  );
  const [first] = streams;
  if (first === undefined || children.has(mediaUrlKey(first.url)) || isPieceName(fileName(first.url))) return [];
  if (streams.some(({ url }) => mediaUrlKey(url) !== mediaUrlKey(first.url)) || network.some(isManifest)) return [];
  return streams.map((request) => ({ request, kind: 'progressive', text: null }));
}

/** TypeScript has the same ending. */
const isCode = /^text\/(?:html|javascript|typescript)|json/;
const transportStream = /\.(ts|m2ts|mts)$/i;
export const isPieceName = (name: string): boolean =>
  segmentName.test(name) || /^\d+(\.\w+)?$|[-_.]0*[01]\.\w+$/.test(name);

const isManifest = ({ url, mimeType, text = null }: LoggedRequest): boolean =>
  (text !== null && /^(hls|dash|smooth)$/.test(kindOfText(text) ?? '')) ||
  (/^https?:/.test(url) && /^(hls|dash|smooth)$/.test(kindOfUrl(url, mimeType) ?? ''));

const isTrackKind = ({ url, mimeType }: LoggedRequest): boolean =>
  /^(video|audio)\/|octet-stream/.test(mimeType) || kindOfUrl(url, mimeType) === 'segment';

/**
 * Whether a later request is a rendition of a manifest: it is in the manifest's folder or below. Not a rendition: a playlist beside the manifest that is named
 * like a master playlist, and a file that a media element requests.
 */
function isChild({ request, kind, text }: RequestedMedium, manifest: string): boolean {
  const folder = mediaFolder(manifest);
  if (!request.url.startsWith(folder)) return false;
  if (kind === 'progressive' || kind === 'flv-stream') return request.type !== 'media';
  if (text !== null && /#EXT-X-STREAM-INF/.test(text)) return false;
  return mediaFolder(request.url) !== folder || !looksLikeMaster(request.url);
}

/** Whether a file that a script reads is where a manifest has its parts, which may be another host. Players add parameters of their own. */
function isPartIn({ request, kind }: RequestedMedium, folders: readonly string[], files: ReadonlySet<string>): boolean {
  const { url, type } = request;
  if (kind !== 'progressive' || type === 'media') return false;
  return (
    folders.some((folder) => url.startsWith(folder)) || (/\.\w+\?/.test(url) && files.has(url.split('?')[0] ?? ''))
  );
}

/** @param asked the request before any redirect: its address and headers are those that a downloader needs */
function toSighting(
  asked: LoggedRequest,
  { request, kind, text }: RequestedMedium,
  group: readonly RequestedMedium[],
): Sighting {
  const isRefused = group.every(({ request: { status } }) => status >= 400 && status !== 416); // 416: a range beyond the end of an existing file
  // the response of a service worker proves nothing about the server
  const evidence: Evidence[] = request.isWorkers === true ? [] : ['seen on the network'];
  if (isRefused) evidence.push('HTTP error');
  if (text !== null && /#EXT-X-STREAM-INF/.test(text)) evidence.push('master playlist');
  if (group.some(isShortSound)) evidence.push('a short sound');
  const isPost = asked.method === 'POST';
  return sighting(withoutRange(asked.url), kind, evidence, {
    mimeType: request.mimeType === '' ? null : request.mimeType,
    method: isPost ? 'POST' : 'GET',
    body: isPost ? (asked.requestBody ?? null) : null,
    headers: fetchHeaders(asked.requestHeaders),
    manifest: text,
  });
}

/** Sounds of controls: a click, a chime. A second of speech has more bytes. */
const maxSoundBytes = 8_000;

const isShortSound = ({ request: { url, mimeType, status, sizeBytes = null } }: RequestedMedium): boolean =>
  (status === 200 || status === 206) &&
  sizeBytes !== null &&
  sizeBytes <= maxSoundBytes &&
  (/^audio\//.test(mimeType) || /\.(mp3|m4a|ogg|oga|opus|wav|aac|flac)$/i.test(new URL(url).pathname));

/** The headers that a downloader must send; servers ignore the others. */
export const fetchHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => neededHeaders.test(name)));
