import type { WorkerBeat } from '../../model/crawl/worker-beat.ts';

/** One number of a crawling process, or several with one more label; null: the operating system does not report it. */
interface WorkerGauge {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly of: (beat: WorkerBeat) => number | null | Readonly<Record<string, number>>;
}

/** The gauges of every crawling process. */
export const workerGauges: readonly WorkerGauge[] = [
  { name: 'pages', help: 'Finished pages of its run', of: ({ pages }) => pages },
  { name: 'failures', help: 'Failures of its run', of: ({ failures }) => failures },
  { name: 'pages_per_second', help: 'Over the last 10 s', of: ({ pagesPerSecond }) => pagesPerSecond },
  {
    name: 'running',
    help: 'Running static fetches and browser pages, and tasks that wait for the browser',
    label: 'what',
    of: ({ load: { fetches, browserPages } }) => ({
      fetches: fetches.running,
      'browser-pages': browserPages.running,
      'waiting-for-browser': browserPages.waiting,
    }),
  },
  {
    name: 'limit',
    help: 'Limit of concurrent static fetches and browser pages',
    label: 'what',
    of: ({ load: { fetches, browserPages } }) => ({ fetches: fetches.limit, 'browser-pages': browserPages.limit }),
  },
  {
    name: 'limited_by',
    help: '1 for the reason that limits concurrency',
    label: 'reason',
    of: ({ load }) => ({ [load.limitedBy]: 1 }),
  },
  { name: 'cpu_share', help: 'CPU in use, as a share of what the process may use, 0 to 1', of: ({ load }) => load.cpu },
  { name: 'event_loop_share', help: 'Share of time that its event loop was busy, 0 to 1', of: ({ load }) => load.loop },
  {
    name: 'event_loop_delay_p99_seconds',
    help: '99th percentile of the event loop delay in its last second',
    of: ({ load }) => load.loopDelayP99Ms / 1_000,
  },
  {
    name: 'free_memory_share',
    help: 'Free memory of its machine or container, 0 to 1',
    of: ({ load }) => load.freeMemory,
  },
  { name: 'node_bytes', help: 'Resident memory of the process', of: ({ load }) => load.nodeBytes },
  { name: 'browser_bytes', help: 'Private memory of all its child processes', of: ({ load }) => load.browserBytes },
  { name: 'browser_processes', help: 'Number of its child processes', of: ({ load }) => load.processes },
  {
    name: 'browser_absent_seconds',
    help: 'Seconds since a browser start failed first; 0 when a browser runs or none is needed',
    of: ({ load: { browser } }) => (browser?.state === 'absent' ? browser.forMs / 1_000 : 0),
  },
  { name: 'browser_launches', help: 'Starts of the browser', of: ({ load }) => load.launches },
  { name: 'browser_contexts', help: 'Open browser contexts: identities in use', of: ({ load }) => load.contexts },
  {
    name: 'resting_hosts',
    help: 'Hosts that are paused now: throttled or unhealthy',
    of: ({ load }) => load.restingHosts,
  },
  { name: 'throttled', help: 'Answers with status 429 or 503 in its run', of: ({ load }) => load.throttled },
  { name: 'free_tries', help: 'Tries of its run that cost no attempt', of: ({ load }) => load.freeTries },
];

/** Rows of label values and a number. */
export function workerRows({ of }: WorkerGauge, beats: readonly WorkerBeat[]): [labels: string[], value: number][] {
  return beats.flatMap((beat): [string[], number][] => {
    const value = of(beat);
    if (value === null) return [];
    if (typeof value === 'number') return [[[beat.owner], value]];
    return Object.entries(value).map(([label, number]) => [[beat.owner, label], number]);
  });
}
