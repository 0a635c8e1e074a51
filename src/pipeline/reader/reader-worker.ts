import { threadId, workerData } from 'node:worker_threads';
import { kindOf } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { NetworkEntry } from '../../model/page/page.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import type { GrownPack } from '../../model/topic/topic.ts';
import type { ListReading, ListText } from '../../model/web/list-reading.ts';
import type { MediaFinding, ReadOptions, Weighing, WholeText } from '../../ports.ts';
import { categorise } from '../../stages/classify/categories/categorise.ts';
import { packedScorer } from '../../stages/classify/growth/pack.ts';
import { termWeights } from '../../stages/classify/terms.ts';
import { fingerprint } from '../../stages/dedupe/fingerprint.ts';
import { readFeedText } from '../../stages/discover/feed.ts';
import { readSitemapText } from '../../stages/discover/sitemap.ts';
import { extract } from '../../stages/extract/extract.ts';
import { findMedia } from '../../stages/media/find/find.ts';
import { loadScraperFiles, siteFor } from '../load/load-scrapers.ts';

export interface WorkerData {
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
  | { readonly kind: 'ready' };

/** A task, and where the thread that takes it writes its `threadId` before anything else. */
export interface WorkerJob {
  readonly task: WorkerTask;
  readonly runsOn: Int32Array<SharedArrayBuffer>;
}

type WorkerValue = Reading | Weighing | MediaFinding | ListReading | null;

/** An error does not pass between threads whole: its kind goes in words. */
export type WorkerAnswer =
  | { readonly ok: true; readonly value: WorkerValue }
  | { readonly ok: false; readonly kind: ErrorKind; readonly message: string; readonly stack: string };

const sites = await loadScraperFiles((workerData as WorkerData).files);

/** What a worker thread does with one task; called by piscina. */
export default function work({ task, runsOn }: WorkerJob): WorkerAnswer {
  runsOn[0] = threadId;
  try {
    return { ok: true, value: answer(task) };
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, kind: kindOf(error), message, stack };
  }
}

function answer(task: WorkerTask): WorkerValue {
  switch (task.kind) {
    case 'ready':
      return null;
    case 'media':
      return findMedia(task.page);
    case 'read':
      return readingOf(task.snapshot, task.options);
    case 'weigh':
      return weighed(task.text);
    case 'list':
      return listOf(task.list);
  }
}

const listOf = ({ kind, text, url, limit }: ListText): ListReading =>
  kind === 'feed' ? readFeedText(text, url, limit) : readSitemapText(text, url, limit);

function readingOf(snapshot: Snapshot, { terms = [], grown = null, categories, ...options }: ReadOptions): Reading {
  const { headings, ...extraction } = extract(snapshot, siteFor(sites, snapshot.site), options);
  const { draft } = extraction;
  if (draft === null) return { ...extraction, fingerprint: null, terms: null, grown: {}, category: null };
  const { title, body, lang, section, tags, description } = draft;
  const meta = [...tags, ...(description === null ? [] : [description])];
  const text = { title, body, headings, lang, section, meta, url: snapshot.finalUrl };
  return { ...extraction, ...weighed({ ...text, terms, grown, categories }) };
}

type Weighed = Omit<WholeText, 'categories'> & Pick<ReadOptions, 'categories'>;

const weighed = ({ title, body, headings, lang, section, meta, url, terms, grown, categories }: Weighed): Weighing => ({
  fingerprint: fingerprint({ title, body, lang }),
  terms: termWeights({ title, headings, body, lang, meta }, new Set(terms)),
  grown: grown === null ? {} : judgeOf(grown)({ title, body, lang }),
  category: categories === undefined ? null : categorise(categories.model, { title, text: body, lang, section, url }),
});

/** The topics of the last text: a crawl's are the same from page to page. */
let unpacked: { readonly key: string; readonly judge: ReturnType<typeof packedScorer> } | null = null;

function judgeOf(pack: GrownPack): ReturnType<typeof packedScorer> {
  if (unpacked?.key !== pack.key) unpacked = { key: pack.key, judge: packedScorer(pack) };
  return unpacked.judge;
}
