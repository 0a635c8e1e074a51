import { parentPort, threadId, workerData } from 'node:worker_threads';
import { loadedFiles } from '../config-files/load-module.ts';
import { CommandError, kindOf } from '../errors.ts';
import { failureText, tellOnce } from '../machine/stray-failures.ts';
import type { Site } from '../model/crawl/site.ts';
import type { ErrorKind } from '../model/crawl/visit.ts';
import { snapshotOfSource } from '../model/page/snapshot.ts';
import { canonicalUrl } from '../model/web/canonical-url.ts';
import { brokenScrapers, isBroken, soundSite } from '../settings/broken-scrapers.ts';
import { findMedia } from '../stages/media/find/find.ts';
import { refuseNetwork } from './refuse-network.ts';
import { scraperBriefOf } from './site-brief.ts';
import type { WorkerTask, WorkerValue } from './worker-task.ts';

export interface WorkerData {
  readonly files: readonly string[];
  /** Refuses all network access of scrapers. */
  readonly isOffline: boolean;
  /** The rules for texts are loaded with the first text: they take longer than a page of media. */
  readonly isForMedia: boolean;
}

/** The scrapers that a thread should have: it loads them again where its own are of an earlier save. */
export interface ScraperLoad {
  readonly save: number;
  readonly files: readonly string[];
}

/** A task, and the shared memory where its thread first writes its `threadId`. */
export interface WorkerJob {
  readonly task: WorkerTask;
  readonly runsOn: Int32Array<SharedArrayBuffer>;
  /** Null: the scrapers with which the thread started. */
  readonly load: ScraperLoad | null;
  /** Reads a page of our own first: the limit of the task counts after that. */
  readonly warmsUp: boolean;
}

/** Errors lose their class between threads: the answer carries the kind as text. */
export type WorkerAnswer =
  | { readonly ok: true; readonly value: WorkerValue }
  | { readonly ok: false; readonly kind: ErrorKind; readonly message: string; readonly stack: string };

/** What a scraper left running, such as a promise without `await`, has failed after its rule had answered. */
export interface StrayFailure {
  readonly strayFailure: string;
  /** The last task before it: most likely its own. */
  readonly after: string;
}

const started = workerData as WorkerData;
if (started.isOffline) refuseNetwork();
let reading = started.isForMedia ? null : await import('./reading-tasks.ts');
/** Null: no scraper was loaded, and none of the rules for them. */
let scrapers =
  started.isForMedia && started.files.length === 0 ? null : await import('../config-files/load-scrapers.ts');
let sites: readonly Site[] = (await scrapers?.loadScraperFiles(started.files)) ?? [];
let save = 0;
let lastTask = '';
const tellStray = tellOnce((strayFailure) =>
  parentPort?.postMessage({ strayFailure, after: lastTask } satisfies StrayFailure),
);
// Node ends a thread for it, and another page, whose task the thread has by then, would have failed for it.
// Not before the scrapers are loaded: the pool waits for a thread whose start failed to end.
for (const event of ['unhandledRejection', 'uncaughtException'])
  process.on(event, (error: unknown) => tellStray(failureText(error)));

/** Runs one task in a worker thread; called by piscina. */
export default function work({ task, runsOn, load, warmsUp }: WorkerJob): WorkerAnswer | Promise<WorkerAnswer> {
  if (warmsUp) warmUp();
  runsOn[0] = threadId;
  lastTask = 'snapshot' in task ? task.snapshot.url : task.kind;
  const isLoaded = load === null || load.save === save;
  if (isLoaded && !needsReading(task)) return answerTo(task);
  return loadAgain(load, task).then(() => answerTo(task), answerToError);
}

/** Whether the rules for texts have to be loaded first: a thread that was opened for media starts without them. */
const needsReading = ({ kind }: WorkerTask): boolean => reading === null && !/^(ready|scrapers|media)$/.test(kind);

/** Compiles the code and loads the models that most pages need. */
function warmUp(): void {
  if (reading === null) return; // its next text loads them
  const line =
    '<p>The harbour bridge opened again on Friday morning, and about four hundred people walked across it.</p>';
  const html = `<title>Harbour bridge reopens</title><article><h1>Harbour bridge reopens</h1>${line.repeat(9)}</article>`;
  const url = canonicalUrl('https://warm-up.invalid/bridge');
  const snapshot = snapshotOfSource({ url, html, takenAt: new Date(0) });
  reading.runReadingTask({ kind: 'read', snapshot, options: {} }, siteOf);
}

function answerTo(task: WorkerTask): WorkerAnswer {
  try {
    return { ok: true, value: runTask(task) };
  } catch (error) {
    return answerToError(error);
  }
}

function answerToError(error: unknown): WorkerAnswer {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { ok: false, kind: error instanceof CommandError ? 'misconfigured' : kindOf(error), message, stack };
}

async function loadAgain(load: ScraperLoad | null, task: WorkerTask): Promise<void> {
  if (needsReading(task)) reading = await import('./reading-tasks.ts');
  scrapers ??= await import('../config-files/load-scrapers.ts');
  if (load === null || load.save === save) return;
  sites = [];
  save = 0;
  sites = await scrapers.loadScraperFiles(load.files, load.save);
  save = load.save;
}

function runTask(task: WorkerTask): WorkerValue {
  switch (task.kind) {
    case 'ready':
      return null;
    case 'scrapers':
      return {
        sites: sites.filter((site) => !isBroken(site)).map(scraperBriefOf),
        broken: brokenScrapers(sites),
        files: loadedFiles(save),
      };
    case 'media':
      return findMedia(task.page);
    default:
      if (reading === null) throw new Error('a thread reads before its rules are loaded');
      return reading.runReadingTask(task, siteOf);
  }
}

/** @throws CommandError (configuration) where its scraper can't be used: no page is read by rules that are not those of its file */
function siteOf(host: string): Site {
  if (scrapers === null) throw new Error('a thread reads before its rules are loaded');
  return soundSite(scrapers.siteFor(sites, host));
}
