import type { PlayerPage } from '../../../browser-port.ts';
import type { MediaItem } from '../../../model/media/media-item.ts';
import { carriersIn } from '../find/media-url.ts';
import { type FramePromises, promisesExpression } from '../in-page/promises.ts';
import { betterCandidates, promising } from './better-candidate.ts';
import { hasStrongEvidence, isComplete, isLastResort, needsHelp } from './certainty.ts';
import { Gestures } from './gestures.ts';
import {
  afterClipMs,
  afterGestureMs,
  afterNothingMs,
  captureAfterMs,
  completeForMs,
  likely,
  maxChecks,
  maxHurries,
  type PlayBudget,
  patienceMs,
  pollMs,
  quietMs,
  settleMs,
  streamAfterMs,
  sure,
  waitMs,
} from './play-times.ts';
import type { Candidate } from './prominence.ts';
import { countdown, isPending, justOver, type ReasonToWait, reasonToWait } from './reason-to-wait.ts';
import { evaluateMs, type PlayState, type WatchedPage } from './watched-page.ts';

/** A step of the play, for the trace. */
export interface PlayStep {
  readonly atMs: number;
  readonly what: string;
}

type PlayEnd = 'sure' | 'likely' | 'capture' | 'nothing left to try' | 'time';

interface PlayResult {
  readonly state: PlayState;
  readonly steps: readonly PlayStep[];
  readonly endedBy: PlayEnd;
}

