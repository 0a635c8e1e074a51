import type { InFrame } from '../../../browser-port.ts';
import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import { evidenceOfWidth } from '../find/element.ts';
import { isKnownEmbed } from '../find/embeds/embeds.ts';
import { embedMedium } from '../find/embeds/facades.ts';
import { mediaAddress, mediaUrlKey } from '../find/media-url.ts';
import { sighting } from '../find/sighting.ts';
import type { FrameState } from '../in-page/frame-state.ts';

/** Remembers when a page showed each player of another site first: one that a gesture brings is what a person would see. */
export class ShownEmbeds {
  readonly #since = new Map<string, number>();

  /** @param gestureAt of the first gesture, ms; null: there was none */
  sightings(frames: readonly InFrame<FrameState>[], nowMs: number, gestureAt: number | null): Sighting[] {
    return frames.flatMap(({ value, url: base }) =>
      value.embeds.flatMap(({ url: address, widthPx, isInLink, isInAd, place, title }) => {
        const url = mediaAddress(address, base);
        if (url === null || !isKnownEmbed(url)) return [];
        const key = mediaUrlKey(url);
        const since = this.#since.get(key) ?? nowMs;
        this.#since.set(key, since);
        const evidence: Evidence[] = ['in the markup', ...evidenceOfWidth(widthPx)];
        if (gestureAt !== null && since >= gestureAt) evidence.push('started by a gesture');
        if (isInLink) evidence.push('inside a link');
        if (isInAd) evidence.push('ad');
        if (place.isBeside) evidence.push('beside the content');
        if (place.isTrailer) evidence.push('under a trailer heading');
        if (place.isCalledTrailer) evidence.push('called a trailer');
        if (place.isPreview) evidence.push('called a preview');
        return [sighting(url, 'embed', evidence, { title: title === '' ? null : title, medium: embedMedium(url) })];
      }),
    );
  }
}
