import { parentPort, threadId, workerData } from 'node:worker_threads';
import { CommandError, kindOf } from '../../errors.ts';
import { failureText, tellOnce } from '../../machine/stray-failures.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { ListApiSample } from '../../model/page/list-api.ts';
import type { NetworkEntry } from '../../model/page/page.ts';
import type { ApiSample } from '../../model/page/page-api.ts';
import { type Snapshot, snapshotOfSource } from '../../model/page/snapshot.ts';
import type { GrownPack } from '../../model/topic/topic.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { ListReading, ListText } from '../../model/web/list-reading.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import type { PageBlocks } from '../../model/wrapper/page-blocks.ts';
import type { PageProfile } from '../../model/wrapper/page-profile.ts';
import type { JudgedWrapper } from '../../model/wrapper/wrapper-verdict.ts';
import type {
  AnsweredList,
  AnsweredPage,
  MediaFinding,
  PageToCorrect,
  PageToProfile,
  ReadOptions,
  SiteToLearn,
  Weighing,
  WholeText,
  WrapperText,
} from '../../ports.ts';
import { brokenScrapers, isBroken, soundSite } from '../../settings/broken-scrapers.ts';
import { categorise } from '../../stages/classify/categories/categorise.ts';
import { packedScorer } from '../../stages/classify/growth/pack.ts';
import { termWeights } from '../../stages/classify/terms.ts';
import { fingerprint } from '../../stages/dedupe/fingerprint.ts';
import { readFeedText } from '../../stages/discover/feed.ts';
import { readSitemapText } from '../../stages/discover/sitemap.ts';
import { learnAndJudgeData } from '../../stages/extract/data-learning/judge-data.ts';
import { withOwnData } from '../../stages/extract/data-learning/with-own-data.ts';
import { extract } from '../../stages/extract/extract.ts';
import { learnAndJudge } from '../../stages/extract/learning/judge-wrapper.ts';
import { profilePage } from '../../stages/extract/learning/profile-page.ts';
import { readPageBlocks } from '../../stages/extract/page-blocks.ts';
import { findMedia } from '../../stages/media/find/find.ts';
import { listSampleOf } from '../../stages/page-api/lists/infer-list.ts';
import { formatOf, urlFormats } from '../../stages/schedule/url-format.ts';
import { loadedFiles } from '../load/load-module.ts';
import { loadScraperFiles, siteFor } from '../load/load-scrapers.ts';
import { sampleOfPage } from './answer-readings.ts';
import { refuseNetwork } from './refuse-network.ts';
import { briefOf, type LoadedScrapers } from './site-brief.ts';

export interface WorkerData {
  readonly files: readonly string[];
  /** Refuses all network access of scrapers. */
  readonly isOffline: boolean;
}

/** The scrapers that a thread should have: it loads them again where its own are of an earlier save. */
export interface ScraperLoad {
  readonly save: number;
  readonly files: readonly string[];
}

export type WorkerTask =
  | { readonly kind: 'read'; readonly snapshot: Snapshot; readonly options: ReadOptions }
  | {
      readonly kind: 'media';
      readonly page: { readonly html: string; readonly finalUrl: string; readonly network: readonly NetworkEntry[] };
    }
  | { readonly kind: 'list'; readonly list: ListText }
  | { readonly kind: 'weigh'; readonly text: WholeText }
  | { readonly kind: 'answers'; readonly page: AnsweredPage }
  | { readonly kind: 'list-answers'; readonly list: AnsweredList }
  | { readonly kind: 'profile'; readonly page: PageToProfile }
  | { readonly kind: 'blocks'; readonly page: PageToCorrect }
  | { readonly kind: 'learn'; readonly site: SiteToLearn }
  | { readonly kind: 'ready' }
  | { readonly kind: 'scrapers' };

/** A task, and the shared memory where its thread first writes its `threadId`. */
export interface WorkerJob {
  readonly task: WorkerTask;
  readonly runsOn: Int32Array<SharedArrayBuffer>;
  /** Null: the scrapers with which the thread started. */
  readonly load: ScraperLoad | null;
  /** Reads a page of our own first: the limit of the task counts after that. */
  readonly warmsUp: boolean;
}

type WorkerValue =
  | Reading
  | Weighing
  | MediaFinding
  | ListReading
  | ApiSample
  | ListApiSample
  | PageBlocks
  | PageProfile
  | JudgedWrapper
  | LoadedScrapers
  | null;

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
let sites = await loadScraperFiles(started.files);
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
  return load === null || load.save === save
    ? answerTo(task)
    : loadAgain(load).then(() => answerTo(task), answerToError);
}

