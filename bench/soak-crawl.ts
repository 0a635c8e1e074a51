import { readdirSync, readFileSync } from 'node:fs';
import { processTree, type TreeProcess } from '../src/machine/process-tree.ts';
import { openApp } from '../src/main.ts';
import type { CrawlProgress, CrawlReport } from '../src/run/report.ts';

/** What the crawl is asked, as JSON on stdin. */
export interface SoakPlan {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly concurrency: number | 'auto';
  readonly sampleEveryMs: number;
}

export type SeenProcess = Pick<TreeProcess, 'pid' | 'startedAt' | 'name'>;

/** How it stands, as a line of JSON on stdout, once every few seconds. */
export interface SoakSample {
  readonly kind: 'sample';
  readonly progress: CrawlProgress;
  readonly nodeBytes: number;
  /** After a garbage collection; null in between: collecting costs time. */
  readonly heapBytes: number | null;
  readonly browserBytes: number;
  /** Of the browser, by id. */
  readonly processes: readonly SeenProcess[];
  readonly files: number;
  readonly handles: number;
}

export interface SoakEnd {
  readonly kind: 'end';
  readonly report: CrawlReport;
  /** After everything was closed. */
  readonly processes: readonly SeenProcess[];
  readonly handles: readonly string[];
}

const say = (line: SoakSample | SoakEnd): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
const samplesPerCollection = 5;

function browserNow(): { readonly browserBytes: number; readonly processes: SeenProcess[] } {
  const below = (processTree(process.pid) ?? []).slice(1);
  return {
    browserBytes: below.reduce((sum, { ownBytes }) => sum + ownBytes, 0),
    processes: below.map(({ pid, startedAt, name }) => ({ pid, startedAt, name })),
  };
}

async function crawl({ folder, env, concurrency, sampleEveryMs }: SoakPlan): Promise<CrawlReport> {
  await using app = await openApp({
    env: { ...process.env, ...env, NEWSHAWK_STORE: `file:${folder}/data` },
    cwd: folder,
    logLevel: 'error',
    logJson: false,
    logStream: process.stderr,
  });
  let taken = 0;
  let saidAt = 0;
  const onProgress = (progress: CrawlProgress): void => {
    if (progress.elapsedMs - saidAt < sampleEveryMs) return;
    saidAt = progress.elapsedMs;
    const collects = taken++ % samplesPerCollection === 0;
    if (collects) globalThis.gc?.();
    say({
      kind: 'sample',
      progress,
      nodeBytes: process.memoryUsage.rss(),
      heapBytes: collects ? process.memoryUsage().heapUsed : null,
      ...browserNow(),
      files: readdirSync('/proc/self/fd').length,
      handles: process.getActiveResourcesInfo().length,
    });
  };
  return await app.crawl({
    targets: [],
    limit: null,
    depth: null,
    concurrency,
    timeLimitMs: null,
    failureLimit: null,
    topic: null,
    resume: false,
    signal: new AbortController().signal,
    onProgress,
  });
}

const report = await crawl(JSON.parse(readFileSync(0, 'utf8')));
// What was closed needs a turn or two to be gone.
await new Promise((resolve) => setTimeout(resolve, 500));
say({ kind: 'end', report, processes: browserNow().processes, handles: process.getActiveResourcesInfo() });
process.exit(0);
