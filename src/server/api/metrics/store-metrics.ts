import { dayOf, goodProxies } from '../../../model/crawl/proxy.ts';
import { visitOutcomes } from '../../../model/crawl/visit.ts';
import { type AlertKind, alertKinds } from '../../../model/publish/alert-kinds.ts';
import { teacherStanding } from '../../../model/wrapper/teacher-standing.ts';
import { teacherFailures } from '../../../model/wrapper/teaching.ts';
import { countWrappers } from '../../../stages/site-learning/learning-state.ts';
import type { VisitSummary } from '../../../storage/collections/crawl/visits.ts';
import type { Store } from '../../../storage/port.ts';
import { byName, type MetricFamily, type MetricRow, plain } from './metric-family.ts';

/** Sites that are named: more would be one series each in every Prometheus. */
export const maxSitesNamed = 50;

/** What a scrape reads of the store. Each reading is shared by the metrics that need it, and cached by its cost. */
export interface StoreReadings {
  readonly store: Store;
  readonly now: Date;
  visits(): Promise<VisitSummary>;
  sites(): Promise<Awaited<ReturnType<Store['wrappers']['briefs']>>>;
  failures(): Promise<Awaited<ReturnType<Store['failures']['counts']>>>;
  holdings(): Promise<Awaited<ReturnType<Store['sources']['holdings']>>>;
  blobs(): Promise<Awaited<ReturnType<Store['blobs']['size']>>>;
}

const content: readonly MetricFamily<StoreReadings>[] = [
  {
    name: 'articles',
    help: 'Articles in the store.',
    labels: ['status'],
    read: ({ store }) =>
      Promise.all(
        (['published', 'duplicate', 'off-topic'] as const).map(
          async (status) => [[status], await store.articles.count({ status })] as const,
        ),
      ),
  },
  {
    name: 'media_items',
    help: 'Media items in the store.',
    read: async ({ store }) => plain(await store.media.count()),
  },
  { name: 'blobs', help: 'Blobs of the store.', read: async ({ blobs }) => plain((await blobs()).count) },
  { name: 'blob_bytes', help: 'Bytes of all blobs.', read: async ({ blobs }) => plain((await blobs()).bytes) },
];

const work: readonly MetricFamily<StoreReadings>[] = [
  {
    name: 'frontier_tasks',
    help: 'Tasks of the frontier, by state.',
    labels: ['state'],
    read: async ({ store }) => byName({ ...(await store.frontier.counts()) }),
  },
  {
    name: 'waiting_tasks',
    help: 'Tasks that wait for a browser or for a proxy.',
    labels: ['need'],
    read: ({ store }) =>
      Promise.all(
        (['browser', 'proxy'] as const).map(
          async (need) => [[need], await store.frontier.waitingFor(need, null)] as const,
        ),
      ),
  },
  {
    name: 'visits_total',
    help: 'Tasks that ended, pages and polls, by outcome and reason.',
    type: 'counter',
    labels: ['outcome', 'reason'],
    read: async ({ visits }) => visitRows(await visits()),
  },
  {
    name: 'pages_total',
    help: 'Visits of pages, by the way the page was fetched.',
    type: 'counter',
    labels: ['via'],
    read: async ({ visits }) => byName((await visits()).byWay),
  },
  {
    name: 'page_bytes_total',
    help: 'Bytes of visits of pages, by the way the page was fetched.',
    type: 'counter',
    labels: ['via'],
    read: async ({ visits }) => byName((await visits()).bytesByWay),
  },
  {
    name: 'polls_total',
    help: 'Polls of sources, without those that were skipped.',
    type: 'counter',
    read: async ({ visits }) => plain((await visits()).polls),
  },
  {
    name: 'links_left_total',
    help: 'Links that a budget or their URL pattern left out.',
    type: 'counter',
    read: async ({ visits }) => plain((await visits()).linksLeft),
  },
  {
    name: 'open_failures',
    help: 'Failures that no later visit has mended, by reason.',
    labels: ['reason'],
    read: async ({ failures }) => byName(sums(await failures(), ({ reason }) => reason)),
  },
  {
    name: 'site_open_failures',
    help: `Open failures of the ${maxSitesNamed} sites that have most.`,
    labels: ['site'],
    read: async ({ failures }) => highest(byName(sums(await failures(), ({ site }) => site))),
  },
];

