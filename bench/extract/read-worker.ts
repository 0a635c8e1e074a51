import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import {
  type ConfidenceModel,
  parseConfidenceModel,
  shippedConfidence,
} from '../../src/stages/extract/confidence/confidence-model.ts';
import { type Extraction, extract } from '../../src/stages/extract/extract.ts';
import { snapshotOf } from '../../tools/train-extractor/corpus-pages.ts';
import { blockModelIn } from './model-file.ts';
import type { PageRead, PageToRead, Prediction } from './read-corpus.ts';

// Reads its part of the pages and posts the predictions. A page that fails is counted, not named: it may be a sealed one.

const confidenceModels = new Map<string | null, ConfidenceModel>();

function confidenceIn(file: string | null): ConfidenceModel {
  const model =
    confidenceModels.get(file) ??
    (file === null ? shippedConfidence() : parseConfidenceModel(JSON.parse(readFileSync(file, 'utf8'))));
  confidenceModels.set(file, model);
  return model;
}

function read({ folder, page, model, confidenceModel = null }: PageToRead): PageRead {
  const reader = blockModelIn(model);
  try {
    const snapshot = snapshotOf(folder, page);
    const models = { model: reader, confidenceModel: confidenceIn(confidenceModel) };
    const { draft } = extract(snapshot, siteFor([], snapshot.site), { draftAlways: true, ...models });
    const confidence = draft?.provenance.body?.confidence ?? 0;
    return { prediction: predictionOf(page.id, draft), confidence, hasFailed: false };
  } catch {
    return { prediction: predictionOf(page.id, null), confidence: 0, hasFailed: true };
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
