import type { ClickKind, PlayerPage } from '../../../browser-port.ts';
import { embedHostsSource } from '../find/embeds/embeds.ts';
import { type Affordance, type AffordanceKind, affordancesExpression } from '../in-page/affordances.ts';
import {
  aimExpression,
  type ClickPoint,
  focusExpression,
  hurryExpression,
  scrollDownExpression,
  startExpression,
} from '../in-page/gestures.ts';
import { type Remaining, remainingExpression } from '../in-page/remaining.ts';
import { filmNames } from './film-names.ts';
import { type Candidate, prominentFirst } from './prominence.ts';
import { evaluateMs, type PlayState } from './watched-page.ts';

/** An element is clicked at most this many times: the first click may open an advertisement, the second the film. */
const maxTrials: Readonly<Partial<Record<AffordanceKind, number>>> = {
  'named entry': 1,
  entry: 2,
  'play button': 3,
  'skip the ad': 3,
};
/** Clicks on an element of another kind. Chosen by hand, not measured. */
const maxTrialsOfOthers = 2;
/** Clicks per page. */
const maxClicks = 16;
const maxEntryClicks = 2;
/** Gestures that no word recommends, per page. */
const maxInsisted = 14;
/** Dialogs that follow each other; one that stays after its answer is left alone. */
const maxConsents = 3;
/** Steps down a page that does not grow; each growth allows as many again. */
const maxScrolls = 15;
/** Of a page that grows without end. */
const maxScrollsInAll = 90;

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
  #scrollsInAll = 0;
  #heightPx = 0;
  #consents = 0;
  /** What was tried as a last resort. */
  readonly #insisted = new Set<string>();

  constructor(page: PlayerPage, key: string) {
    this.#page = page;
    this.#key = key;
  }

  /** Returns what could be clicked to start the film, the most promising first, also what was tried or plays. */
  async candidates(): Promise<Candidate[]> {
    if (this.#clicks >= maxClicks) return [];
    const names = filmNames(this.#page.url());
    const listed = await this.#page.inFrames<Affordance[]>(
      affordancesExpression(this.#key, names, embedHostsSource),
      evaluateMs,
    );
    const placed = await Promise.all(
      listed.map(async ({ frame, value }) => {
        const corner = value.length === 0 ? null : await this.#page.cornerOf(frame);
        return value.map((item) => ({ ...item, frame, corner }));
      }),
    );
    return prominentFirst(placed.flat());
  }

  /** Whether it may be tried once more. */
  isLeft({ kind, tried, label }: Candidate): boolean {
    if (kind === 'named entry' && this.#entryClicks >= maxEntryClicks) return false;
    return tried < (maxTrials[kind] ?? maxTrialsOfOthers) && !this.#leadAway.has(label);
  }

  /** Clicks, or starts a media element. @returns a description; null: the element is gone, or has no source yet */
  async try(candidate: Candidate): Promise<string | null> {
    const { frame, target, kind, label } = candidate;
    if (kind !== 'medium') return await this.#click(candidate);
    const hasSource = await this.#inFrame<boolean>(frame, startExpression(this.#key, target));
    return hasSource === true ? `started ${label}` : null;
  }

  async #click({ frame, target, kind, label }: Candidate): Promise<string | null> {
    this.#clicks++;
    if (kind === 'named entry') this.#entryClicks++;
    return await this.#clickAt({ frame, target, label }, 'once');
  }

  async #clickAt(
    { frame, target, label }: { readonly frame: number; readonly target: number; readonly label: string },
    how: ClickKind,
  ): Promise<string | null> {
    const point = await this.#inFrame<ClickPoint | null>(frame, aimExpression(this.#key, target));
    if (point === null) return null;
    this.#last = { label, pageUrl: this.#page.url() };
    if (!(await this.#page.click(frame, point.x, point.y, how))) return null;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return (await this.returnFromElsewhere()) ?? `clicked on ${label}`;
  }

  /** Tries what no word recommends, one thing at a time: other controls, choices, keys, double clicks. @returns null: nothing is left */
  async insist(): Promise<string | null> {
    if (this.#insisted.size >= maxInsisted) return null;
    const listed = await this.#page.inFrames<Remaining[]>(remainingExpression(this.#key), evaluateMs);
    const remaining = listed
      .flatMap(({ frame, value }) => value.map((item) => ({ ...item, frame })))
      .filter((item) => !this.#leadAway.has(item.label) && this.#mayRepeat(item))
      .toSorted((a, b) => b.points - a.points);
    for (const item of remaining.slice(0, 3)) {
      const step = await this.#tryRemaining(item);
      if (step !== null) return step;
    }
    return null;
  }

  /** The frame counts clicks; the other gestures are made once for each element of a name. */
  #mayRepeat({ frame, gesture, label }: Remaining & { readonly frame: number }): boolean {
    return gesture === 'click' || !this.#insisted.has(`${frame} ${label}`);
  }

  async #tryRemaining({
    frame,
    target,
    gesture,
    label,
  }: Remaining & { readonly frame: number }): Promise<string | null> {
    this.#insisted.add(gesture === 'click' ? `${this.#insisted.size} ${label}` : `${frame} ${label}`);
    if (gesture === 'space' || gesture === 'enter') {
      if ((await this.#inFrame<boolean>(frame, focusExpression(this.#key, target))) !== true) return null;
      await this.#page.press(gesture === 'space' ? 'Space' : 'Enter');
      return `pressed ${label}`;
    }
    const how = gesture === 'click' ? 'once' : gesture === 'hold' ? 'long' : 'twice';
    const step = await this.#clickAt({ frame, target, label }, how);
    return step === null && label.includes('<option>') ? `chose ${label}` : step; // chosen at once, without a click
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

  /** Scrolls one step down in all frames. @returns whether anything moved */
  async scroll(): Promise<boolean> {
    if (this.#scrolls >= maxScrolls || this.#scrollsInAll >= maxScrollsInAll) return false;
    this.#scrolls++;
    this.#scrollsInAll++;
    const heights = await this.#page.inFrames<number>(scrollDownExpression, evaluateMs);
    const heightPx = heights.reduce((sum, { value }) => sum + value, 0);
    if (heightPx > this.#heightPx && this.#heightPx > 0) this.#scrolls = 0;
    this.#heightPx = Math.max(this.#heightPx, heightPx);
    return heightPx > 0;
  }

  /** Ends an advertisement: clicks its "skip", otherwise plays it quickly to its end. */
  async endAd({ interludes }: PlayState): Promise<string | null> {
    const skip = (await this.candidates()).find((item) => item.kind === 'skip the ad' && this.isLeft(item));
    const step = skip === undefined ? null : await this.#click(skip);
    if (step !== null) return step;
    const counts = await Promise.all(
      interludes.map(({ frame, numbers }) => this.#inFrame<number>(frame, hurryExpression(this.#key, numbers))),
    );
    const count = counts.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    return count === 0 ? null : 'went to the end of a clip that may be an advertisement';
  }
}

const withoutHash = (url: string): string => url.split('#')[0] ?? url;
