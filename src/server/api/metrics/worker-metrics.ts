import type { WorkerBeat } from '../../../model/crawl/worker-beat.ts';
import { byName, type MetricFamily, type MetricRow } from './metric-family.ts';

/** A number of a crawling process, or several by one more label; null: the operating system does not report it. */
interface WorkerMetric extends Pick<MetricFamily<never>, 'name' | 'help' | 'type'> {
  readonly label?: string;
  readonly of: (beat: WorkerBeat) => number | null | Readonly<Record<string, number>>;
}

const ofEach: readonly WorkerMetric[] = [
  {
    name: 'last_beat_timestamp_seconds',
    help: 'Unix time at which it last reported.',
    of: ({ at }) => at.getTime() / 1_000,
  },
  { name: 'pages_total', help: 'Finished pages of its run.', type: 'counter', of: ({ pages }) => pages },
  { name: 'failures_total', help: 'Failures of its run.', type: 'counter', of: ({ failures }) => failures },
  {
    name: 'running_tasks',
    help: 'Running static fetches and browser pages, and tasks that wait for the browser.',
    label: 'what',
    of: ({ load: { fetches, browserPages } }) => ({
      fetches: fetches.running,
      'browser-pages': browserPages.running,
      'waiting-for-browser': browserPages.waiting,
    }),
  },
  {
    name: 'task_limit',
    help: 'Limit of concurrent static fetches and browser pages.',
    label: 'what',
    of: ({ load: { fetches, browserPages } }) => ({ fetches: fetches.limit, 'browser-pages': browserPages.limit }),
  },
  {
    name: 'limited_by',
    help: '1 for the reason that limits concurrency.',
    label: 'reason',
    of: ({ load }) => ({ [load.limitedBy]: 1 }),
  },
  { name: 'cpu_ratio', help: 'CPU in use, of what the process may use: 0 to 1.', of: ({ load }) => load.cpu },
  {
    name: 'event_loop_busy_ratio',
    help: 'Share of time that its event loop was busy: 0 to 1.',
    of: ({ load }) => load.loop,
  },
  {
    name: 'event_loop_delay_p99_seconds',
    help: '99th percentile of the event loop delay in its last second.',
    of: ({ load }) => load.loopDelayP99Ms / 1_000,
  },
  {
    name: 'free_memory_ratio',
    help: 'Free memory of its machine or container: 0 to 1.',
    of: ({ load }) => load.freeMemory,
  },
  { name: 'resident_memory_bytes', help: 'Resident memory of the process.', of: ({ load }) => load.nodeBytes },
  {
    name: 'browser_memory_bytes',
    help: 'Private memory of all its child processes.',
    of: ({ load }) => load.browserBytes,
  },
  { name: 'browser_processes', help: 'Number of its child processes.', of: ({ load }) => load.processes },
  {
    name: 'browser_absent_seconds',
    help: 'Time since a browser start failed first; 0 where a browser runs or none is needed.',
    of: ({ load: { browser } }) => (browser?.state === 'absent' ? browser.forMs / 1_000 : 0),
  },
  {
    name: 'queue_away_seconds',
    help: 'Time for which the queue had not answered when it last reported; 0 where it answers, or there is none.',
    of: ({ at, queueAwaySince }) => (queueAwaySince === null ? 0 : (at.getTime() - queueAwaySince.getTime()) / 1_000),
  },
  { name: 'browser_launches_total', help: 'Starts of the browser.', type: 'counter', of: ({ load }) => load.launches },
  { name: 'browser_contexts', help: 'Open browser contexts: identities in use.', of: ({ load }) => load.contexts },
  {
    name: 'resting_hosts',
    help: 'Hosts that are paused now: throttled or unhealthy.',
    of: ({ load }) => load.restingHosts,
  },
  {
    name: 'throttled_responses_total',
    help: 'Answers with status 429 or 503 in its run.',
    type: 'counter',
    of: ({ load }) => load.throttled,
  },
  {
    name: 'free_tries_total',
    help: 'Tries of its run that cost no attempt.',
    type: 'counter',
    of: ({ load }) => load.freeTries,
  },
];

/** The metrics of the crawling processes that were heard of lately. */
export const workerMetrics: readonly MetricFamily<readonly WorkerBeat[]>[] = [
  {
    name: 'workers',
    help: 'Crawling processes that reported in the last 30 s.',
    labels: ['kind'],
    read: (beats) =>
      (['crawl', 'watch', 'worker'] as const).map((kind) => [
        [kind],
        beats.filter((beat) => beat.kind === kind).length,
      ]),
  },
  ...ofEach.map((metric) => ({
    name: `worker_${metric.name}`,
    help: metric.help,
    ...(metric.type !== undefined && { type: metric.type }),
    labels: metric.label === undefined ? ['worker'] : ['worker', metric.label],
    read: (beats: readonly WorkerBeat[]) => beats.flatMap((beat) => rowsOf(metric, beat)),
  })),
];

function rowsOf({ of }: WorkerMetric, beat: WorkerBeat): MetricRow[] {
  const value = of(beat);
  if (value === null) return [];
  if (typeof value === 'number') return [[[beat.owner], value]];
  return byName(value).map(([labels, number]) => [[beat.owner, ...labels], number]);
}
