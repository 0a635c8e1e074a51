import type { InFrame, PlayerPage } from '../../../browser-port.ts';
import type { MediaItem } from '../../../model/media/media-item.ts';
import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import type { AdLists } from '../../../ports.ts';
import { embedHostsSource } from '../find/embeds/embeds.ts';
import { kindOfText } from '../find/media-text.ts';
import { mediaAddress, mediaUrlKey } from '../find/media-url.ts';
import { readNetwork } from '../find/network.ts';
import { readScript } from '../find/script-text.ts';
import { sighting, toItems } from '../find/sighting.ts';
import type { FrameState } from '../in-page/frame-state.ts';
import { frameStateExpression } from '../in-page/frame-state.ts';
import { withCompanions } from './companions.ts';
import { areaOf, elementSightings, isAdElement, isContentPlaying, withFileOf } from './element-sighting.ts';
import { withSegmentHeaders } from './inline-manifest.ts';
import { PlayHistory, type SeenElement } from './play-history.ts';
import { ShownEmbeds } from './shown-embeds.ts';
import { withoutAddress } from './without-address.ts';

/** From this score on, a medium is certain. */
export const sureScore = 40;
/** Timeout of each evaluate: in a lazy frame that never loads it would never end. */
export const evaluateMs = 1_500;

/** The media of a page as known so far. */
export interface PlayState {
  /** Best first. */
  readonly items: readonly MediaItem[];
  /** An advertisement plays now, or is about to. */
  readonly isAdOn: boolean;
  readonly mseBytes: number;
  readonly keySystems: ReadonlySet<string>;
  /** The page has asked for a licence: what it plays is protected. */
  readonly isLicensed: boolean;
  /** Number of media elements that a person could watch or hear. */
  readonly playerElements: number;
  /** Clips that play and may be an advertisement before the film, by frame. */
  readonly interludes: readonly { readonly frame: number; readonly numbers: readonly number[] }[];
  /** What is known of the clip with an address: it may be an advertisement; it has begun; how long it is over, ms (null: it is not). */
  readonly clip: (url: string) => {
    readonly mayBeInterlude: boolean;
    readonly hasBegun: boolean;
    readonly overForMs: number | null;
  };
  /** The elements whose source is an address. */
  readonly elementsOf: (url: string) => readonly { readonly frame: number; readonly number: number }[];
  /** Area of the largest element that plays, px²; 0: none does. */
  readonly playingPx: number;
  /** Width of the largest visible canvas, px; 0: no canvas. */
  readonly canvasWidthPx: number;
  /** Something in the content plays: no decoration, nothing beside it. */
  readonly isPlaying: boolean;
  /** Differs from the last one where the page has done something. */
  readonly activity: string;
  /** Time until the next timer of the page's scripts fires, ms; null: none is set. */
  readonly timerMs: number | null;
}

/** Collects the media that a page's frames, network and scripts show, with each `look`. */
export class WatchedPage {
  readonly #page: PlayerPage;
  /** Scripts may change the address. */
  readonly #firstUrl: string;
  readonly #key: string;
  readonly #lists: AdLists;
  #declared: readonly Sighting[];
  readonly #reported: Sighting[] = [];
  readonly #keySystems = new Set<string>();
  #isLicensed = false;
  /** Times of the gestures, and whether what they started was called a trailer. */
  readonly #gestures: { readonly atMs: number; readonly isTrailer: boolean }[] = [];
  readonly #history = new PlayHistory();
  readonly #embeds = new ShownEmbeds();
  /** `mediaUrlKey`s of media that another entry than the chosen one had brought. */
  readonly #otherEntries = new Set<string>();
  /** What media were called while they played, by `mediaUrlKey`: a label may go with its clip. */
  readonly #calls = new Map<string, readonly Evidence[]>();
  #lastKeys: readonly string[] = [];
  #inlines = 0;

  /** @param declared media in the page's source */
  constructor(
    page: PlayerPage,
    { key, declared, lists }: { key: string; declared: readonly Sighting[]; lists: AdLists },
  ) {
    this.#page = page;
    this.#firstUrl = page.url();
    this.#key = key;
    this.#declared = declared;
    this.#lists = lists;
  }

