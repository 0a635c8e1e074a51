import type { OfflinePorts } from '../../services.ts';
import { outdatedGroups, totalArticles } from './outdated-articles.ts';
import { rescore } from './rescore.ts';

/** Articles. Each takes about 7 ms on one core, so this delays the start of a run by about 20 s; beyond, a person runs `topics rescore`. */
const maxRescoredAtStart = 3_000;

interface RescoreStart {
  /** Null: all. */
  readonly sites: readonly string[] | null;
  readonly signal: AbortSignal;
  readonly onPhase: (sentence: string) => void;
}

/** At the start of a run, judges the outdated articles of its sites again, unless they are too many: then it logs the command. */
export async function rescoreAtStart(io: OfflinePorts, { sites, signal, onPhase }: RescoreStart): Promise<void> {
  const selection = { topic: null, sites, all: false };
  const articles = totalArticles(await outdatedGroups(io, selection));
  if (articles === 0) return;
  if (articles > maxRescoredAtStart) {
    io.log.warn('topics.rescore-wanted', {
      articles,
      why: 'their topics have changed since; too many to rescore at the start of a run',
      do: 'newshawk topics rescore',
    });
    return;
  }
  onPhase(`Judging ${articles === 1 ? 'a stored article' : `${articles} stored articles`} by the current topics.`);
  const begun = io.clock.monotonicMs();
  const report = await rescore(io, { ...selection, isDry: false, signal, onProgress: () => {} });
  const { judged, toPublished, toOffTopic, failed, left, failures } = report;
  const ms = Math.round(io.clock.monotonicMs() - begun);
  io.log.info('topics.rescored', { judged, toPublished, toOffTopic, failed, left, ms });
  for (const { url, why } of failures) io.log.warn('topics.rescore-failed', { url, why });
}