const sites: readonly MetricFamily<StoreReadings>[] = [
  {
    name: 'active_sources',
    help: 'Sources that are polled.',
    read: async ({ holdings }) => plain((await holdings()).reduce((sum, { count }) => sum + count, 0)),
  },
  {
    name: 'poll_delay_seconds',
    help: 'Time since the most overdue poll was due, 0 where none is.',
    read: async ({ store, now }) => {
      const [first] = await store.sources.due({ now, limit: 1, sites: null });
      return plain(first === undefined ? 0 : Math.max(0, now.getTime() - first.nextPollAt.getTime()) / 1_000);
    },
  },
  {
    name: 'site_last_article_timestamp_seconds',
    help: `Unix time of the last new or changed article, of the ${maxSitesNamed} polled sites that are silent longest.`,
    labels: ['site'],
    read: async ({ store, holdings }) => {
      const polled = new Set((await holdings()).map(({ site }) => site));
      const changes = await store.articles.lastChanges([...polled]);
      const rows = [...changes].map(([site, at]): MetricRow => [[site], at.getTime() / 1_000]);
      return rows.sort(([, a], [, b]) => a - b).slice(0, maxSitesNamed);
    },
  },
  {
    name: 'learned_sites',
    help: 'Sites that wrappers are learned for.',
    read: async ({ sites: briefs }) => plain(countWrappers(await briefs()).sites),
  },
  {
    name: 'live_wrappers',
    help: 'Sites with a learned wrapper in use.',
    read: async ({ sites: briefs }) => plain(countWrappers(await briefs()).live),
  },
  {
    name: 'open_drifts',
    help: 'Sites whose layout has changed, without a wrapper for the new one.',
    read: async ({ sites: briefs }) => plain(countWrappers(await briefs()).drifts),
  },
  {
    name: 'drifts_total',
    help: 'Changes of layouts that were noticed.',
    type: 'counter',
    read: async ({ sites: briefs }) => plain((await briefs()).reduce((sum, { drifts }) => sum + drifts, 0)),
  },
];

const outside: readonly MetricFamily<StoreReadings>[] = [
  {
    name: 'teacher_calls_total',
    help: 'Calls of the teacher, the failed ones included.',
    type: 'counter',
    read: async ({ sites: briefs, now }) => plain(teacherStanding(await briefs(), dayOf(now))?.calls ?? 0),
  },
  {
    name: 'teacher_failures_total',
    help: 'Calls of the teacher that gave no labels, by reason.',
    type: 'counter',
    labels: ['reason'],
    read: async ({ sites: briefs, now }) => {
      const none = Object.fromEntries(teacherFailures.map((name) => [name, 0]));
      return byName({ ...none, ...teacherStanding(await briefs(), dayOf(now))?.failures });
    },
  },
  {
    name: 'teacher_dropped_labels_total',
    help: 'Labels of the teacher that are not in the page.',
    type: 'counter',
    read: async ({ sites: briefs, now }) => plain(teacherStanding(await briefs(), dayOf(now))?.dropped ?? 0),
  },
  {
    name: 'teacher_tokens_today',
    help: 'Tokens of the teacher on this day (UTC).',
    read: async ({ sites: briefs, now }) => plain(teacherStanding(await briefs(), dayOf(now))?.tokensToday ?? 0),
  },
  {
    name: 'webhook_deliveries',
    help: 'Webhook deliveries, by receiver and state. Delivered ones are forgotten after some days.',
    labels: ['receiver', 'state'],
    read: async ({ store }) => {
      const counts = await store.deliveries.counts();
      return counts.map(({ receiver, state, count }) => [[receiver, state], count]);
    },
  },
  {
    name: 'alerts_open',
    help: 'Troubles that are open now, by rule; muted ones too.',
    labels: ['rule'],
    read: async ({ store }) => {
      const open = (await store.alerts.counts()).filter(({ state }) => state === 'open');
      const countOf = (kind: AlertKind) => open.find((row) => row.kind === kind)?.count ?? 0;
      return alertKinds
        .filter((kind) => kind !== 'story' && kind !== 'search') // finds are never open
        .map((kind) => [[kind], countOf(kind)]);
    },
  },
  {
    name: 'listed_proxies',
    help: 'Proxies of lists: good ones passed their last check, today or yesterday.',
    labels: ['state'],
    read: async ({ store, now }) => {
      const listed = await store.proxies.list();
      const good = goodProxies(listed, now).length;
      return byName({ good, other: listed.length - good });
    },
  },
];

/** All that a store's metrics are. On SQLite none reads the records of a collection that grows with the articles; MongoDB counts articles and visits (cached by their cost). */
export const storeMetrics: readonly MetricFamily<StoreReadings>[] = [...content, ...work, ...sites, ...outside];

/** Every outcome has a row from the start: `rate` needs a first value. Endings without a reason have the reason `none`. */
function visitRows({ byOutcome, byReason }: Pick<VisitSummary, 'byOutcome' | 'byReason'>): readonly MetricRow[] {
  const withReason = Object.entries(byReason).map(([name, count]) => {
    const colon = name.indexOf(':');
    return { outcome: name.slice(0, colon), reason: name.slice(colon + 1), count };
  });
  const reasoned = sums(withReason, ({ outcome }) => outcome);
  return [
    ...visitOutcomes.map(
      (outcome): MetricRow => [[outcome, 'none'], (byOutcome[outcome] ?? 0) - (reasoned[outcome] ?? 0)],
    ),
    ...withReason.map(({ outcome, reason, count }): MetricRow => [[outcome, reason], count]),
  ];
}

function sums<Item extends { readonly count: number }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Record<string, number> {
  const sum = new Map<string, number>();
  for (const item of items) sum.set(nameOf(item), (sum.get(nameOf(item)) ?? 0) + item.count);
  return Object.fromEntries(sum);
}

const highest = (rows: readonly MetricRow[]): readonly MetricRow[] =>
  [...rows].sort(([, a], [, b]) => b - a).slice(0, maxSitesNamed);