  /** @param nowMs on a clock that only goes forward */
  async look(nowMs: number): Promise<PlayState> {
    const frames = await this.#page.inFrames<FrameState>(frameStateExpression(this.#key, embedHostsSource), evaluateMs);
    for (const frame of frames) this.#addReport(frame);
    const declared = new Set(this.#declared.map(({ url }) => mediaUrlKey(url)));
    const { sightings, ads } = readNetwork(this.#page.exchanges(), declared);
    const isAd = (url: string): boolean => ads.has(mediaUrlKey(url)) || this.#lists.isAd(url, this.#page.url());
    const elements = frames.flatMap((frame) =>
      frame.value.elements.map((element) => ({
        element: withFileOf(element, this.#page.exchanges()),
        base: frame.url,
        frame: frame.frame,
      })),
    );
    const clips = elements.map((seen) => ({ ...seen, url: mediaAddress(seen.element.url, seen.base) }));
    this.#history.observe(clips, nowMs);
    const passed = this.#history.interludes();
    const current = clips.flatMap(({ element, base, url }) =>
      elementSightings(element, base).map((item) => ({ ...item, evidence: [...item.evidence, ...this.#startOf(url)] })),
    );
    for (const { url, evidence } of current) {
      const calls = evidence.filter((name) => /^(called a|under a trailer)/.test(name));
      if (calls.length > 0) this.#calls.set(mediaUrlKey(url), calls);
    }
    for (const { url } of current) this.#otherEntries.delete(mediaUrlKey(url)); // chosen again
    const reported = this.#reported.map((item) => withSegmentHeaders(item, this.#page.exchanges()));
    const embeds = this.#embeds.sightings(frames, nowMs, this.#gestures[0]?.atMs ?? null);
    const seen = [...this.#declared, ...reported, ...sightings, ...embeds, ...current].map((item) =>
      this.#judged(item, isAd(item.url) || passed.has(item.url)),
    );
    const mseBytes = frames.reduce((sum, { value }) => sum + value.mseBytes, 0);
    const items = this.#withoutClips(withCompanions(toItems(seen, [this.#page.url(), this.#firstUrl])));
    this.#lastKeys = items.map(({ url }) => mediaUrlKey(url));
    const hasAddress = items.some(({ role }) => role === 'main');
    const sockets = this.#page.sockets();
    const playing = clips.filter(({ element }) => element.isPlaying);
    const shown = elements.filter(({ element }) => element.isPlaying && element.isShown);
    const [largest] = shown.toSorted((a, b) => areaOf(b.element) - areaOf(a.element));
    return {
      items: hasAddress
        ? items
        : [
            ...items,
            ...toItems(withoutAddress({ elements, frames, mseBytes, sockets, pageUrl: this.#page.url() }), []),
          ],
      isAdOn: playing.some(({ element, url }) => isAdElement(element) || (url !== null && isAd(url))),
      mseBytes,
      keySystems: this.#keySystems,
      isLicensed: this.#isLicensed,
      playerElements: elements.filter(({ element }) => !element.isSilentLoop && !element.isInLink).length,
      interludes: this.#interludesOf(clips, isAd),
      clip: (url) => ({
        mayBeInterlude: this.#history.mayBeInterlude(url),
        hasBegun: this.#history.startedAt(url) !== null,
        overForMs: this.#history.overForMs(url, nowMs),
      }),
      elementsOf: (url) =>
        clips
          .filter((clip) => clip.url !== null && mediaUrlKey(clip.url) === mediaUrlKey(url))
          .map(({ frame, element }) => ({ frame, number: element.number })),
      playingPx: largest === undefined ? 0 : areaOf(largest.element),
      canvasWidthPx: Math.max(0, ...frames.map(({ value }) => value.canvasWidthPx)),
      isPlaying: playing.some(({ element }) => isContentPlaying(element)),
      activity: this.#activityOf(frames, mseBytes, playing.length),
      timerMs: leastOf(frames.flatMap(({ value }) => value.timerMs ?? [])),
    };
  }

  /** Whether the page's source names media. */
  get hasDeclared(): boolean {
    return this.#declared.length > 0;
  }

  #activityOf(frames: readonly InFrame<FrameState>[], mseBytes: number, playing: number): string {
    const changes = frames.reduce((sum, { value }) => sum + value.changes, 0);
    const messages = this.#page.sockets().reduce((sum, { texts, binaryBytes }) => sum + texts.length + binaryBytes, 0);
    return [frames.length, changes, this.#page.exchanges().length, messages, mseBytes, playing].join(' ');
  }

  /** Adds media that the page names in its markup. */
  declare(sightings: readonly Sighting[]): void {
    this.#declared = [...this.#declared, ...sightings];
  }

  /** The play has clicked or started something: what begins from now on is what a person would see. */
  noteGesture(nowMs: number, label = ''): void {
    this.#gestures.push({ atMs: nowMs, isTrailer: trailerLabel.test(label) });
  }

  /** Another entry of the page's list was chosen: the media so far belong to others. */
  startOver(): void {
    for (const key of this.#lastKeys) this.#otherEntries.add(key);
  }

  /** Beside a film, a clip that may be an advertisement is one, though the film has not begun. */
  #withoutClips(items: readonly MediaItem[]): MediaItem[] {
    const film = items.find(({ role }) => role === 'main');
    return items.map((item) => {
      const isClip = item.role === 'main' && item !== film && this.#history.mayBeInterlude(item.url);
      return isClip ? { ...item, role: 'ad' } : item;
    });
  }

  /** Evidence from the gesture that started a medium. */
  #startOf(url: string | null): Evidence[] {
    const startedAt = url === null ? null : this.#history.startedAt(url);
    if (startedAt === null) return [];
    const gesture = this.#gestures.findLast(({ atMs }) => atMs <= startedAt);
    return gesture === undefined ? [] : [gesture.isTrailer ? 'called a trailer' : 'started by a gesture'];
  }

  #judged(item: Sighting, isAd: boolean): Sighting {
    const evidence: Evidence[] = [];
    if (isAd) evidence.push('ad');
    if (this.#otherEntries.has(mediaUrlKey(item.url))) evidence.push('of another entry');
    evidence.push(...(this.#calls.get(mediaUrlKey(item.url)) ?? []));
    return evidence.length === 0 ? item : { ...item, evidence: [...item.evidence, ...evidence] };
  }

  #interludesOf(clips: readonly SeenElement[], isAd: (url: string) => boolean): PlayState['interludes'] {
    const short = clips.filter(
      ({ url, element }) =>
        url !== null &&
        element.positionMs > 0 &&
        !element.hasEnded &&
        (this.#history.mayBeInterlude(url) || element.isInAd || isAd(url)),
    );
    return [...Map.groupBy(short, ({ frame }) => frame)].map(([frame, group]) => ({
      frame,
      numbers: group.map(({ element }) => element.number),
    }));
  }

  #addReport({ value, url: frameUrl }: InFrame<FrameState>): void {
    const { manifests, texts, keySystems, keyRequests } = value.report;
    this.#isLicensed ||= keyRequests > 0;
    for (const system of keySystems) this.#keySystems.add(system);
    for (const text of texts) this.#reported.push(...readScript(text, frameUrl));
    for (const { url, text } of manifests) {
      const kind = kindOfText(text);
      if (kind !== 'hls' && kind !== 'dash') continue;
      if (this.#reported.some(({ manifest }) => manifest === text)) continue;
      const address = url.startsWith('inline:') ? `inline:${++this.#inlines}` : url;
      this.#reported.push(sighting(address, kind, ['seen on the network'], { manifest: text, base: frameUrl }));
    }
  }
}

/** In the label of a control, whose kind comes first. */
const trailerLabel = /\b(trailers?|teasers?|bande[- ]annonce|tráiler|fragman|zwiastun)\b|трейлер|预告|預告|予告|예고/iu;

const leastOf = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values));
