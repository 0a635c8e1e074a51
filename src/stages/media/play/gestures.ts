import type { PlayerPage } from '../../../ports.ts';
import { type Affordance, type AffordanceKind, affordancesExpression } from '../in-page/affordances.ts';
import {
  aimExpression,
  type ClickPoint,
  hurryExpression,
  playExpression,
  scrollExpression,
} from '../in-page/gestures.ts';
import { filmNames } from './film-names.ts';
import { evaluateMs, type PlayState } from './watched-page.ts';

/** How promising a kind of affordance is, before its place counts. */
const kindPoints: Readonly<Record<AffordanceKind, number>> = {
  'named entry': 20,
  'load the player': 8,
  'play button': 7,
  player: 5,
  'watch link': 4,
  opener: 2,
  'skip the ad': 0,
};
/** Points lost with each click that did not bring the film: others come first, a second click comes last. */
const pointsPerTrial = 5;
/** An element is clicked at most this many times: the first click may open an advertisement, the second the film. */
const maxTrials = 3;
/** Clicks per page. */
const maxClicks = 16;
const maxEntryClicks = 2;
/** Dialogs that follow each other; one that stays after its answer is left alone. */
const maxConsents = 3;
/** Steps of one way down the page. */
const maxScrolls = 15;

export interface Candidate extends Affordance {
  readonly frame: number;
  readonly points: number;
}

/** The gestures of one play: keeps what was tried. */
export class Gestures {
  readonly #page: PlayerPage;
  readonly #key: string;
  /** Labels of what led to another page: the page that comes back is a new one, and has forgotten the click. */
  readonly #leadAway = new Set<string>();
  #last: { readonly label: string; readonly pageUrl: string } | null = null;
  #clicks = 0;
  #entryClicks = 0;
  #scrolls = 0;
  #consents = 0;

  constructor(page: PlayerPage, key: string) {
    this.#page = page;
    this.#key = key;
  }

  /** Returns what can be clicked to start the film, the most promising first. */
  async candidates(): Promise<Candidate[]> {
    const listed = await this.#list();
    const usable = listed.filter(
      ({ kind, tried, label }) =>
        kind !== 'skip the ad' &&
        tried < (kind === 'play button' ? maxTrials : 2) &&
        !this.#leadAway.has(label) &&
        (kind !== 'named entry' || (tried === 0 && this.#entryClicks < maxEntryClicks)),
    );
    return this.#clicks >= maxClicks ? [] : usable.toSorted(byPromise);
  }

  async #list(): Promise<Candidate[]> {
    const frames = await this.#page.inFrames<Affordance[]>(
      affordancesExpression(this.#key, filmNames(this.#page.url())),
      evaluateMs,
    );
    return frames.flatMap(({ frame, value }) =>
      value.map((item) => ({
        ...item,
        frame,
        points: kindPoints[item.kind] + item.placePoints - pointsPerTrial * item.tried,
      })),
    );
  }

  /** Clicks, and goes back if the click leads to another page. @returns a description; null: the element is gone */
  async click({ frame, target, kind, label }: Candidate): Promise<string | null> {
    this.#clicks++;
    if (kind === 'named entry') this.#entryClicks++;
    const point = await this.#inFrame<ClickPoint | null>(frame, aimExpression(this.#key, target));
    if (point === null) return null;
    this.#last = { label, pageUrl: this.#page.url() };
    if (!(await this.#page.click(frame, point.x, point.y))) return null;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return (await this.returnFromElsewhere()) ?? `clicked on ${label}`;
  }

  /** Goes back where the last click led to another page, perhaps only some time later. @returns a description; null: it did not */
  async returnFromElsewhere(): Promise<string | null> {
    if (this.#last === null) return null;
    const { label, pageUrl } = this.#last;
    const current = withoutHash(this.#page.url());
    // an address that a script shows without loading it is a route of the same page
    const isLoaded = this.#page
      .exchanges()
      .some(({ type, url, redirectedTo }) => type === 'document' && withoutHash(redirectedTo ?? url) === current);
    if (current === withoutHash(pageUrl) || !isLoaded) return null;
    this.#leadAway.add(label);
    await this.#page.back();
    return `clicked on ${label}, which led to another page: went back`;
  }

  async #inFrame<T>(frame: number, expression: string): Promise<T | null> {
    return (await this.#page.inFrames<T>(expression, evaluateMs, frame))[0]?.value ?? null;
  }

  async consent(): Promise<string | null> {
    if (this.#consents >= maxConsents) return null;
    const isAnswered = await this.#page.consent();
    if (isAnswered) this.#consents++;
    return isAnswered ? 'answered a consent dialog' : null;
  }

  async play(): Promise<string | null> {
    const counts = await this.#page.inFrames<number>(playExpression(this.#key), evaluateMs);
    const count = counts.reduce((sum, { value }) => sum + value, 0);
    return count === 0 ? null : `started ${count} media elements`;
  }

  /** Scrolls one step down in all frames. @returns whether anything moved */
  async scroll(): Promise<boolean> {
    if (this.#scrolls >= maxScrolls) return false;
    this.#scrolls++;
    const moves = await this.#page.inFrames<boolean>(scrollExpression, evaluateMs);
    return moves.some(({ value }) => value);
  }

  /** Ends an advertisement: clicks its "skip", otherwise plays it quickly to its end. */
  async endAd({ interludes }: PlayState): Promise<string | null> {
    const [skip] = (await this.#list())
      .filter(({ kind }) => kind === 'skip the ad')
      .toSorted((a, b) => a.tried - b.tried);
    const step = skip === undefined ? null : await this.click(skip);
    if (step !== null) return step;
    const counts = await Promise.all(
      interludes.map(({ frame, numbers }) => this.#inFrame<number>(frame, hurryExpression(this.#key, numbers))),
    );
    const count = counts.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    return count === 0 ? null : 'went to the end of a clip that may be an advertisement';
  }
}

const withoutHash = (url: string): string => url.split('#')[0] ?? url;

/** Of equals, the smallest play button and the largest player. */
function byPromise(a: Candidate, b: Candidate): number {
  if (a.points !== b.points) return b.points - a.points;
  return a.kind === 'player' && b.kind === 'player' ? b.areaPx - a.areaPx : a.areaPx - b.areaPx;
}
