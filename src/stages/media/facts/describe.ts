import type { MediaItem } from '../../../model/media/media-item.ts';
import { mediaUrlKey } from '../find/media-url.ts';
import { isInline } from '../find/sighting.ts';
import { readExpiry } from './expiry.ts';
import { detectFormat, findHiddenStream } from './magic.ts';
import { parseManifest } from './manifest.ts';
import type { Manifest } from './manifest-facts.ts';
import { canProbe, fetchFirstBytes, type ProbePorts, probe } from './probe.ts';
import { withKeySystems } from './protection.ts';

export interface DescribePorts extends ProbePorts {
  /** Address of the page: what a player sends as its Referer. */
  readonly pageUrl: string;
  /** By `mediaUrlKey`: manifests that the page got already. Their addresses may not work twice. */
  readonly texts: ReadonlyMap<string, string>;
  /** Key systems that the page asked the browser for. */
  readonly keySystems: ReadonlySet<string>;
}

/** A manifest is text: a few hundred kB at most, even for a day of DVR. */
const maxManifestBytes = 4 * 1024 * 1024;
const manifestTimeoutMs = 8_000;
/** Pieces with such names are what they say. */
const segmentExtension = /\.(ts|m4s|m4[av]|mp4|cmf[va]|aac|mp3|webm|vtt)$/i;

/**
 * An item with what its manifest, its server and its address say: renditions, length, protection, end. Null: there is nothing behind the address.
 */
export async function describeItem(item: MediaItem, ports: DescribePorts): Promise<MediaItem | null> {
  const headers = /^https?:/.test(item.url) ? { referer: ports.pageUrl, ...item.headers } : item.headers;
  const asked = { ...item, headers, expiresAt: readExpiry(item.url) };
  if (!/^(hls|dash|smooth)$/.test(item.delivery)) return await describeFile(asked, ports);
  const base = item.inlineManifestBase ?? item.url;
  const text =
    item.inlineManifest ?? ports.texts.get(mediaUrlKey(item.url)) ?? (await fetchText(item.url, headers, ports));
  if (text === null) return null;
  const manifest = readManifest(text, base);
  if (typeof manifest === 'string') return { ...asked, reasons: [...item.reasons, `manifest not read: ${manifest}`] };
  const { firstSegment, ...described } = await withRendition(manifest, headers, ports);
  const { protection, drmSystems } = withKeySystems(described, ports.keySystems);
  const isHidden = protection === 'none' && (await startsWithPicture(firstSegment, headers, ports));
  // what no GET fetches has to be handed on as text
  const posted = item.method === 'POST' ? { inlineManifest: text, inlineManifestBase: item.url } : {};
  return {
    ...asked,
    ...posted,
    ...described,
    durationMs: described.durationMs ?? item.durationMs,
    protection: isHidden ? 'obfuscated-segments' : protection,
    drmSystems,
    probe: isInline(item.url)
      ? null
      : { status: 200, magic: described.delivery, sizeBytes: null, acceptsRange: false, needs: [] },
  };
}

async function describeFile(item: MediaItem, ports: DescribePorts): Promise<MediaItem | null> {
  const found = await probe(item, ports);
  // what a page plays is there, whatever it answers us
  const isSeen = item.reasons.includes('seen on the network');
  if (found === null && !isSeen && canProbe(item)) return null;
  if (found !== null && found.status >= 400 && !isSeen) return null;
  // a page or an error in the place of a file
  if (found !== null && found.status < 400 && found.magic === null && !isSeen) return null;
  return { ...item, probe: found };
}

function readManifest(text: string, base: string): Manifest | string {
  try {
    return parseManifest(text, base);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A master names renditions only: whether it is live, how long it is and how its pieces are locked stands in these. */
async function withRendition(
  master: Manifest,
  headers: Readonly<Record<string, string>>,
  ports: DescribePorts,
): Promise<Manifest> {
  const [first] = master.variants.filter(({ kind }) => kind !== 'subtitles');
  if (master.delivery !== 'hls' || first === undefined) return master;
  const text = ports.texts.get(mediaUrlKey(first.url)) ?? (await fetchText(first.url, headers, ports));
  const rendition = text === null ? '' : readManifest(text, first.url);
  if (typeof rendition === 'string') return master; // it is the master that is the item
  const { live, durationMs, dvrWindowMs, firstSegment } = rendition;
  const isLocked = master.protection !== 'none';
  const { protection, drmSystems } = isLocked ? master : rendition;
  return { ...master, live, durationMs, dvrWindowMs, firstSegment, protection, drmSystems };
}

async function fetchText(
  url: string,
  headers: Readonly<Record<string, string>>,
  { http, identity }: DescribePorts,
): Promise<string | null> {
  if (!/^https?:/.test(url)) return null;
  const request = { url, identity, headers, maxBytes: maxManifestBytes, timeoutMs: manifestTimeoutMs };
  const answer = await http.fetch(request).catch(() => null); // nothing behind the address: the caller says so
  return answer === null || answer.status >= 400 ? null : new TextDecoder().decode(answer.body);
}

/** Pieces that begin with a picture, so that a host of pictures takes them: a player's script cuts it off. */
async function startsWithPicture(
  url: string | null,
  headers: Readonly<Record<string, string>>,
  ports: DescribePorts,
): Promise<boolean> {
  if (url === null || !/^https?:/.test(url) || segmentExtension.test(new URL(url).pathname)) return false;
  const answer = await fetchFirstBytes(url, headers, ports);
  return answer !== null && detectFormat(answer.body) === null && findHiddenStream(answer.body) !== null;
}
