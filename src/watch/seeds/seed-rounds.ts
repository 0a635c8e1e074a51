import type { Topic } from '../../model/topic/topic.ts';
import type { CrawlPorts } from '../../services.ts';
import { discoverSeeds } from './discover-seeds.ts';

/** Between two looks for a topic whose search is due, ms; and after a search that no engine answered. */
const [lookEveryMs, retryAfterMs] = [60_000, 60 * 60_000];
/** Sites that a round adds for each topic, at most. */
const maxAddedPerRound = 5;

/**
 * Returns a function to call often: it searches for sites of one topic in the background when that topic's search is due. The store keeps the times, so a restart
 * does not search again. A failed search is logged and comes again at the next interval.
 */
export function seedRounds(io: CrawlPorts): () => void {
  const { clock, log, config } = io;
  let nextMs = clock.monotonicMs();
  let isRunning = false;
  const round = async () => {
    try {
      const topic = await topicDue(io);
      if (topic !== undefined) {
        const { seeds, notes, isAnswered } = await discoverSeeds(io, { topic, limit: maxAddedPerRound, isDry: false });
        const count = (decision: string) => seeds.filter((seed) => seed.decision === decision).length;
        if (!isAnswered) nextMs = clock.monotonicMs() + retryAfterMs;
        const added = seeds.filter(({ addedAt, seenAt }) => addedAt?.getTime() === seenAt.getTime());
        log.info('seeds.searched', {
          topic: topic.name,
          candidates: seeds.length,
          added: added.map(({ homeUrl }) => homeUrl),
          retired: count('retired'),
          notes,
        });
      }
    } catch (error) {
      log.warn('seeds.failed', { message: error instanceof Error ? error.message : String(error) });
    }
    isRunning = false;
  };
  return () => {
    if (config.seedsEveryMs === 0 || config.searchEngines.length === 0 || isRunning) return;
    if (clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + lookEveryMs;
    isRunning = true;
    void round();
  };
}

/** The first topic that was not searched within the interval. A time in the future means that the clock was set back: it is searched again. */
async function topicDue({ store, clock, topics, config }: CrawlPorts): Promise<Topic | undefined> {
  const searches = await store.seeds.lastSearches();
  const now = clock.now().getTime();
  return topics.find(({ name }) => {
    const last = searches.get(name)?.getTime();
    return last === undefined || last > now || now - last >= config.seedsEveryMs;
  });
}
