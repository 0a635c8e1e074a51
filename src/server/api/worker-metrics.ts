import type { WorkerBeat } from '../../model/crawl/worker-beat.ts';

/** One number of a crawling process, or several told apart by one more label; null: its system doesn't tell. */
export interface WorkerGauge {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly of: (beat: WorkerBeat) => number | null | Readonly<Record<string, number>>;
}

/** What every crawling process tells of itself. */
export const workerGauges: readonly WorkerGauge[] = [
  { name: 'pages', help: 'Pages that ended in its run', of: ({ pages }) => pages },
  { name: 'failures', help: 'Failures of its run', of: ({ failures }) => failures },
  { name: 'pages_per_second', help: 'Over the last 10 s', of: ({ pagesPerSecond }) => pagesPerSecond },
  {
    name: 'running',
    help: 'Under way: static fetches, pages in the browser, and tasks that wait for it',
    label: 'what',
    of: ({ load: { fetches, browserPages } }) => ({
      fetches: fetches.running,
      'browser-pages': browserPages.running,
      'waiting-for-browser': browserPages.waiting,
    }),
  },
  {
    name: 'limit',
    help: 'How many may be under way',
    label: 'what',
    of: ({ load: { fetches, browserPages } }) => ({ fetches: fetches.limit, 'browser-pages': browserPages.limit }),
  },
  {
    name: 'limited_by',
    help: '1 for the reason why not more is done at once',
    label: 'reason',
    of: ({ load }) => ({ [load.limitedBy]: 1 }),
  },
  { name: 'cpu_share', help: 'CPU in use of what it may use, 0 to 1', of: ({ load }) => load.cpu },
  { name: 'event_loop_share', help: 'Time that its event loop worked, 0 to 1', of: ({ load }) => load.loop },
  { name: 'event_loop_delay_p99_seconds', help: 'Of its last second', of: ({ load }) => load.loopDelayP99Ms / 1_000 },
  { name: 'free_memory_share', help: 'Of its machine or container, 0 to 1', of: ({ load }) => load.freeMemory },
  { name: 'node_bytes', help: 'Resident memory of the process', of: ({ load }) => load.nodeBytes },
  { name: 'browser_bytes', help: 'Own memory of all processes below it', of: ({ load }) => load.browserBytes },
  { name: 'browser_processes', help: 'Processes below it', of: ({ load }) => load.processes },
  {
    name: 'browser_absent_seconds',
    help: 'Since when no browser could be started; 0 where one is there or none is needed',
    of: ({ load: { browser } }) => (browser?.state === 'absent' ? browser.forMs / 1_000 : 0),
  },
  { name: 'browser_launches', help: 'Starts of the browser', of: ({ load }) => load.launches },
  { name: 'browser_contexts', help: 'Open contexts: identities in use', of: ({ load }) => load.contexts },
  { name: 'resting_hosts', help: 'Hosts that may not be asked now', of: ({ load }) => load.restingHosts },
  { name: 'throttled', help: 'Answers 429 and 503 in its run', of: ({ load }) => load.throttled },
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
