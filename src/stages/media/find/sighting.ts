import { type Delivery, type MediaItem, mediaItem } from '../../../model/media/media-item.ts';
import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import { mediaUrlKey } from './media-url.ts';
import { evidenceOfUrl, roleOf, scoreOf } from './ranking.ts';

/** A sighting of which only that much is known. */
export const sighting = (
  url: string,
  delivery: Delivery,
  evidence: readonly Evidence[],
  more: Partial<Sighting> = {},
): Sighting => ({
  mimeType: null,
  method: 'GET',
  headers: {},
  body: null,
  manifest: null,
  captions: [],
  durationMs: null,
  isLive: false,
  base: null,
  poster: null,
  title: null,
  medium: null,
  ...more,
  url,
  delivery,
  evidence,
});

/** One item per medium, best first: sightings of one address are added up, of several forms of one medium the best stays. */
export function toItems(sightings: readonly Sighting[]): MediaItem[] {
  const byKey = Map.groupBy(sightings, ({ url }) => mediaUrlKey(url));
  const ranked = [...byKey.values()].map((group) => ({ item: toItem(group), media: new Set(group.map(mediumOf)) }));
  ranked.sort((a, b) => b.item.score - a.item.score); // stable: document order where the scores are equal
  const taken = new Set<string>();
  const items: MediaItem[] = [];
  for (const { item, media } of ranked) {
    const named = [...media].filter((medium) => medium !== null);
    if (!named.some((medium) => taken.has(medium))) items.push(item);
    for (const medium of named) taken.add(medium);
  }
  return ensureMain(items);
}

const mediumOf = ({ medium }: Sighting): string | null => medium;

function toItem(group: readonly Sighting[]): MediaItem {
  const [first] = group;
  if (first === undefined) throw new Error('a medium without a sighting'); // groupBy makes no empty groups
  const isManifest = /^(hls|dash|smooth)$/.test(first.delivery);
  const evidence = new Set([...group.flatMap((one) => one.evidence), ...evidenceOfUrl(first.url, isManifest)]);
  const durationMs = firstNonNull(group, (one) => one.durationMs);
  if (durationMs !== null && durationMs < 6_000) evidence.add('under 6 seconds');
  const { score, reasons } = scoreOf(evidence);
  const posted = group.find(({ method }) => method === 'POST');
  const inline = isInline(first.url) ? firstNonNull(group, (one) => one.manifest) : null;
  return mediaItem(first.url, first.delivery, {
    role: roleOf(first.url, evidence, score),
    score,
    reasons,
    mimeType: firstNonNull(group, (one) => one.mimeType),
    method: posted === undefined ? 'GET' : 'POST',
    headers: Object.assign({}, ...group.map((one) => one.headers)),
    body: posted?.body ?? null,
    inlineManifest: inline,
    inlineManifestBase: inline === null ? null : firstNonNull(group, (one) => one.base),
    companions: group.flatMap((one) => one.captions),
    durationMs,
    live: group.some(({ isLive }) => isLive) ? 'live' : 'vod',
    poster: firstNonNull(group, (one) => one.poster),
    title: firstNonNull(group, (one) => one.title),
  });
}

/** What no GET fetches. */
export const isInline = (url: string): boolean => /^(inline|data|blob):/.test(url);

/** Where nothing reaches the score of a main medium, the best that nothing speaks against is it. */
function ensureMain(items: readonly MediaItem[]): MediaItem[] {
  if (items.some(({ role }) => role === 'main')) return [...items];
  const best = items.findIndex(({ role, score }) => role === 'unknown' && score > 0);
  return items.map((item, index) => (index === best ? { ...item, role: 'main' } : item));
}

function firstNonNull<T>(group: readonly Sighting[], field: (one: Sighting) => T | null): T | null {
  return group.map(field).find((value) => value !== null) ?? null;
}
