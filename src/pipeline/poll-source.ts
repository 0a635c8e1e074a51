import { NewshawkError } from '../errors.ts';
import type { CanonicalUrl } from '../model/canonical-url.ts';
import type { Page } from '../model/page.ts';
import type { Source } from '../model/source.ts';
import { type Task, taskAt } from '../model/task.ts';
import type { IdentityRoute } from '../ports.ts';
import { contentHash } from '../stages/discover/source-links.ts';
import { adapt } from '../stages/schedule/polling.ts';
import type { Ending } from '../storage/port.ts';
import { endingOf } from './ending.ts';
import { leadsOfFeed, leadsOfListing, type linkJudge } from './links.ts';
import { openPage } from './open-page.ts';
import type { CrawlPorts, RunContext } from './ports.ts';
import { type Poll, readListing } from './read-listing.ts';
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
  return () => concludePoll({ io, run, judgeLinks: visiting.judgeLinks, task, startedAt, elapsedMs }, source, poll);
}

interface PollStart {
  readonly io: CrawlPorts;
  readonly run: RunContext;
  readonly judgeLinks: ReturnType<typeof linkJudge>;
  readonly task: Task;
  readonly startedAt: Date;
  readonly elapsedMs: number;
}

async function concludePoll(
  start: PollStart,
  source: Source,
  { page, links, renderReason, learn }: Poll,
): Promise<Ending> {
  const { io, run } = start;
  const leads = await (source.kind === 'listing' ? leadsOfListing : leadsOfFeed)(start, links);
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
        detail: `${links.length} links`,
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

async function readSource(visiting: Visiting, source: Source, task: Task, identity: IdentityRoute): Promise<Poll> {
  if (source.kind === 'listing') return await readListing(visiting, source, task, identity);
  const read = source.kind === 'feed' ? readFeed : readSitemap;
  return {
    ...(await read(visiting.io, task, identity)),
    renderReason: `static: a ${source.kind} is text`,
    learn: null,
  };
}

type Listed = Pick<Poll, 'page' | 'links'>;

async function readFeed(io: CrawlPorts, task: Task, identity: IdentityRoute): Promise<Listed> {
  const page = await fetchSource(io, task, identity, task.url);
  const { links } = await io.reader.readList({ kind: 'feed', text: page.html, url: page.finalUrl });
  return { page, links };
}

/** Feeds and sitemaps are text: never rendered. */
async function fetchSource(io: CrawlPorts, task: Task, identity: IdentityRoute, url: CanonicalUrl): Promise<Page> {
  const request = {
    task: url === task.url ? task : taskAt(task, { url }),
    site: io.siteOf(task.site),
    identity,
    headers: {},
  };
  await using opened = await openPage(io, 'static', request);
  if (opened.page.status >= 400)
    throw new NewshawkError('unreachable', `the source answered ${opened.page.status}`, { fault: 'page' });
  return opened.page;
}

/** An index names further sitemaps: so many of them are read in one poll, the last named (usually the newest) first. */
const maxSitemaps = 20;

async function readSitemap(io: CrawlPorts, task: Task, identity: IdentityRoute): Promise<Listed> {
  const page = await fetchSource(io, task, identity, task.url);
  const { links, sitemaps } = await io.reader.readList({ kind: 'sitemap', text: page.html, url: page.finalUrl });
  let all = links;
  for (const url of sitemaps.slice(-maxSitemaps).reverse()) {
    const part = await fetchSource(io, task, identity, url);
    const read = await io.reader.readList({ kind: 'sitemap', text: part.html, url: part.finalUrl });
    all = [...all, ...read.links];
  }
  return { page, links: all };
}
