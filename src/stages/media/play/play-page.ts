import type { MediaItem } from '../../../model/media/media-item.ts';
import type { Evidence } from '../../../model/media/media-sighting.ts';
import type { PlayerPage } from '../../../ports.ts';
import {
  type GestureKind,
  type GestureTarget,
  gestureExpression,
  playExpression,
  stopExpression,
} from '../in-page/gestures.ts';
import { evaluateMs, type PlayState, type WatchedPage } from './watched-page.ts';

/** Limits of playing one page. */
export interface PlayBudget {
  readonly totalMs: number;
  /** Time to wait for the end of an advertisement, from the start. */
  readonly adMs: number;
}

export const playBudget: PlayBudget = { totalMs: 20_000, adMs: 8_000 };

const pollMs = 120;
/** Delay before the first gesture: most pages start by themselves. */
const settleMs = 350;
/** Scores that end the play once they stay the same for this time: a certain one, and a likely one. */
const sure = { score: 40, forMs: 600 };
const likely = { score: 15, forMs: 1_500 };
/** Time after which a medium without an address is accepted. */
const captureAfterMs = 5_000;
/** Delay after a gesture, until its effect shows. */
const afterGestureMs = 900;
/** Delay after a stage that found nothing to do. */
const afterNothingMs = 60;
/** Rounds of gestures: the first click may open an advertisement. */
const rounds = 3;

/** A step of the play, for the trace. */
export interface PlayStep {
  readonly atMs: number;
  readonly what: string;
}

interface PlayResult {
  readonly state: PlayState;
  readonly steps: readonly PlayStep[];
  readonly endedBy: 'sure' | 'likely' | 'capture' | 'nothing left to try' | 'time';
}

type Stage = 'consent' | 'scroll' | 'play' | GestureKind;

const stages: readonly Stage[] = [
  'consent',
  'play',
  'play button',
  'scroll',
  'middle of the player',
  'watch link',
  'skip the ad',
];

