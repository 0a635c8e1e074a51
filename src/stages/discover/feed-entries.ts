import { createHash } from 'node:crypto';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';

/** Entries of a feed that are remembered between two polls, at most: the newest. */
const maxEntries = 500;
/** Entries that may have left the feed in one poll; more is another feed, or a long time without a poll. */
const maxVanished = 10;
/** Share of the known entries that may have changed at once; beyond it, and beyond a few, the feed's form has changed, not its posts. */
const maxChangedShare = 0.5;
const fewChanged = 3;

/** A hash of what a feed says of an entry, 10 hex digits: it changes when a word or its `updated` changes. Markup does not count: addresses of pictures and widgets change by themselves. */
export function entryHash(parts: readonly (string | undefined)[]): string {
  const text = parts
    .map((part = '') =>
      part
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** What is remembered of a feed's entries, in its order: `<hash> <URL>` each. */
export const entriesOf = (links: readonly Link[]): string[] =>
  links.flatMap(({ url, entryHash: hash }) => (hash === undefined ? [] : [`${hash} ${url}`])).slice(0, maxEntries);

export interface EntryChanges {
  /** Entries that say something else than at the last poll. */
  readonly changed: readonly CanonicalUrl[];
  /** Entries that left the feed although older ones stay: their posts may be deleted. */
  readonly vanished: readonly CanonicalUrl[];
}

/**
 * Compares a feed with its last poll.
 * @param before as `entriesOf` gave it
 */
export function compareEntries(before: readonly string[], links: readonly Link[]): EntryChanges {
  const known = before.map((entry) => ({ hash: entry.slice(0, 10), url: entry.slice(11) as CanonicalUrl }));
  const now = new Map(links.map((link) => [link.url, link.entryHash]));
  const kept = known.filter(({ url }) => now.has(url));
  const changed = kept.filter(({ url, hash }) => now.get(url) !== hash).map(({ url }) => url);
  const isNewForm = changed.length > fewChanged && changed.length > kept.length * maxChangedShare;
  return { changed: isNewForm ? [] : changed, vanished: isByDate(links) ? vanishedOf(known, now) : [] };
}

/** Entries before the last one that is still there. In a feed by date, those are newer, and a full window pushes out the oldest first. */
function vanishedOf(
  known: readonly { readonly url: CanonicalUrl }[],
  now: ReadonlyMap<CanonicalUrl, unknown>,
): CanonicalUrl[] {
  const oldestKept = known.findLastIndex(({ url }) => now.has(url));
  const vanished = known.slice(0, Math.max(0, oldestKept)).filter(({ url }) => !now.has(url));
  return vanished.length > maxVanished ? [] : vanished.map(({ url }) => url);
}

/** Whether the newest entries come first, as their dates say. Other feeds are sorted by something that changes. */
function isByDate(links: readonly Link[]): boolean {
  const times = links.map(({ publishedAt }) => (publishedAt === null ? Number.NaN : Date.parse(publishedAt)));
  return times.length > 1 && times.every((time, at) => at === 0 || time <= (times[at - 1] ?? Number.NaN));
}
