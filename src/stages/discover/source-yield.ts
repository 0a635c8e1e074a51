import type { SourceKind } from '../../model/crawl/source.ts';
import type { Link } from '../../model/web/link.ts';
import { decoded } from '../../text/characters.ts';

/** A list that was read once. */
export interface ListSample {
  readonly url: string;
  readonly kind: SourceKind;
  readonly links: readonly Link[];
}

/** What one reading of a list predicts. */
export interface ListYield extends Pick<ListSample, 'url' | 'kind'> {
  readonly links: number;
  /** New links a day; null: too few of its links have a known date. */
  readonly perDay: number | null;
  /** ISO 8601; null: no date is known. */
  readonly newestAt: string | null;
  /** New links a day that no list proposed before it has. */
  readonly addsPerDay: number;
  readonly isProposed: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Links of these last days are counted. */
const windowDays = 7;
/** Clocks of sites run ahead by up to this, ms; later dates are events or mistakes. */
const aheadMs = hourMs;
/** Dated links below which a rate means nothing. */
const minDated = 3;
/** A list is proposed while it adds this share of the site's new links. */
const minShare = 0.05;
/** Where lists add about the same: a feed is the smallest, a page needs the most work. */
const preference: Readonly<Record<SourceKind, number>> = { feed: 1, sitemap: 0.9, listing: 0.8 };

/**
 * What each list would bring a day, and which lists together bring the site's news with the fewest polls: greedily, the list that adds the most new links comes
 * first (set cover; Chvatal 1979), until a list adds less than a twentieth. Links of pages have no dates: they get those that feeds and sitemaps name. Where no list has
 * dates, the first page is proposed. @returns the proposed lists first, then the others in their order
 */
export function chooseLists(samples: readonly ListSample[], now: Date): ListYield[] {
  const dates = datesOf(samples, now);
  const rated = samples.map((sample) => new RatedList(sample, dates, now));
  const total = new Set(rated.flatMap(({ recent }) => recent)).size;
  const seen = new Set<string>();
  const chosen: ListYield[] = [];
  const enough = Math.max(1, minShare * total);
  for (;;) {
    const useful = rated.filter((list) => (list.perDay ?? 0) > 0 && list.adds(seen) >= enough);
    const [best] = useful.sort((a, b) => b.gain(seen) - a.gain(seen));
    if (best === undefined) break;
    chosen.push(best.toYield(best.addsPerDay(seen), true));
    for (const url of best.recent) seen.add(url);
  }
  const others = rated.filter(({ sample }) => !chosen.some(({ url }) => url === sample.url));
  const fallback = chosen.length === 0 ? others.find(({ sample }) => sample.kind === 'listing') : undefined;
  const rest = others.map((list) =>
    list.toYield(list.addsPerDay(seen), list === fallback && list.sample.links.length > 0),
  );
  return [...chosen, ...rest.filter(({ isProposed }) => isProposed), ...rest.filter(({ isProposed }) => !isProposed)];
}

/** ms since 1970, by address. */
function datesOf(samples: readonly ListSample[], now: Date): Map<string, number> {
  const dates = new Map<string, number>();
  for (const { url, publishedAt } of samples.flatMap(({ links }) => links)) {
    const at = publishedAt === null ? Number.NaN : Date.parse(publishedAt);
    if (!(at <= now.getTime() + aheadMs)) continue;
    dates.set(url, Math.min(at, dates.get(url) ?? at));
  }
  return dates;
}

class RatedList {
  readonly sample: ListSample;
  readonly perDay: number | null;
  /** Addresses of the last days. */
  readonly recent: readonly string[];
  readonly #newest: number;

  constructor(sample: ListSample, dates: ReadonlyMap<string, number>, now: Date) {
    this.sample = sample;
    const urls = [...new Set(sample.links.map(({ url }) => url))];
    const dated = urls.flatMap((url) => dates.get(url) ?? []);
    const from = now.getTime() - windowDays * dayMs;
    this.recent = urls.filter((url) => (dates.get(url) ?? 0) > from);
    this.#newest = dated.reduce((newest, at) => Math.max(newest, at), Number.NEGATIVE_INFINITY);
    this.perDay = dated.length < minDated ? null : this.recent.length / this.#coveredDays(dated, now);
  }

  /** A short list covers less than the window: its oldest link says how much. */
  #coveredDays(dated: readonly number[], now: Date): number {
    if (this.recent.length < dated.length) return windowDays;
    const oldest = dated.reduce((first, at) => Math.min(first, at), now.getTime());
    return Math.max(hourMs, now.getTime() - oldest) / dayMs;
  }

  adds(seen: ReadonlySet<string>): number {
    return this.recent.filter((url) => !seen.has(url)).length;
  }

  addsPerDay(seen: ReadonlySet<string>): number {
    return this.recent.length === 0 ? 0 : ((this.perDay ?? 0) * this.adds(seen)) / this.recent.length;
  }

  gain(seen: ReadonlySet<string>): number {
    return this.addsPerDay(seen) * preference[this.sample.kind];
  }

  toYield(addsPerDay: number, isProposed: boolean): ListYield {
    const { url, kind, links } = this.sample;
    return {
      url,
      kind,
      links: links.length,
      perDay: this.perDay,
      newestAt: Number.isFinite(this.#newest) ? new Date(this.#newest).toISOString() : null,
      addsPerDay,
      isProposed,
    };
  }
}

/** Intervals that are proposed, minutes. */
const intervals = [2, 5, 10, 15, 30, 60, 120, 360] as const;

/** The interval to begin with: two polls for each new link; polling adapts it later. */
export function intervalFor(perDay: number | null): string {
  if (perDay === null) return '15m';
  const wantedMinutes = (24 * 60) / Math.max(perDay, 0.01) / 2;
  return `${intervals.findLast((minutes) => minutes <= wantedMinutes) ?? intervals[0]}m`;
}

/** Channel pages, at most. */
const maxChannels = 8;
/** Letters of a channel's name: a longer text is a headline. */
const maxChannelName = 30;

/** The channels of a site: its sections, by the navigation of its home page, in that order. */
export function channelLinks(homeUrl: string, links: readonly Link[]): string[] {
  const home = new URL(homeUrl);
  const channels = links.filter(({ url, anchorText, region }) => {
    const { host, pathname, search } = new URL(url);
    const parts = pathname.split('/').filter((part) => part !== '');
    const isShort = parts.length >= 1 && parts.length <= 2 && search === '';
    const isWord = parts.every(
      (part) => /^[\p{L}][\p{L}\p{M}_%-]{1,29}(\.html?)?$/u.test(decoded(part)) && part.split('-').length <= 3,
    );
    const isService = parts.some((part) => servicePages.test(decoded(part)));
    const isNamed = anchorText.trim() !== '' && anchorText.trim().length <= maxChannelName;
    return region === 'navigation' && host === home.host && isShort && isWord && isNamed && !isService;
  });
  return [...new Set(channels.map(({ url }) => url))].slice(0, maxChannels);
}

/** Pages of a navigation that list no articles. */
const servicePages =
  /^(about|account|advertise|archive|contact|cookies?|help|impressum|jobs|legal|login|newsletters?|privacy|register|search|shop|sign-?in|sign-?up|subscribe|terms)/i;
