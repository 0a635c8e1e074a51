import type { Source } from '../../src/model/crawl/source.ts';
import { mulberry32 } from '../../src/stages/classify/sampling.ts';
import { type PollPlan, pollPlan, sourceAfterRead } from '../../src/stages/schedule/poll-plan.ts';
import { Agenda } from './agenda.ts';
import { DailyTuner } from './daily-tuner.ts';
import { exponential, measuredFrom, normal, simulatedDays } from './page-world.ts';

/** A simulated source. Times are in days. */
interface WorldSource {
  /** New links per day, on average. */
  readonly rate: number;
  /** Time of its day's peak. */
  readonly peak: number;
  readonly ofNights: Nights;
  readonly arrivals: Float64Array;
}

export interface PollScore {
  readonly policy: string;
  /** From a new link to the poll that finds it, minutes. */
  readonly mean: number;
  readonly median: number;
  readonly p90: number;
  /** Polls per day of all sources. */
  readonly polls: number;
  /** Mean by that of the optimum at the same number of polls; null: it is the optimum. */
  readonly ratio: number | null;
}

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 4); // a Sunday
const baseIntervalMs = 30 * 60_000;
/** How often `watch` plans the polls anew is every ten minutes; here it would take most of the time. */
const planEvery = 1 / 4;

export const nights = ['quiet nights', 'silent nights'] as const;
type Nights = (typeof nights)[number];

/** Nights with a twentieth of the day's links, or with none for ten hours; weekends at a third. */
function daylight(at: number, peak: number, ofNights: Nights): number {
  const height = Math.cos(2 * Math.PI * (at - peak));
  const isSilent = ofNights === 'silent nights' && height < Math.cos((2 * Math.PI * 7) / 24);
  const wave = isSilent ? 0 : 1 + 0.9 * height;
  const day = ((Math.floor(at) % 7) + 7) % 7;
  return wave * (day === 0 || day === 6 ? 0.4 : 1.24);
}
const brightest = 1.9 * 1.24;

function makeSources(count: number, seed: number, ofNights: Nights): WorldSource[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, () => {
    const [rate, peak] = [12 * Math.exp(1.2 * normal(random) - 0.72), Math.round(24 * random()) / 24];
    const arrivals: number[] = [];
    for (let at = 0; at < simulatedDays; at += exponential(random) / (rate * brightest))
      if (random() * brightest < daylight(at, peak, ofNights)) arrivals.push(at);
    return { rate, peak, ofNights, arrivals: Float64Array.from(arrivals) };
  });
}

/** Time of the next poll, days. */
type Poller = (id: number, at: number, newLinks: number) => number;

function pollSources(sources: readonly WorldSource[], next: Poller): Omit<PollScore, 'policy' | 'ratio'> {
  const agenda = new Agenda(sources.length);
  const seen = new Int32Array(sources.length);
  const delays: number[] = [];
  let polls = 0;
  for (const id of sources.keys()) agenda.add(id, (id / sources.length) * 0.01);
  for (let poll = agenda.next(simulatedDays); poll !== null; poll = agenda.next(simulatedDays)) {
    const { id, at } = poll;
    const arrivals = sources[id]?.arrivals ?? new Float64Array();
    const before = seen[id] ?? 0;
    let last = before;
    for (let came = arrivals[last] ?? at; came < at; came = arrivals[last] ?? at) {
      if (came >= measuredFrom) delays.push((at - came) * 1_440);
      last += 1;
    }
    seen[id] = last;
    if (at >= measuredFrom) polls += 1;
    agenda.add(id, next(id, at, last - before));
  }
  delays.sort((a, b) => a - b);
  return {
    mean: delays.reduce((sum, delay) => sum + delay, 0) / delays.length,
    median: delays[Math.floor(delays.length / 2)] ?? 0,
    p90: delays[Math.floor(0.9 * delays.length)] ?? 0,
    polls: polls / (simulatedDays - measuredFrom),
  };
}

interface ProductOptions {
  readonly policy: PollPlan['policy'];
  /** What each source learns at the end of a day; null: it is never tuned. */
  readonly tuned: 'hours' | 'all' | null;
}