interface PlayOptions {
  /** Key of the hooks. */
  readonly key: string;
  readonly budget: PlayBudget;
  /** Called once, when nothing that looks like a player is left: whether other controls may be tried. Default: they may. */
  readonly mayInsist?: (state: PlayState) => Promise<boolean>;
  /** Called after each step. */
  readonly onStep: (what: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Plays a page, and watches until its main medium is known: first without help, then gesture after gesture, with a delay after each, and for as long as something
 * on the page still promises a medium. Ends at the latest when its time is over.
 */
export async function playPage(page: PlayerPage, watched: WatchedPage, options: PlayOptions): Promise<PlayResult> {
  return await new Play(page, watched, options).run();
}

class Play {
  readonly #page: PlayerPage;
  readonly #watched: WatchedPage;
  readonly #options: PlayOptions;
  readonly #gestures: Gestures;
  readonly #startedAt = performance.now();
  readonly #steps: PlayStep[] = [];
  /** How often it was checked whether the page offers another medium. */
  #checks = 0;
  /** How often a medium was taken to its end: one that begins again is no advertisement before the film. */
  readonly #hurried = new Map<string, number>();
  #best = { key: '', since: 0 };
  #fedSince: number | null = null;
  #adSince: number | null = null;
  #requests = { count: 0, since: 0 };
  #activity = { signature: '', since: 0 };
  #gestureAt: number | null = null;
  /** The last step was a gesture, whose effect may show before its time is over. */
  #mayHurry = false;
  #nextActAt = settleMs;
  /** Activity of the page when nothing was left to try; null: something was. */
  #restedWith: string | null = null;
  #isDown = false;
  /** Null: not asked yet. */
  #mayInsist: boolean | null = null;
  /** Since when nothing but waiting is done, ms; null: the last step was a gesture. */
  #waitingSince: number | null = null;
  /** When the last sign of waiting was seen; 0: none was. */
  #waitedUntil = 0;

  constructor(page: PlayerPage, watched: WatchedPage, options: PlayOptions) {
    this.#page = page;
    this.#watched = watched;
    this.#options = options;
    this.#gestures = new Gestures(page, options.key);
  }

  async run(): Promise<PlayResult> {
    const { budget, signal } = this.#options;
    for (;;) {
      const state = await this.#watched.look(this.#now());
      const top = state.items.find(({ role }) => role === 'main') ?? null;
      this.#observe(state, top);
      const end = (endedBy: PlayEnd): PlayResult => ({ state, steps: this.#steps, endedBy });
      if (this.#now() >= budget.totalMs || signal.aborted) return end('time');
      const isAdOn = this.#waitsForAd(state, top);
      const mayAct = this.#now() >= this.#nextActAt || this.#isQuietAfterGesture(state);
      const endedBy = isAdOn ? null : this.#endReason(state, top, mayAct);
      if (endedBy !== null && !(await this.#startsAnother(state, top))) return end(endedBy);
      if (endedBy === null && mayAct) {
        if (isAdOn) await this.#endAd(state, top);
        else if (needsHelp(top) && !(await this.#act(state)) && this.#isAtRest(state))
          return end('nothing left to try');
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  #now(): number {
    return performance.now() - this.#startedAt;
  }

  #observe(state: PlayState, top: MediaItem | null): void {
    const now = this.#now();
    const key = top === null ? '' : `${top.url} ${top.score >= sure.score}`;
    if (key !== this.#best.key) this.#best = { key, since: now };
    if (state.mseBytes > 0 || /^(mse-capture|websocket)$/.test(top?.delivery ?? '')) this.#fedSince ??= now;
    const count = this.#page.exchanges().length;
    if (count !== this.#requests.count) this.#requests = { count, since: now };
    if (state.activity !== this.#activity.signature) this.#activity = { signature: state.activity, since: now };
  }

  /** Whether an advertisement plays before the film: a known one, or a lone short clip that may be one, until it is over and nothing follows. */
  #waitsForAd(state: PlayState, top: MediaItem | null): boolean {
    const clip = top === null ? null : state.clip(top.url);
    const mayEnd = top !== null && (this.#hurried.get(top.url) ?? 0) < maxHurries;
    const mayBeAd =
      mayEnd && clip?.mayBeInterlude === true && (clip.overForMs === null || clip.overForMs < afterClipMs);
    const isKnownAd = state.isAdOn && (top === null || needsHelp(top) || top.score < sure.score);
    if (!mayBeAd && !isKnownAd) return false;
    this.#adSince ??= this.#now();
    return this.#now() - this.#adSince < this.#options.budget.adMs;
  }

  async #endAd(state: PlayState, top: MediaItem | null): Promise<void> {
    if (await this.#step(await this.#gestures.endAd(state), waitMs)) {
      if (top !== null) this.#hurried.set(top.url, (this.#hurried.get(top.url) ?? 0) + 1);
      return;
    }
    // a clip that waits for the click, as the film behind it does
    if (top === null || state.clip(top.url).hasBegun || state.playingPx > 0) return;
    const candidates = await this.#gestures.candidates();
    const [best] = candidates.filter((item) => item.isProminent && this.#gestures.isLeft(item));
    if (best !== undefined) await this.#try(best);
  }

  /** Whether the page has done nothing since it was last out of promises: what a timer began may not show at once. */
  #isAtRest({ activity }: PlayState): boolean {
    const isAtRest = activity === this.#restedWith;
    this.#restedWith = activity;
    return isAtRest;
  }

  #isQuietAfterGesture({ timerMs }: PlayState): boolean {
    if (!this.#mayHurry) return false;
    const quietSince = Math.max(this.#activity.since, this.#gestureAt ?? 0);
    const isTimerDue = timerMs !== null && timerMs < afterGestureMs;
    return this.#now() - quietSince >= quietMs && !isTimerDue && !this.#page.exchanges().some(isPending);
  }

  #endReason(state: PlayState, top: MediaItem | null, mayAct: boolean): PlayEnd | null {
    if (top === null) return null;
    const hasAddress = !/^(mse-capture|websocket|mediastream)$/.test(top.delivery);
    const fedForMs = this.#fedSince === null ? 0 : this.#now() - this.#fedSince;
    if (!hasAddress) return top.delivery === 'mediastream' || fedForMs >= this.#captureDelayOf(top) ? 'capture' : null;
    if (!hasStrongEvidence(top) || isLastResort(top)) return null;
    const unchangedMs = this.#now() - this.#best.since;
    const sinceGestureMs = this.#now() - (this.#gestureAt ?? 0);
    const isSure = top.score >= sure.score;
    if (isSure && isComplete(state, top) && Math.min(unchangedMs, sinceGestureMs) >= completeForMs) return 'sure';
    if (isSure && Math.min(unchangedMs, sinceGestureMs) >= sure.forMs) return 'sure';
    return mayAct && top.score >= likely.score && unchangedMs >= likely.forMs ? 'likely' : null;
  }

  #captureDelayOf({ delivery }: MediaItem): number {
    const isOneStream = delivery === 'websocket' || carriersIn(this.#page.exchanges()).length === 1;
    return isOneStream ? streamAfterMs : captureAfterMs;
  }

  async #step(what: string | null, delayMs: number): Promise<boolean> {
    this.#nextActAt = this.#now() + (what === null ? afterNothingMs : delayMs);
    this.#mayHurry = what !== null && delayMs === afterGestureMs;
    if (this.#mayHurry) this.#gestureAt = this.#now();
    if (what === null) return false;
    this.#steps.push({ atMs: Math.round(this.#now()), what });
    await this.#options.onStep(what);
    return true;
  }

  /** Before the play ends with a medium: whether the page offers another one that a person would take, which is then started. */
  async #startsAnother(state: PlayState, top: MediaItem | null): Promise<boolean> {
    if (top === null || this.#checks >= maxChecks) return false;
    this.#checks++;
    const candidates = await this.#gestures.candidates();
    const others = betterCandidates(candidates, state, top);
    for (const other of others.filter((item) => this.#gestures.isLeft(item)).slice(0, 3))
      if (await this.#try(other)) return true;
    const isFirst = this.#checks === 1;
    if (state.playingPx > 0 || (isFirst && top.reasons.includes('seen on the network'))) return false;
    const reason = await this.#reasonToWait(state);
    // before the first click only a countdown promises more than a medium that is named already
    if (reason?.isShown !== true || (isFirst && ![countdown, justOver].includes(reason.name))) return false;
    this.#checks--;
    return await this.#wait(reason);
  }

  async #try(candidate: Candidate): Promise<boolean> {
    if (candidate.kind === 'named entry') this.#watched.startOver();
    this.#watched.noteGesture(this.#now(), candidate.label);
    this.#waitingSince = null;
    return await this.#step(await this.#gestures.try(candidate), afterGestureMs);
  }

  /** One gesture, or one look at what the page waits for. @returns false: nothing is left to try, and the page promises nothing */
  async #act(state: PlayState): Promise<boolean> {
    if (await this.#step(await this.#gestures.returnFromElsewhere(), afterGestureMs)) return true;
    if (await this.#step(await this.#gestures.consent(), afterGestureMs)) return true;
    const candidates = await this.#gestures.candidates();
    const [best, ...others] = candidates.filter((item) => this.#gestures.isLeft(item));
    if (best !== undefined && best.points >= promising) {
      const reason = this.#steps.length === 0 || best.isProminent ? null : await this.#reasonToWait(state);
      return this.#isWorthWaiting(reason) ? await this.#wait(reason) : await this.#tryOneOf([best, ...others]);
    }
    if (!this.#isDown) {
      this.#isDown = !(await this.#gestures.scroll());
      this.#nextActAt = this.#now();
      return true;
    }
    const reason = await this.#reasonToWait(state);
    if (best !== undefined && !this.#isWorthWaiting(reason)) return await this.#tryOneOf([best, ...others]);
    if (reason !== null) return await this.#wait(reason);
    // it may have grown meanwhile
    this.#isDown = !(await this.#gestures.scroll());
    return !this.#isDown || (await this.#insist(state));
  }

  /** The last resort, on a page that gives no reason why it has no film. */
  async #insist(state: PlayState): Promise<boolean> {
    this.#mayInsist ??= (await this.#options.mayInsist?.(state)) ?? true;
    if (!this.#mayInsist) return false;
    this.#watched.noteGesture(this.#now());
    return await this.#step(await this.#gestures.insist(), afterGestureMs);
  }

  /** Whether it comes before what can still be clicked. A spinner may be part of a page that waits for the click. */
  #isWorthWaiting(reason: ReasonToWait | null): reason is ReasonToWait {
    if (reason?.isShown !== true) return false;
    return reason.name === countdown || this.#waitingSince === null || this.#now() - this.#waitingSince < patienceMs;
  }

  async #wait({ name, isShown }: ReasonToWait): Promise<boolean> {
    const note = `waits: ${name}`;
    this.#waitingSince ??= this.#now();
    if (!this.#steps.some(({ what }) => what === note)) await this.#step(note, waitMs);
    this.#nextActAt = this.#now() + waitMs;
    this.#mayHurry = false;
    if (isShown && name !== justOver) this.#waitedUntil = this.#nextActAt;
    return true;
  }

  /** Tries the best candidate that is still there. */
  async #tryOneOf(candidates: readonly Candidate[]): Promise<boolean> {
    for (const candidate of candidates.slice(0, 3)) if (await this.#try(candidate)) return true;
    return true; // all are gone: the page has changed
  }

  async #reasonToWait(state: PlayState): Promise<ReasonToWait | null> {
    const promises = await this.#page.inFrames<FramePromises>(promisesExpression(this.#options.key), evaluateMs);
    const nowMs = this.#now();
    const isJustOver = this.#waitedUntil > 0 && nowMs - this.#waitedUntil < afterGestureMs;
    return reasonToWait({
      promises: promises.map(({ value }) => value),
      exchanges: this.#page.exchanges(),
      isVideoPage: state.playerElements > 0 || this.#watched.hasDeclared,
      nowMs,
      quietMs: nowMs - this.#requests.since,
      leftMs: this.#options.budget.totalMs - nowMs,
      isJustOver,
    });
  }
}
