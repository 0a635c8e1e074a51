import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, QueueError } from '../../errors.ts';
import type { ArticleStatus } from '../../model/article/article.ts';
import { silentRules } from '../../model/crawl/own-rule.ts';
import { dayOf, proxyStanding } from '../../model/crawl/proxy.ts';
import { savedRenders } from '../../model/crawl/saved-renders.ts';
import { isActive } from '../../model/crawl/source.ts';
import { maxHostsLeft } from '../../model/crawl/work-left.ts';
import { silentAfterMs, type WorkerBeat } from '../../model/crawl/worker-beat.ts';
import type { SiteBrief } from '../../model/wrapper/site-learning.ts';
import { teacherStanding } from '../../model/wrapper/teacher-standing.ts';
import { countWrappers, hasOpenDrift } from '../../stages/site-learning/learning-state.ts';
import type { Store } from '../../storage/port.ts';
import { ownerText } from '../../watch/assignment/owner.ts';
import type { Session } from '../session.ts';
import { bytesText, countText, durationText, minuteText } from '../terminal/amounts.ts';
import { printFacts } from '../terminal/table.ts';
import { alertRows } from './alerts.ts';
import { budgetText, machineText } from './progress.ts';
import { leftRows, savedRendersText, silentRuleRows, teacherRows, waysText } from './run-rows.ts';
import { webhookRows } from './webhooks.ts';

const dayMs = 86_400_000;
/** The next pages that are shown: the best of each host. */
const bestShown = 3;

export function addStatus(program: Command, session: Session): void {
  program
    .command('status')
    .description('the store, the frontier, and the last day')
    .action(session.withApp((app) => status(session, app)));
}

async function status(session: Session, app: App): Promise<void> {
  const current = {
    ...(await readStatus(await app.store(), app.clock.now())),
    judgedOtherwise: await judgedOtherwise(app),
    queue: await queueState(app),
  };
  if (session.options.json) return session.printJson(current);
  const facts = [
    ['store', `${current.store.kind}, ${current.store.location}`],
    ...current.store.lacks.map((lack) => ['', lack]),
    ...(current.queue === null ? [] : [['queue', current.queue.says]]),
    [
      'articles',
      `${countText(current.articles.published)} published, ${countText(current.articles.duplicate)} duplicates, ${countText(current.articles['off-topic'])} off topic`,
    ],
    ...(current.judgedOtherwise === 0 ? [] : [['topics', topicsText(current.judgedOtherwise)]]),
    ['media', countText(current.media)],
    [
      'frontier',
      `${countText(current.frontier.pending)} pending, ${countText(current.frontier.leased)} leased, ${countText(current.frontier.done)} done, ${countText(current.frontier.failed)} failed`,
    ],
    ...boundRows(current, app.config),
    ...current.best.map(({ url, priority, dueAt }, index) => [
      index === 0 ? 'next' : '',
      `${url} (priority ${priority.toFixed(2)}, due since ${minuteText(dueAt)} UTC)`,
    ]),
    [
      'sources',
      `${countText(current.sources.enabled)} of ${countText(current.sources.total)} enabled, ${countText(current.sources.overdue)} overdue`,
    ],
    ...leftRows(current.left).slice(1),
    ...wrapperRows(current.wrappers),
    ...teacherRows(current.teacher),
    ...alertRows(current.alerts),
    ...webhookRows(current.webhooks),
    ...silentRuleRows(current.silentRules),
    ['blobs', `${countText(current.blobs.count)}, ${bytesText(current.blobs.bytes)}`],
    ...proxyRows(current.proxies),
    ...current.workers.map(workerRow),
    ['last day', lastDay(current)],
    ...wayRows(current),
    [
      'failures',
      current.failures.map(({ site, reason, count }) => `${count} ${reason} on ${site}`).join('; ') || 'none',
    ],
  ];
  await printFacts(
    session,
    facts.map(([name, value = '']) => [name, session.withInvocation(value)]),
  );
  for (const run of current.runs)
    await session.print(
      `${run.kind} ${run.id}: ${minuteText(run.startedAt)} to ${run.finishedAt === null ? 'now, or cut off' : minuteText(run.finishedAt)} (UTC)\n`,
    );
}

/** Whether the queue answers now, from here, and its place without credentials; null: there is none. An absent server is noticed within some seconds. */
async function queueState(app: App): Promise<{ readonly answers: boolean; readonly says: string } | null> {
  try {
    const opened = await app.queue();
    return opened === null ? null : { answers: true, says: `${opened.location} answers` };
  } catch (error) {
    if (error instanceof QueueError) return { answers: false, says: error.message };
    throw error;
  }
}

/** Null where scrapers or topics can't be read; `doctor` says why. */
async function judgedOtherwise(app: App): Promise<number | null> {
  return app.countOutdatedArticles().catch((error: unknown) => {
    if (error instanceof CommandError) return null;
    throw error;
  });
}

const topicsText = (articles: number | null): string =>
  articles === null
    ? "scrapers or topics can't be read: `newshawk doctor` says why"
    : `${countText(articles)} articles were judged by other topics than today's: \`newshawk topics rescore\``;

const workerRow = ({
  owner,
  run,
  kind,
  startedAt,
  at,
  pages,
  pagesPerSecond,
  failures,
  load,
  queueAwaySince,
}: WorkerBeat): string[] => [
  `${kind} ${run}`,
  `${ownerText(owner)}, ${durationText(at.getTime() - startedAt.getTime())}: ${countText(pages)} pages, ${pagesPerSecond.toFixed(1)} pages/s, ${countText(failures)} failures; ${budgetText(load)}; ${machineText(load)}${queueAwaySince === null ? '' : `; the queue has not answered since ${minuteText(queueAwaySince)} UTC`}`,
];

