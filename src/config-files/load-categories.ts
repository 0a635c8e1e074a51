import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import type { CategoryModel } from '../model/topic/linear-weights.ts';
import type { StoredModel } from '../model/topic/stored-model.ts';
import { type LinearModel, readModel, sharedWeights } from '../stages/classify/linear/model.ts';
import type { Store } from '../storage/port.ts';
import { openStoredModel } from './model-store.ts';

/** The category model of a crawl: the configured file, else the active version, else none. @throws CommandError (configuration), NewshawkError */
export async function loadCategories(file: string | null, store: Store): Promise<CategoryModel> {
  if (file !== null) return { model: sharedWeights(await readModelFile(file)) };
  const active = await store.models.active();
  return { model: active === null ? null : sharedWeights(await openStoredModel(store, active)) };
}

/** Reads a model file. @throws CommandError (configuration) where it can't be read, NewshawkError misconfigured where it is not a model */
export async function readModelFile(file: string): Promise<LinearModel> {
  const path = resolve(file);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError(
      exitCodes.configuration,
      `The model ${path} can't be read (${cause.code ?? cause.message}). \`newshawk train categories\` makes one.`,
      { cause },
    );
  });
  return readModel(text, path);
}

/** Finds a stored model by its version or the beginning of it. @throws CommandError (nothing found) */
export async function findModel({ models, location }: Store, version: string): Promise<StoredModel> {
  const all = await models.list();
  const matches = all.filter((model) => version !== '' && model.version.startsWith(version));
  const [first] = matches;
  if (first !== undefined && matches.length === 1) return first;
  const available = all.length === 0 ? 'it has none' : `it has ${all.map((model) => model.version).join(', ')}`;
  throw new CommandError(
    exitCodes.nothingFound,
    matches.length > 1
      ? `Several models begin with ${version}: ${matches.map((model) => model.version).join(', ')}. Write more of it.`
      : `The store ${location} has no model ${version}: ${available}. \`newshawk train categories <file> --save\` adds one.`,
  );
}
