import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { siteFor } from '../../src/pipeline/load/load-scrapers.ts';
import { type BlockModel, parseBlockModel, shippedModel } from '../../src/stages/extract/classifier/block-model.ts';
import { type Extraction, extract } from '../../src/stages/extract/extract.ts';
import { snapshotOf } from '../../tools/train-extractor/corpus-pages.ts';
import type { PageRead, PageToRead, Prediction } from './read-corpus.ts';

// Reads its part of the pages and posts the predictions. A page that fails is counted, not named: it may be a sealed one.

const models = new Map<string | null, BlockModel>();

function modelIn(file: string | null): BlockModel {
  const model =
    models.get(file) ?? (file === null ? shippedModel() : parseBlockModel(JSON.parse(readFileSync(file, 'utf8'))));
  models.set(file, model);
  return model;
}

function read({ folder, page, model }: PageToRead): PageRead {
  const reader = modelIn(model);
  try {
    const snapshot = snapshotOf(folder, page);
    const { draft } = extract(snapshot, siteFor([], snapshot.site), { draftAlways: true, model: reader });
    return { prediction: predictionOf(page.id, draft), hasFailed: false };
  } catch {
    return { prediction: predictionOf(page.id, null), hasFailed: true };
  }
}

const predictionOf = (id: string, draft: Extraction['draft']): Prediction => ({
  id,
  title: draft?.title ?? '',
  body: draft?.body ?? '',
  authors: draft?.authors ?? [],
  date: draft?.publishedAt?.value.slice(0, 10) ?? null,
});

parentPort?.postMessage((workerData as readonly PageToRead[]).map(read));
