import { once } from 'node:events';
import { cpus } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CorpusCase } from '../../tools/train-extractor/corpus-pages.ts';

/** What score.py reads of a page. */
export interface Prediction {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly authors: readonly string[];
  readonly date: string | null;
}

/** A page of a corpus, and the model that reads it. */
export interface PageToRead {
  readonly folder: string;
  readonly page: CorpusCase;
  /** File of a block model; null: the shipped one. */
  readonly model: string | null;
  /** File of a confidence model; absent or null: the shipped one. */
  readonly confidenceModel?: string | null;
}

export interface PageRead {
  readonly prediction: Prediction;
  /** Of the body; 0 without a body. */
  readonly confidence: number;
  /** The page could not be read: the prediction is empty. */
  readonly hasFailed: boolean;
}

/** Extracts pages in worker threads, one per CPU. @returns in the order of the pages */
export async function readPages(pages: readonly PageToRead[]): Promise<PageRead[]> {
  const count = Math.min(cpus().length, pages.length);
  // dealt in turns: neighbours of a corpus are alike, and so is their cost
  const parts = Array.from({ length: count }, (_, first) => pages.filter((_, at) => at % count === first));
  const results = await Promise.all(parts.map(readPart));
  return pages.map((_, at) => results[at % count]?.[Math.floor(at / count)] as PageRead);
}

async function readPart(pages: readonly PageToRead[]): Promise<PageRead[]> {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), { workerData: pages });
  const [results] = (await once(worker, 'message')) as [PageRead[]];
  await worker.terminate();
  return results;
}