/** Compiles the code and loads the models that most pages need. */
function warmUp(): void {
  const line =
    '<p>The harbour bridge opened again on Friday morning, and about four hundred people walked across it.</p>';
  const html = `<title>Harbour bridge reopens</title><article><h1>Harbour bridge reopens</h1>${line.repeat(9)}</article>`;
  const url = canonicalUrl('https://warm-up.invalid/bridge');
  readSnapshot(snapshotOfSource({ url, html, takenAt: new Date(0) }), {});
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

async function loadAgain(load: ScraperLoad): Promise<void> {
  sites = [];
  save = 0;
  sites = await loadScraperFiles(load.files, load.save);
  save = load.save;
}

function runTask(task: WorkerTask): WorkerValue {
  switch (task.kind) {
    case 'ready':
      return null;
    case 'scrapers':
      return {
        sites: sites.filter((site) => !isBroken(site)).map(briefOf),
        broken: brokenScrapers(sites),
        files: loadedFiles(save),
      };
    case 'media':
      return findMedia(task.page);
    case 'read':
      return readSnapshot(task.snapshot, task.options);
    case 'weigh':
      return weigh(task.text);
    case 'list':
      return readList(task.list);
    case 'profile':
      return profileOf(task.page);
    case 'blocks':
      return blocksOf(task.page);
    case 'learn':
      return learnSite(task.site);
    case 'answers':
      return sampleOfPage(task.page, siteOf(siteKey(task.page.url)));
    case 'list-answers':
      return listSampleOf(task.list, task.list.answers, formatOf);
  }
}

/** @throws CommandError (configuration) where its scraper can't be used: no page is read by rules that are not those of its file */
const siteOf = (host: string): Site => soundSite(siteFor(sites, host));

const profileOf = ({ id, snapshot, correction, hasAddress }: PageToProfile): PageProfile | null =>
  profilePage({
    id,
    snapshot,
    site: siteOf(snapshot.site),
    format: hasAddress ? urlFormats(snapshot.url).coarse : '',
    correction,
  });

function blocksOf({ snapshot, correction, learned }: PageToCorrect): PageBlocks {
  const site = siteOf(snapshot.site);
  const { draft } = extract(snapshot, site, {
    draftAlways: true,
    learned: learned === null ? null : wrapperOf(learned),
  });
  return readPageBlocks(snapshot, site, { draft, correction });
}

function learnSite({ site, profiles, live, dataPages }: SiteToLearn): JudgedWrapper | null {
  const judged = learnAndJudge(site, profiles, live === null ? null : wrapperOf(live));
  const [first] = dataPages;
  if (first === undefined) return judged;
  const learned = learnAndJudgeData(dataPages, siteOf(first.snapshot.site));
  const corrected = dataPages.filter(({ correction }) => correction !== null);
  return withOwnData(judged, learned, {
    site,
    formats: corrected.map(({ snapshot }) => urlFormats(snapshot.url).coarse),
  });
}

/** The parsed wrappers of the last sites. A thread reads the pages of many sites in turns; a wrapper has some 100 KB. */
const wrappers = new Map<string, LearnedWrapper>();
const maxWrappers = 50;

function wrapperOf({ key, json }: WrapperText): LearnedWrapper {
  const cached = wrappers.get(key);
  if (cached !== undefined) return cached;
  const wrapper = JSON.parse(json) as LearnedWrapper;
  if (wrappers.size >= maxWrappers) wrappers.clear();
  wrappers.set(key, wrapper);
  return wrapper;
}

const readList = ({ kind, text, url, limit }: ListText): ListReading =>
  kind === 'feed' ? readFeedText(text, url, limit) : readSitemapText(text, url, limit);

function readSnapshot(snapshot: Snapshot, options: ReadOptions): Reading {
  const { terms = [], grown = null, categories, draftAlways = false, explain = false, places = false } = options;
  const learned = options.learned == null ? null : wrapperOf(options.learned);
  const site = siteOf(snapshot.site);
  const {
    headings,
    signals: _,
    features: _features,
    ...extraction
  } = extract(snapshot, site, { draftAlways, explain, places, learned });
  const { draft } = extraction;
  if (draft === null) return { ...extraction, fingerprint: null, terms: null, grown: {}, category: null };
  const { title, body, lang, section, tags, description } = draft;
  const meta = [...tags, ...(description === null ? [] : [description])];
  const text = { title, body, headings, lang, section, meta, url: snapshot.finalUrl };
  return { ...extraction, ...weigh({ ...text, terms, grown, categories }) };
}

type Weighed = Omit<WholeText, 'categories'> & Pick<ReadOptions, 'categories'>;

const weigh = ({ title, body, headings, lang, section, meta, url, terms, grown, categories }: Weighed): Weighing => ({
  fingerprint: fingerprint({ title, body, lang }),
  terms: termWeights({ title, headings, body, lang, meta }, new Set(terms)),
  grown: grown === null ? {} : judgeOf(grown)({ title, body, lang }),
  category: categories === undefined ? null : categorise(categories.model, { title, text: body, lang, section, url }),
});

/** The unpacked topics of the last text: within a crawl, all texts have the same ones. */
let lastJudge: { readonly key: string; readonly judge: ReturnType<typeof packedScorer> } | null = null;

function judgeOf(pack: GrownPack): ReturnType<typeof packedScorer> {
  if (lastJudge?.key !== pack.key) lastJudge = { key: pack.key, judge: packedScorer(pack) };
  return lastJudge.judge;
}