/** Hosts, and the frontier itself, that have as many pages waiting as they may, due or not. */
function boundRows({ left, frontier }: Status, { tasksPerHost, tasksTotal }: App['config']): string[][] {
  const full = left.hosts.filter(({ due, waiting }) => due + waiting >= tasksPerHost).map(({ host }) => host);
  // only the hosts with the most pages are listed
  const others = full.length === maxHostsLeft ? ', and perhaps others' : '';
  const after = 'new links are left out, and come again when some are fetched';
  return [
    ...(full.length === 0
      ? []
      : [
          [
            'full',
            `${full.join(', ')}${others}: ${countText(tasksPerHost)} pages wait, the most of a host (NEWSHAWK_TASKS_PER_HOST); ${after}`,
          ],
        ]),
    ...(frontier.pending < tasksTotal
      ? []
      : [['full', `${countText(tasksTotal)} pages wait, the most in all (NEWSHAWK_TASKS_TOTAL); ${after}`]]),
  ];
}

/** Nothing where there are no proxies, and no page waits for one. */
function proxyRows({ total, good, bytes, waiting }: Status['proxies']): string[][] {
  const lists =
    total === 0
      ? ''
      : `${countText(good)} of ${countText(total)} from lists are good today (\`newshawk proxies list\`); `;
  const listed = ['proxies', `${lists}${bytesText(bytes)} through proxies today`];
  const waits = `${countText(waiting)} pages wait for a proxy: none is good, or all have brought their bytes of the day; direct connections are not allowed (\`newshawk visits --reason no-proxy\`)`;
  return [...(total === 0 && bytes === 0 ? [] : [listed]), ...(waiting === 0 ? [] : [['', waits]])];
}

type Status = Awaited<ReturnType<typeof readStatus>>;

const lastDay = ({ lastDay: { pages, polls, bytes, byOutcome, linksLeft } }: Status): string =>
  `${countText(pages)} pages, ${countText(polls)} polls, ${bytesText(bytes)}${Object.entries(byOutcome)
    .map(([outcome, count]) => `, ${count} ${outcome}`)
    .join('')}${linksLeft === 0 ? '' : `, ${countText(linksLeft)} links left out (see the visits)`}`;

/** Sites with a changed layout that are named; the others are counted. */
const maxDriftsNamed = 5;

/** `suspended`: sites whose layout has changed, and that have no wrapper for the new one. */
function wrapperStatus(learned: readonly SiteBrief[]) {
  const { sites, live } = countWrappers(learned);
  const suspended = learned
    .filter(hasOpenDrift)
    .flatMap(({ site, drift }) => (drift === null ? [] : [{ site, since: drift.since, url: drift.url }]));
  return { sites, live, suspended };
}

function wrapperRows({ sites, live, suspended }: Status['wrappers']): string[][] {
  if (sites === 0) return [];
  const others = suspended.length - maxDriftsNamed;
  return [
    [
      'wrappers',
      `${countText(live)} of ${countText(sites)} sites learned, ${countText(suspended.length)} with a changed layout`,
    ],
    ...suspended
      .slice(0, maxDriftsNamed)
      .map(({ site, since }) => [`  ${site}`, `changed since ${minuteText(since)} UTC`]),
    ...(others > 0 ? [['  others', countText(others)]] : []),
  ];
}

function wayRows({ lastDay: { byWay }, saved }: Status): string[][] {
  const [ways, less] = [waysText(byWay), savedRendersText(saved)];
  return [...(ways === '' ? [] : [['  fetched', ways]]), ...(less === '' ? [] : [['  saved', less]])];
}

async function readStatus(store: Store, now: Date) {
  const count = (status: ArticleStatus) => store.articles.count({ status });
  const sources = await store.sources.list();
  const learned = await store.wrappers.briefs();
  const lastDay = await store.visits.summary({ since: new Date(now.getTime() - dayMs) });
  return {
    store: { kind: store.kind, location: store.location, lacks: store.lacks },
    articles: {
      published: await count('published'),
      duplicate: await count('duplicate'),
      'off-topic': await count('off-topic'),
    },
    media: await store.media.count(),
    frontier: await store.frontier.counts(),
    left: await store.frontier.workLeft(null),
    best: await store.frontier.best(bestShown),
    sources: {
      total: sources.length,
      enabled: sources.filter(isActive).length,
      overdue: sources.filter((source) => isActive(source) && source.nextPollAt < now).length,
    },
    blobs: await store.blobs.size(),
    silentRules: silentRules(await store.ownRules.list()),
    wrappers: wrapperStatus(learned),
    teacher: teacherStanding(learned, dayOf(now)),
    webhooks: await store.deliveries.counts(),
    alerts: await store.alerts.counts(),
    failures: await store.failures.counts(),
    lastDay,
    /** By pages of the last day that came without a browser. */
    saved: savedRenders(lastDay.byWay, lastDay.bytesByWay),
    runs: await store.runs.list(5),
    proxies: {
      ...proxyStanding(await store.proxies.list(), await store.proxies.usesSince(dayOf(now)), now),
      waiting: await store.frontier.waitingFor('proxy', null),
    },
    workers: await store.workers.heardSince(new Date(now.getTime() - silentAfterMs)),
  };
}
