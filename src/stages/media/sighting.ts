import type { Delivery, MediaItem } from '../../model/media-item.ts';
import { mediaKey } from './media-url.ts';
import { type Evidence, evidenceOfUrl, roleOf, scoreOf } from './ranking.ts';

/** One place where a medium was seen. */
export interface Sighting {
  readonly url: string;
  readonly delivery: Delivery;
  readonly evidence: readonly Evidence[];
  readonly mimeType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly durationMs: number | null;
  readonly poster: string | null;
  readonly title: string | null;
  /** Several forms of one medium (the <source>s of one <video>) share it; null: alone. */
  readonly medium: string | null;
}

/** A sighting of which only that much is known. */
export const sighting = (
  url: string,
  delivery: Delivery,
  evidence: readonly Evidence[],
  more: Partial<Sighting> = {},
): Sighting => ({
  mimeType: null,
  headers: {},
  durationMs: null,
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
  const byKey = Map.groupBy(sightings, ({ url }) => mediaKey(url));
  const ranked = [...byKey.values()].map((group) => ({ item: toItem(group), media: new Set(group.map(mediumOf)) }));
  ranked.sort((a, b) => b.item.score - a.item.score); // stable: document order where the scores are equal
  const taken = new Set<string>();
  const items: MediaItem[] = [];
  for (const { item, media } of ranked) {
    const named = [...media].filter((medium) => medium !== null);
    if (!named.some((medium) => taken.has(medium))) items.push(item);
    for (const medium of named) taken.add(medium);
  }
  return withMain(items);
}

const mediumOf = ({ medium }: Sighting): string | null => medium;

function toItem(group: readonly Sighting[]): MediaItem {
  const [first] = group;
  if (first === undefined) throw new Error('a medium without a sighting'); // groupBy makes no empty groups
  const isManifest = first.delivery === 'hls' || first.delivery === 'dash';
  const evidence = new Set([...group.flatMap((one) => one.evidence), ...evidenceOfUrl(first.url, isManifest)]);
  const durationMs = firstOf(group, (one) => one.durationMs);
  if (durationMs !== null && durationMs < 6_000) evidence.add('under 6 seconds');
  const { score, reasons } = scoreOf(evidence);
  return {
    url: first.url,
    delivery: first.delivery,
    role: roleOf(first.url, evidence, score),
    score,
    reasons,
    mimeType: firstOf(group, (one) => one.mimeType),
    headers: Object.assign({}, ...group.map((one) => one.headers)),
    variants: [],
    durationMs,
    live: 'vod',
    protection: 'none',
    poster: firstOf(group, (one) => one.poster),
    title: firstOf(group, (one) => one.title),
  };
}

/** Where nothing reaches the score of a main medium, the best that nothing speaks against is it. */
function withMain(items: readonly MediaItem[]): MediaItem[] {
  if (items.some(({ role }) => role === 'main')) return [...items];
  const best = items.findIndex(({ role, score }) => role === 'unknown' && score > 0);
  return items.map((item, index) => (index === best ? { ...item, role: 'main' } : item));
}

function firstOf<T>(group: readonly Sighting[], field: (one: Sighting) => T | null): T | null {
  return group.map(field).find((value) => value !== null) ?? null;
}