/** The product's polls: intervals by the policy. */
function productPoller({ policy, tuned }: ProductOptions, count: number, seed: number): Poller {
  const random = mulberry32(seed);
  const tuners = Array.from({ length: count }, () => new DailyTuner(policy));
  const states = Array.from({ length: count }, (_, id) => sourceOf(id));
  let [plan, plannedAt] = [pollPlan(states, policy), 0];
  return (id, at, newLinks) => {
    if (at - plannedAt > planEvery) [plan, plannedAt] = [pollPlan(states, policy), at];
    const now = new Date(start + Math.round(at * dayMs));
    const source = states[id] ?? sourceOf(id);
    const tuning = tuned === null ? null : (tuners[id]?.noted(source, now, newLinks > 0) ?? null);
    const soft = tuned === 'hours' && tuning !== null ? { ...tuning, intervalMs: null } : tuning;
    const after = sourceAfterRead(
      { ...source, tuning: soft },
      { found: newLinks > 0, newLinks },
      { now, random, plan },
    );
    states[id] = after;
    return (after.nextPollAt.getTime() - start) / dayMs;
  };
}

function sourceOf(id: number): Source {
  return {
    id: `source-${id}`,
    url: `https://site-${id}.example/feed.xml`,
    kind: 'feed',
    weight: 1,
    baseIntervalMs,
    minFactor: 0.25,
    maxFactor: 8,
    activeWindows: [],
    maxDepth: 2,
    linkSelector: null,
    render: null,
    steps: null,
    site: `site-${id}.example`,
    intervalMs: baseIntervalMs,
    lastPolledAt: null,
    nextPollAt: new Date(start),
    contentHash: null,
    worker: null,
    enabled: true,
  };
}

/** Polls in proportion to the square root of the known rate of the moment, without limits. */
function bestPoller(sources: readonly WorldSource[], pollsPerDay: number): Poller {
  const step = 1 / 96;
  const rootAt = (source: WorldSource, at: number): number =>
    Math.sqrt(source.rate * daylight(at, source.peak, source.ofNights));
  const week = Array.from({ length: 7 / step }, (_, at) => at * step);
  const mean = sources.reduce(
    (sum, source) => sum + week.reduce((all, at) => all + rootAt(source, at), 0) / week.length,
    0,
  );
  const pace = pollsPerDay / mean;
  return (id, from) => {
    const source = sources[id];
    if (source === undefined) return simulatedDays;
    let left = 1;
    for (let at = from; at < simulatedDays; at += step) {
      const polls = pace * rootAt(source, at + step / 2) * step;
      if (polls >= left) return at + (step * left) / polls;
      left -= polls;
    }
    return simulatedDays;
  };
}

/** All policies on the same sources. None is tuned. */
export function scoreSources(count: number, seed: number): PollScore[] {
  const sources = makeSources(count, seed, 'quiet nights');
  const fixed = count * (dayMs / baseIntervalMs);
  return [
    scoreOf(sources, 'fixed', (_id, at) => at + baseIntervalMs / dayMs),
    scoreOf(sources, 'adaptive', productPoller({ policy: 'adaptive', tuned: null }, count, seed + 1)),
    scoreOf(sources, 'rate', productPoller({ policy: 'rate', tuned: null }, count, seed + 1)),
    { policy: 'optimum', ...pollSources(sources, bestPoller(sources, fixed)), ratio: null },
  ];
}

/** Both policies of the product on the same sources, before tuning, with learned hours only, and with learned intervals too. */
export function scoreTuning(count: number, seed: number, ofNights: Nights): PollScore[] {
  const sources = makeSources(count, seed, ofNights);
  const variants: readonly ProductOptions[] = [
    { policy: 'adaptive', tuned: null },
    { policy: 'adaptive', tuned: 'hours' },
    { policy: 'adaptive', tuned: 'all' },
    { policy: 'rate', tuned: null },
    { policy: 'rate', tuned: 'all' },
  ];
  const names = { hours: ', hours', all: ', hours and intervals' };
  return variants.map(({ policy, tuned }) =>
    scoreOf(
      sources,
      `${policy}${tuned === null ? '' : names[tuned]}`,
      productPoller({ policy, tuned }, count, seed + 1),
    ),
  );
}

function scoreOf(sources: readonly WorldSource[], policy: string, poller: Poller): PollScore {
  const score = pollSources(sources, poller);
  return { policy, ...score, ratio: score.mean / pollSources(sources, bestPoller(sources, score.polls)).mean };
}
