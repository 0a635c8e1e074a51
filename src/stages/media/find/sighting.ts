import { type Delivery, type MediaItem, mediaItem } from '../../../model/media/media-item.ts';
import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import { judgeEntries } from './entries.ts';
import { mediaUrlKey } from './media-url.ts';
import { evidenceOfUrl, evidenceScore, roleOf } from './ranking.ts';

/** Creates a sighting; all fields that `more` does not set get their defaults. */
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
  entry: null,
  ...more,
  url,
  delivery,
  evidence,
});

/**
 * Returns one item per medium, best first, main media before all others: the evidence for one address is added up; of several forms of one medium the best stays.
 * @param addresses of the page: as requested, and as it is now
 */
export function toItems(sightings: readonly Sighting[], addresses: readonly string[]): MediaItem[] {
  const byKey = Map.groupBy(judgeEntries(sightings, addresses), ({ url }) => mediaUrlKey(url));
  const ranked = [...byKey.values()].map((group) => ({ item: toItem(group), media: new Set(group.map(mediumOf)) }));
  ranked.sort((a, b) => b.item.score - a.item.score); // stable: equal scores keep the document order
  const listedMedia = new Set<string>();
  const items: MediaItem[] = [];
  for (const { item, media } of ranked) {
    const named = [...media].filter((medium) => medium !== null);
    if (!named.some((medium) => listedMedia.has(medium))) items.push(item);
    for (const medium of named) listedMedia.add(medium);
  }
  const judged = ensureMain(withoutUnchosen(items));
  return [...judged.filter(isMain), ...judged.filter((item) => !isMain(item))];
}

const isMain = ({ role }: MediaItem): boolean => role === 'main';
const plays: readonly Evidence[] = ['current source', 'seen on the network'];
const isPlayed = ({ reasons }: MediaItem): boolean => plays.some((name) => reasons.includes(name));

/** Of several media that a page names side by side (the films of a series, of a playlist), the one that it plays is meant: the others are no main media. */
function withoutUnchosen(items: readonly MediaItem[]): MediaItem[] {
  const chosen = new Set(items.filter((item) => isMain(item) && isPlayed(item)).map(familyOf));
  const isUnchosen = (item: MediaItem): boolean => isMain(item) && !isPlayed(item) && chosen.has(familyOf(item));
  return items.map((item) => (isUnchosen(item) ? { ...item, role: 'unknown' } : item));
}

/** The server and the form: an advertisement and the film it comes before have different ones. */
const familyOf = ({ url, delivery }: MediaItem): string =>
  URL.canParse(url) ? `${delivery} ${new URL(url).host}` : delivery;

const mediumOf = ({ medium }: Sighting): string | null => medium;

function toItem(group: readonly Sighting[]): MediaItem {
  // without an extension, only the answer shows that an address is a manifest's
  const first = group.find(isManifestSighting) ?? group[0];
  if (first === undefined) throw new Error('a medium without a sighting'); // groupBy never makes empty groups
  const isManifest = isManifestSighting(first);
  const evidence = new Set([...group.flatMap((seen) => seen.evidence), ...evidenceOfUrl(first.url, isManifest)]);
  const durationMs = firstNonNull(group, (seen) => seen.durationMs);
  if (durationMs !== null && durationMs < 6_000) evidence.add('under 6 seconds');
  if (evidence.has('named by the address')) evidence.delete('of another entry');
  const { score, reasons } = evidenceScore(evidence);
  const posted = group.find(({ method }) => method === 'POST');
  const inline = isInline(first.url) ? firstNonNull(group, (seen) => seen.manifest) : null;
  return mediaItem(first.url, first.delivery, {
    role: roleOf(first.url, evidence, score),
    score,
    reasons,
    mimeType: firstNonNull(group, (seen) => seen.mimeType),
    method: posted === undefined ? 'GET' : 'POST',
    headers: Object.assign({}, ...group.map((seen) => seen.headers)),
    body: posted?.body ?? null,
    inlineManifest: inline,
    inlineManifestBase: inline === null ? null : firstNonNull(group, (seen) => seen.base),
    companions: group.flatMap((seen) => seen.captions),
    durationMs,
    live: group.some(({ isLive }) => isLive) ? 'live' : 'vod',
    poster: firstNonNull(group, (seen) => seen.poster),
    title: firstNonNull(group, (seen) => seen.title),
  });
}

const isManifestSighting = ({ delivery }: Sighting): boolean => /^(hls|dash|smooth)$/.test(delivery);

/** Whether the address cannot be fetched by HTTP. */
export const isInline = (url: string): boolean => /^(inline|data|blob):/.test(url);

/**
 * If no item has the score of a main medium, the best unknown one with a positive score becomes main; else what is only called a preview or a trailer, but is what
 * the page plays in a large element.
 */
function ensureMain(items: readonly MediaItem[]): MediaItem[] {
  if (items.some(({ role }) => role === 'main')) return [...items];
  const unknown = items.findIndex(({ role, score }) => role === 'unknown' && score > 0);
  const best = unknown >= 0 ? unknown : items.findIndex(isPlayedPreview);
  return items.map((item, index) => (index === best ? { ...item, role: 'main' } : item));
}

const isPlayedPreview = ({ role, reasons }: MediaItem): boolean =>
  (role === 'preview' || (role === 'trailer' && reasons.includes('called a trailer'))) &&
  !reasons.includes('under a trailer heading') &&
  ['current source', 'big element', 'seen on the network'].every((reason) => reasons.includes(reason)) &&
  !reasons.includes('inside a link') &&
  !reasons.includes('beside the content');

function firstNonNull<T>(group: readonly Sighting[], field: (seen: Sighting) => T | null): T | null {
  return group.map(field).find((value) => value !== null) ?? null;
}
