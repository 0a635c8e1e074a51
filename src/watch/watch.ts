import type { CrawlPorts, OfflinePorts } from '../services.ts';
import { queueDuePages } from './due-pages.ts';
import { garbageRounds } from './maintenance/garbage-rounds.ts';
import { type OwnShare, PollRounds } from './poll-rounds.ts';
import { proxyRounds } from './proxies/proxy-rounds.ts';
import { seedRounds } from './seeds/seed-rounds.ts';
import { tuningRounds } from './tuning/tuning-rounds.ts';
import { subscriptionRounds } from './websub/subscription-rounds.ts';

/** Due pages per pass, at most. */
const pagesPerPass = 1_000;
/** Opens the due tasks: polls in rounds, pages by their own schedule. The run calls it once a second. */
export function dueWork(io: OfflinePorts, options: OwnShare): () => Promise<void> {
  const rounds = new PollRounds(io, options);
  const { sites } = options;
  return async () => {
    await rounds.next();
    await queueDuePages(io, sites, pagesPerPass);
  };
}

/** What `watch` does beside its tasks: it opens due tasks, and now and then collects garbage, tunes sources, searches for new sites, checks proxies and asks hubs. */
export function watchWork(io: CrawlPorts, options: OwnShare): () => Promise<void> {
  const [open, ...rounds] = [
    dueWork(io, options),
    garbageRounds(io),
    tuningRounds(io),
    seedRounds(io),
    proxyRounds(io),
    subscriptionRounds(io),
  ];
  return async () => {
    for (const round of rounds) round();
    await open();
  };
}
