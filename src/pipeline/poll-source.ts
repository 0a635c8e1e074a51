import { NewshawkError } from '../errors.ts';
import type { Source } from '../model/source.ts';
import type { Task } from '../model/task.ts';
import type { IdentityRoute } from '../ports.ts';
import { contentHash } from '../stages/discover/source-links.ts';
import { adapt } from '../stages/schedule/polling.ts';
import type { Ending } from '../storage/port.ts';
import { endingOf } from './ending.ts';
import { type HostRoom, leftInWords } from './link-budgets.ts';
import { leadsOfFeed, leadsOfListing, type linkJudge } from './links.ts';
import type { CrawlPorts, RunContext } from './ports.ts';
import { type Poll, readListing } from './read-listing.ts';
import { readList } from './read-sitemap.ts';
import { reopenSeenAgain } from './seen-again.ts';
import type { Finish, Visiting } from './visiting.ts';

/** Polls one source for links, and adapts its interval to what it found. @throws NewshawkError when it can't be read */
export async function pollSource(visiting: Visiting, task: Task, identity: IdentityRoute): Promise<Finish> {
  const { io, run } = visiting;
  const source = task.sourceId === null ? null : await io.store.sources.get(task.sourceId);
  if (source === null)
    throw new NewshawkError('misconfigured', `the source of ${task.url} is not in the store: crawl its site again`);
  const startedAt = io.clock.now();
  const begun = performance.now();
  const poll = await readSource(visiting, source, task, identity);
  const elapsedMs = performance.now() - begun;
  const { judgeLinks, room } = visiting;
  return () => concludePoll({ io, run, judgeLinks, room, task, startedAt, elapsedMs }, source, poll);
}

interface PollStart {
  readonly io: CrawlPorts;
  readonly run: RunContext;
  readonly judgeLinks: ReturnType<typeof linkJudge>;
  readonly room: HostRoom;
  readonly task: Task;
  readonly startedAt: Date;
  readonly elapsedMs: number;
}

async function concludePoll(
  start: PollStart,
  source: Source,
  { page, links, renderReason, learn, unread = 0, notes = [] }: Poll,
): Promise<Ending> {
  const { io, run } = start;
  const { left, ...leads } = await (source.kind === 'listing' ? leadsOfListing : leadsOfFeed)(start, links);
  const all = unread === 0 ? left : { count: unread + (left?.count ?? 0), why: left?.why ?? readLimit(io.config) };
  await reopenSeenAgain(io, leads.links);
  const unknown = await io.store.frontier.unknown(leads.links.map(({ url }) => url));
  const hash = contentHash(links);
  const found = unknown.size > 0 || (source.contentHash !== null && source.contentHash !== hash);
  const adapted = adapt(source, { found }, io.clock.now(), io.random);
  return endingOf(
    { ...start, page },
    {
      visit: {
        outcome: 'listed',
        reason: null,
        detail: [`${links.length + unread} links`, leftInWords({ left: all }), ...notes]
          .filter((one) => one !== '')
          .join('; '),
        ...(all !== null && { linksLeft: all.count }),
        newLinks: unknown.size,
        changed: found,
        renderReason,
      },
      ...leads,
      format: learn === null ? null : await learn(),
      source: { ...adapted, contentHash: hash, worker: run.worker },
    },
  );
}

const readLimit = ({ linksPerList }: CrawlPorts['config']): string =>
  `${linksPerList} of a list are the most (NEWSHAWK_LINKS_PER_LIST)`;

async function readSource(visiting: Visiting, source: Source, task: Task, identity: IdentityRoute): Promise<Poll> {
  if (source.kind === 'listing') return await readListing(visiting, source, task, identity);
  return {
    ...(await readList(visiting, source.kind, task, identity)),
    renderReason: `static: a ${source.kind} is text`,
    learn: null,
  };
}
