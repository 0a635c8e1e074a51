import { LRUCache } from 'lru-cache';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import { addTrial, joinEvidence, type PlayerEvidence, type PlayerTrial } from '../../model/page/player-evidence.ts';
import type { Clock } from '../../ports.ts';
import { isTrialHost, judgeTrial, type TrialVerdict } from '../../stages/media/judge-trial.ts';
import type { PlayerHint } from '../../stages/media/player-hints.ts';

/** Hosts that are remembered; others are read from the store again. */
const maxHosts = 2_000;
/** Evidence without media is forgotten after this time, ms: a site may have got players. */
const fruitlessForMs = 30 * 86_400_000;
/** A host's evidence is read again after this time, ms. */
const readForMs = 86_400_000;

interface HostTrials {
  evidence: PlayerEvidence;
  /** The trials under way: their hints, and what resolves when they end. */
  readonly running: Set<RunningTrial>;
}

interface RunningTrial {
  readonly verdict: Exclude<TrialVerdict, 'leave'>;
  readonly hints: readonly string[];
  readonly end: PromiseWithResolvers<void>;
}

/** The stored evidence of a host's formats. */
type FormatsOf = (host: string) => Promise<readonly FormatEvidence[]>;

/**
 * What is known of pages that were played on trial, by host: from the store, which has it from the commits of visits, and of this process. Trials under way count
 * as fruitless until they end, so that pages that are visited at once share one bound.
 */
export class PlayerTrials {
  readonly #formatsOf: FormatsOf;
  readonly #clock: Clock;
  readonly #hosts: LRUCache<string, Promise<HostTrials>>;

  constructor(formatsOf: FormatsOf, clock: Clock) {
    this.#formatsOf = formatsOf;
    this.#clock = clock;
    const perf = { now: () => clock.now().getTime() };
    this.#hosts = new LRUCache({ max: maxHosts, ttl: readForMs, perf, ttlResolution: 0 });
  }

  /** Whether a page of the host may be played: its hints need not be looked for otherwise. */
  async mayTry(host: string): Promise<boolean> {
    return isTrialHost((await this.#of(host)).evidence);
  }

  /** Runs a trial where one is due, and counts what it finds. Waits for those that decide whether it is due. @returns null: it was not due */
  async run(
    host: string,
    hints: readonly PlayerHint[],
    work: (verdict: Exclude<TrialVerdict, 'leave'>) => Promise<boolean>,
  ): Promise<PlayerTrial | null> {
    const trials = await this.#of(host);
    const running = await enter(trials, hints);
    if (running === null) return null;
    try {
      const trial = { hints: running.hints, found: await work(running.verdict) };
      trials.evidence = addTrial(trials.evidence, trial);
      return trial;
    } finally {
      trials.running.delete(running);
      running.end.resolve();
    }
  }

  /** Counts media that were found without a trial. @returns whether pages with these hints are played from now on */
  async noteFound(host: string, hints: readonly PlayerHint[]): Promise<boolean> {
    const trials = await this.#of(host);
    trials.evidence = addTrial(trials.evidence, { hints: namesOf(hints), found: true });
    return judgeTrial(hints, trials.evidence) === 'play';
  }

  #of(host: string): Promise<HostTrials> {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const trials = this.#read(host, this.#clock.now().getTime());
    this.#hosts.set(host, trials);
    trials.catch(() => this.#hosts.delete(host)); // who awaits it gets the error
    return trials;
  }

  async #read(host: string, nowMs: number): Promise<HostTrials> {
    const formats = await this.#formatsOf(host);
    const parts = formats.flatMap(({ players, updatedAt }) => {
      const isOver = players?.found === 0 && nowMs - updatedAt.getTime() > fruitlessForMs;
      return players === undefined || isOver ? [] : [players];
    });
    return { evidence: joinEvidence(parts), running: new Set() };
  }
}

const namesOf = (hints: readonly PlayerHint[]): string[] => hints.map(({ name }) => name);

/** Begins a trial. Where only those under way stand against it, it waits for them. @returns null: it is not due */
async function enter(trials: HostTrials, hints: readonly PlayerHint[]): Promise<RunningTrial | null> {
  for (;;) {
    const verdict = judgeTrial(hints, trials.evidence);
    if (verdict === 'leave') return null;
    const asFruitless = [...trials.running].reduce(
      (evidence, running) => addTrial(evidence, { hints: running.hints, found: false }),
      trials.evidence,
    );
    if (verdict === 'play' || judgeTrial(hints, asFruitless) === 'try') {
      // no await between the judgement and the entry: two pages can't take the same place
      const running = { verdict, hints: namesOf(hints), end: Promise.withResolvers<void>() };
      trials.running.add(running);
      return running;
    }
    await Promise.race([...trials.running].map(({ end }) => end.promise));
  }
}
