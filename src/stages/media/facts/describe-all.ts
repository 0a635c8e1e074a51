import type { MediaItem } from '../../../model/media/media-item.ts';
import type { Exchange } from '../../../model/web/exchange.ts';
import { mediaUrlKey } from '../find/media-url.ts';
import { describeItem, type FetchedText, type PlayEvidence } from './describe.ts';
import type { ProbePorts } from './probe.ts';

/** At most this many items are described; a page with more is a list of media. */
export const maxDescribed = 12;

export const noPlayEvidence: PlayEvidence = {
  texts: new Map(),
  sentHeaders: new Map(),
  keySystems: new Set(),
  isLicensed: false,
};

/** The texts that a page fetched, under the address that was requested and the one that answered. */
export function textsByUrl(exchanges: readonly Exchange[]): Map<string, FetchedText> {
  const texts = new Map<string, FetchedText>();
  for (const { url, redirectedTo, text } of exchanges) {
    if (text === null) continue;
    const fetched = { text, url: redirectedTo ?? url };
    for (const address of [url, fetched.url]) texts.set(mediaUrlKey(address), fetched);
  }
  return texts;
}

/** Describes at most 12 items; renditions of other items and addresses without a medium are left out. */
export async function describeAll(
  items: readonly MediaItem[],
  pageUrl: string,
  evidence: PlayEvidence,
  { http, identity }: ProbePorts,
): Promise<MediaItem[]> {
  const described = await Promise.all(
    items.slice(0, maxDescribed).map((item) => describeItem(item, { http, identity, pageUrl, ...evidence })),
  );
  return withoutRenditions(described.filter((item) => item !== null));
}

/** Returns the described items without those that are renditions of another item. */
export function withoutRenditions(items: readonly MediaItem[]): MediaItem[] {
  const children = new Set(
    items.flatMap(({ url, variants }) => variants.map((variant) => variant.url).filter((child) => child !== url)),
  );
  return items.filter(({ url }) => !children.has(url));
}