interface PlayOptions {
  /** Key of the hooks. */
  readonly key: string;
  readonly budget: PlayBudget;
  /** Called after each step. */
  readonly onStep: (what: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Plays a page, and watches until its main medium is known: first without help, then gesture after gesture, with a delay after each. Ends at the latest when
 * its time is over.
 */
export async function playPage(page: PlayerPage, watched: WatchedPage, options: PlayOptions): Promise<PlayResult> {
  const startedAt = performance.now();
  const now = (): number => performance.now() - startedAt;
  const { budget, signal } = options;
  const steps: PlayStep[] = [];
  const note = async (what: string): Promise<void> => {
    steps.push({ atMs: Math.round(now()), what });
    await options.onStep(what);
  };
  const queue = Array.from({ length: rounds }, () => stages).flat();
  let hasActed = false;
  let nextStageAt = settleMs;
  let best = { key: '', since: 0 };
  let fedSince: number | null = null;
  for (;;) {
    const state = await watched.look();
    const top = state.items.find(({ role }) => role === 'main') ?? null;
    const key = top === null ? '' : `${top.url} ${top.score >= sure.score}`;
    if (key !== best.key) best = { key, since: now() };
    if (state.mseBytes > 0 || top?.delivery === 'mse-capture') fedSince ??= now();
    const unchangedMs = now() - best.since;
    const waitsForAd = state.isAdOn && now() < budget.adMs && (top === null || top.score < sure.score);
    const endedBy = endReason(top, unchangedMs, fedSince === null ? 0 : now() - fedSince);
    if (endedBy !== null && !waitsForAd) return { state, steps, endedBy };
    if (now() >= budget.totalMs || signal.aborted) return { state, steps, endedBy: 'time' };
    if (now() >= nextStageAt && !waitsForAd && (top === null || top.score < likely.score || !hasStrongEvidence(top))) {
      const stage = queue.shift();
      const isRoundOver = queue.length % stages.length === 0;
      if (stage === undefined || (isRoundOver && !hasActed && fedSince === null && state.playerElements === 0))
        return { state, steps, endedBy: 'nothing left to try' };
      const step = await runStage(page, stage, options.key);
      if (step !== null) await note(step);
      hasActed = isRoundOver ? false : hasActed || (step !== null && stage !== 'play');
      nextStageAt = now() + (step === null ? afterNothingMs : afterGestureMs);
    } else if (waitsForAd && queue.includes('skip the ad') && now() >= nextStageAt) {
      const step = await runStage(page, 'skip the ad', options.key);
      if (step !== null) await note(step);
      nextStageAt = now() + afterGestureMs;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function endReason(top: MediaItem | null, unchangedMs: number, fedForMs: number): PlayResult['endedBy'] | null {
  if (top === null) return null;
  const hasAddress = !/^(mse-capture|websocket|mediastream)$/.test(top.delivery);
  if (!hasAddress) return top.delivery === 'mediastream' || fedForMs >= captureAfterMs ? 'capture' : null;
  if (!hasStrongEvidence(top)) return null;
  if (top.score >= sure.score && unchangedMs >= sure.forMs) return 'sure';
  return top.score >= likely.score && unchangedMs >= likely.forMs ? 'likely' : null;
}

/** An address in a script may be incomplete, or belong to another page: other evidence must support it. */
const hasStrongEvidence = ({ reasons }: MediaItem): boolean => reasons.some((reason) => strongEvidence.has(reason));
const strongEvidence: ReadonlySet<string> = new Set<Evidence>([
  'seen on the network',
  'current source',
  'in the markup',
  'JSON-LD or Open Graph',
]);

/** @returns a description of the step; null: nothing to do */
async function runStage(page: PlayerPage, stage: Stage, key: string): Promise<string | null> {
  if (stage === 'consent') return (await page.consent()) ? 'answered a consent dialog' : null;
  if (stage === 'scroll') {
    await page.wheel(700);
    return null; // it may load a lazy player
  }
  if (stage === 'play') {
    const counts = await page.inFrames<number>(playExpression(key), evaluateMs);
    const count = counts.reduce((sum, { value }) => sum + value, 0);
    return count === 0 ? null : `started ${count} media elements`;
  }
  return await clickOn(page, stage, key);
}

/** Clicks the best target of all frames; goes back if the click leads to another page. */
async function clickOn(page: PlayerPage, kind: GestureKind, key: string): Promise<string | null> {
  const targets = await page.inFrames<GestureTarget | null>(gestureExpression(key, kind), evaluateMs);
  const candidates = targets.flatMap(({ frame, value }) => (value === null ? [] : [{ frame, ...value }]));
  const isLarge = kind === 'middle of the player';
  const [target] = candidates.toSorted((a, b) => (isLarge ? b.areaPx - a.areaPx : a.areaPx - b.areaPx));
  if (target === undefined) return null;
  const before = page.url();
  const documents = documentsOf(page);
  if (!(await page.click(target.frame, target.x, target.y))) return null;
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (page.url() === before || documentsOf(page) === documents) return `clicked on ${target.label}`;
  await page.back();
  return `clicked on ${target.label}, which led to another page: went back`;
}

const documentsOf = (page: PlayerPage): number => page.exchanges().filter(({ type }) => type === 'document').length;

/** Stops all media of the page and blocks further segments. */
export async function stopPlaying(page: PlayerPage, key: string): Promise<void> {
  await page.block(segmentPatterns);
  await page.inFrames(stopExpression(key), evaluateMs);
}

const segmentPatterns: readonly string[] = [
  'ts',
  'm4s',
  'm4f',
  'cmfv',
  'cmfa',
  'mp4',
  'm4v',
  'webm',
  'flv',
  'mp3',
  'aac',
].flatMap((extension) => [`*.${extension}`, `*.${extension}?*`]);
