import { type CanonicalUrl, tryCanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { PlayerChance } from '../../../stages/media/chance-of-player.ts';
import type { PlayTrial } from '../../../stages/media/resolve-media.ts';
import { urlFormats } from '../../../stages/schedule/url-format.ts';

/** Pages of one format that are tried before one with media is found. */
const firstTrials = 2;
/** Formats of one host that are tried without success, by what speaks for a player: a site of texts costs no more. */
const formatsPerHost: Readonly<Record<PlayerChance, number>> = { likely: 5, possible: 2, none: 0 };
/** Of a format without media, and of one where few pages have some, one page in this many is tried. */
const oneIn = { withoutMedia: 50, withFew: 10 };
/** Share of pages with media, from which on all pages of a format are played. */
const fairShare = 0.2;
const maxFormats = 10_000;

interface FormatTrials {
  tried: number;
  found: number;
  leftOut: number;
}

/**
 * Decides which pages are played though their source shows no media, because scripts may build the player: the first pages of each format, and all of a format
 * whose pages have shown media so. What a rendered page shows counts as a trial that costs nothing. In the memory of the process.
 */
export class PlayTrials {
  readonly #formats = new Map<string, FormatTrials>();
  /** Formats that were tried in vain, by host. */
  readonly #failed = new Map<string, Set<string>>();

  of(address: string): PlayTrial {
    const url = tryCanonicalUrl(address);
    if (url === null) return { mayPlay: () => false, note: () => {} };
    const format = urlFormats(url).coarse;
    return {
      mayPlay: (chance) => this.#mayPlay(url, format, chance),
      note: (hasMedia) => this.#note(url, format, hasMedia),
    };
  }

  #mayPlay(url: CanonicalUrl, format: string, chance: PlayerChance): boolean {
    const trials = this.#trialsOf(url, format);
    const { tried, found } = trials;
    if (found > 0 && found >= fairShare * tried) return true;
    const failed = this.#failed.get(new URL(url).host);
    const isOpen =
      found === 0 &&
      tried < firstTrials &&
      (failed?.has(format) === true || (failed?.size ?? 0) < formatsPerHost[chance]);
    return isOpen || ++trials.leftOut % (found > 0 ? oneIn.withFew : oneIn.withoutMedia) === 0;
  }

  #note(url: CanonicalUrl, format: string, hasMedia: boolean): void {
    const trials = this.#trialsOf(url, format);
    trials.tried++;
    if (hasMedia) trials.found++;
    const { host } = new URL(url);
    const failed = this.#failed.get(host) ?? new Set<string>();
    if (trials.found > 0) failed.delete(format);
    else failed.add(format);
    this.#failed.set(host, failed);
  }

  #trialsOf(url: CanonicalUrl, format: string): FormatTrials {
    const key = `${new URL(url).host} ${format}`;
    const trials = this.#formats.get(key) ?? { tried: 0, found: 0, leftOut: 0 };
    if (this.#formats.size >= maxFormats && !this.#formats.has(key)) {
      this.#formats.clear();
      this.#failed.clear();
    }
    this.#formats.set(key, trials);
    return trials;
  }
}
