import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import type { Exchange } from '../../../model/web/exchange.ts';
import { addressesInPlaylist, baseUrlsIn, kindOfText, mediaFilesIn } from './media-text.ts';
import { fileName, folderOf, kindOfUrl, mediaKey, type UrlKind } from './media-url.ts';
import { looksLikeMaster } from './ranking.ts';
import { readScript } from './script-text.ts';
import { sighting } from './sighting.ts';

/** What a request has to say for itself; a log that keeps less serves as well. */
export type Asked = Pick<Exchange, 'url' | 'method' | 'type' | 'status' | 'mimeType' | 'requestHeaders' | 'failure'> &
  Partial<Pick<Exchange, 'text' | 'redirectedTo' | 'requestBody' | 'isWorkers'>>;

/** File names of pieces that carry a whole file's extension. */
const pieceName = /^(init|seg(ment)?|chunk|frag(ment)?|part)([-_.]?(stream)?\d*)*([-_.]|$)/i;
const keptHeaders = /^(referer|cookie|authorization|origin)$/i;
/** Kinds of requests that bring media: not documents, pictures, styles. */
const mediaTypes = new Set(['media', 'xhr', 'fetch', 'other', 'manifest']);

interface Known {
  readonly asked: Asked;
  readonly kind: Exclude<UrlKind, 'segment'>;
  /** A manifest's, where it was read. */
  readonly text: string | null;
}

export interface Traffic {
  readonly sightings: Sighting[];
  /** `mediaKey`s of what advertisements' answers name. */
  readonly ads: ReadonlySet<string>;
}

/**
 * Media that a page asked for: playlists and files, no segments, and none of the children of a manifest that was asked for before; and the addresses in the
 * configurations that it got.
 * @param declared addresses that the page itself names: these are never taken for somebody's child
 */
export function readNetwork(network: readonly Asked[], declared: ReadonlySet<string>): Traffic {
  const readings = network.flatMap((asked) => readingOf(asked) ?? []);
  const ads = new Set(readings.flatMap((reading) => reading.ads));
  const children = new Set(readings.flatMap((reading) => reading.children));
  const texts = readings.flatMap((reading) => reading.sightings);
  const manifests: string[] = [];
  const found: Sighting[] = [];
  const known = [...network.flatMap(toKnown), ...tracksIn(network)];
  for (const [key, group] of Map.groupBy(known, ({ asked }) => mediaKey(asked.url))) {
    const [first] = group;
    if (first === undefined || children.has(key)) continue;
    const isManifest = /^(hls|dash|smooth)$/.test(first.kind);
    if (!declared.has(key) && manifests.some((manifest) => isChild(first, manifest))) continue;
    if (isManifest) manifests.push(first.asked.redirectedTo ?? first.asked.url);
    found.push(toSighting(first, group));
  }
  return { sightings: [...found, ...texts.filter(({ url }) => !children.has(mediaKey(url)))], ads };
}

/** What the text of an answer names, by `mediaKey`: renditions and pieces, advertisements; and addresses in what is neither. */
interface TextReading {
  readonly children: readonly string[];
  readonly ads: readonly string[];
  readonly sightings: readonly Sighting[];
}

/** A page is looked at many times while it plays; an answer's text is read once. */
const knownReadings = new WeakMap<Asked, TextReading>();

function readingOf(asked: Asked): TextReading | null {
  const { url, redirectedTo, text } = asked;
  if (text == null || !/^https?:/.test(url)) return null;
  const reading = knownReadings.get(asked) ?? readText(text, redirectedTo ?? url);
  knownReadings.set(asked, reading);
  return reading;
}

function readText(text: string, base: string): TextReading {
  const kind = kindOfText(text);
  const children =
    kind === 'hls' ? [...addressesInPlaylist(text, base)] : kind === 'dash' ? baseUrlsIn(text, base) : [];
  return {
    children: children.map(mediaKey),
    ads: kind === 'vast' ? mediaFilesIn(text, base).map(mediaKey) : [],
    sightings: kind === null ? readScript(text, base) : [],
  };
}

function toKnown(asked: Asked): Known[] {
  const { url, type, mimeType, text = null } = asked;
  if (!/^https?:/.test(url) || !mediaTypes.has(type)) return [];
  const said = text === null ? null : kindOfText(text);
  if (said === 'vast') return [];
  if (said !== null) return [{ asked, kind: said, text }];
  const kind =
    kindOfUrl(url, mimeType) ?? (asked.redirectedTo == null ? null : kindOfUrl(asked.redirectedTo, mimeType));
  // what a media element loads is media, whatever it is called
  if (kind === null) return type === 'media' ? [{ asked, kind: 'progressive', text: null }] : [];
  if (kind === 'segment') return [];
  // called a manifest, and its text is something else
  if (text !== null && /^(hls|dash|smooth)$/.test(kind)) return [];
  if (kind === 'progressive' && type !== 'media' && pieceName.test(fileName(url))) return [];
  return [{ asked, kind, text: null }];
}

/** A whole file that a script reads in pieces for MediaSource, by ranges: picture and sound apart, named like segments or not at all. */
function tracksIn(network: readonly Asked[]): Known[] {
  const ranged = network.filter(
    ({ url, type, status, requestHeaders }) =>
      /^https?:/.test(url) && /^(xhr|fetch)$/.test(type) && status === 206 && requestHeaders.range !== undefined,
  );
  return [...Map.groupBy(ranged, ({ url }) => mediaKey(url)).values()].flatMap((group): Known[] => {
    const [asked] = group;
    const isTrack = asked !== undefined && group.length > 1 && isTrackKind(asked);
    return isTrack ? group.map((one) => ({ asked: one, kind: 'progressive', text: null })) : [];
  });
}

const isTrackKind = ({ url, mimeType }: Asked): boolean =>
  /^(video|audio)\/|octet-stream/.test(mimeType) || kindOfUrl(url, mimeType) === 'segment';

/**
 * A playlist or file asked for after a manifest, in its folder or deeper, is a rendition of it: unless it is a playlist beside it that is named like a
 * master itself, or a file that a media element (not a player's script) asked for.
 */
function isChild({ asked, kind, text }: Known, manifest: string): boolean {
  const folder = folderOf(manifest);
  if (!asked.url.startsWith(folder)) return false;
  if (kind === 'progressive' || kind === 'flv-stream') return asked.type !== 'media';
  if (text !== null && /#EXT-X-STREAM-INF/.test(text)) return false;
  return folderOf(asked.url) !== folder || !looksLikeMaster(asked.url);
}

function toSighting({ asked, kind, text }: Known, group: readonly Known[]): Sighting {
  const isRefused = group.every(({ asked: { status } }) => status >= 400 && status !== 416); // 416: a range past the end of a file that is there
  // a service worker's answer says nothing of the server's
  const evidence: Evidence[] = asked.isWorkers === true ? [] : ['seen on the network'];
  if (isRefused) evidence.push('HTTP error');
  if (text !== null && /#EXT-X-STREAM-INF/.test(text)) evidence.push('master playlist');
  const isPost = asked.method === 'POST';
  return sighting(asked.url, kind, evidence, {
    mimeType: asked.mimeType === '' ? null : asked.mimeType,
    method: isPost ? 'POST' : 'GET',
    body: isPost ? (asked.requestBody ?? null) : null,
    headers: fetchHeaders(asked.requestHeaders),
    manifest: text,
  });
}

/** What a downloader has to send; the rest of a browser's headers is of no use to it. */
export const fetchHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => keptHeaders.test(name)));
