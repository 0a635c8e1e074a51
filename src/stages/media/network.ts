import type { NetworkEntry } from '../../model/page.ts';
import { fileName, folderOf, kindOfUrl, mediaKey, type UrlKind } from './media-url.ts';
import { looksLikeMaster } from './ranking.ts';
import { type Sighting, sighting } from './sighting.ts';

/** File names of pieces that carry a whole file's extension. */
const pieceName = /^(init|seg(ment)?|chunk|frag(ment)?|part)([-_.]?(stream)?\d*)*([-_.]|$)/i;
const keptHeaders = /^(referer|cookie|authorization|origin)$/i;

interface Asked {
  readonly entry: NetworkEntry;
  readonly kind: Exclude<UrlKind, 'segment'>;
}

/**
 * Media that the page asked for: playlists and files, no segments, and none of the children of a manifest that was asked for before.
 * @param declared addresses that the page itself names: these are never taken for somebody's child
 */
export function readNetwork(network: readonly NetworkEntry[], declared: ReadonlySet<string>): Sighting[] {
  const asked = network.flatMap(toAsked);
  const manifests: string[] = [];
  const found: Sighting[] = [];
  for (const [key, group] of Map.groupBy(asked, ({ entry }) => mediaKey(entry.url))) {
    const [first] = group;
    if (first === undefined) continue;
    const isManifest = first.kind === 'hls' || first.kind === 'dash';
    if (!declared.has(key) && manifests.some((manifest) => isChild(first, manifest))) continue;
    if (isManifest) manifests.push(first.entry.url);
    found.push(toSighting(first, group));
  }
  return found;
}

function toAsked(entry: NetworkEntry): Asked[] {
  if (!URL.canParse(entry.url) || !/^https?:/.test(entry.url)) return [];
  if (!['media', 'xhr', 'fetch', 'other'].includes(entry.type)) return [];
  const kind = kindOfUrl(entry.url, entry.mimeType);
  if (kind === null || kind === 'segment') return [];
  if (kind === 'progressive' && entry.type !== 'media' && pieceName.test(fileName(entry.url))) return [];
  return [{ entry, kind }];
}

/**
 * A playlist or file asked for after a manifest, in its folder or deeper, is a rendition of it: unless it is a playlist beside it that is named like a
 * master itself, or a file that a media element (not a player's script) asked for.
 */
function isChild({ entry, kind }: Asked, manifest: string): boolean {
  const folder = folderOf(manifest);
  if (!entry.url.startsWith(folder)) return false;
  if (kind === 'progressive' || kind === 'flv-stream') return entry.type !== 'media';
  return folderOf(entry.url) !== folder || !looksLikeMaster(entry.url);
}

function toSighting(first: Asked, group: readonly Asked[]): Sighting {
  const isRefused = group.every(({ entry }) => entry.status >= 400 && entry.status !== 416); // 416: a range past the end of a file that is there
  const headers = Object.entries(first.entry.requestHeaders).filter(([name]) => keptHeaders.test(name));
  return sighting(
    first.entry.url,
    first.kind,
    ['seen on the network', ...(isRefused ? (['HTTP error'] as const) : [])],
    {
      mimeType: first.entry.mimeType === '' ? null : first.entry.mimeType,
      headers: Object.fromEntries(headers),
    },
  );
}
