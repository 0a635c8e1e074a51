import { readFileSync } from 'node:fs';
import { type BlockModel, parseBlockModel, shippedModel } from '../../src/stages/extract/classifier/block-model.ts';

const models = new Map<string | null, BlockModel>();

/** The block model in a file, read once. @param file null: the shipped one */
export function blockModelIn(file: string | null): BlockModel {
  const model =
    models.get(file) ?? (file === null ? shippedModel() : parseBlockModel(JSON.parse(readFileSync(file, 'utf8'))));
  models.set(file, model);
  return model;
}
