import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import type { StoredModel } from '../../model/topic/stored-model.ts';
import type { CategoryModel } from '../../ports.ts';
import { type LinearModel, readModel, sharedWeights } from '../../stages/classify/linear/model.ts';
import type { Store } from '../../storage/port.ts';
import { openStoredModel } from './model-store.ts';

/** What a crawl tells categories with: the configured file, else the version in use, else no model. @throws CommandError (configuration), NewshawkError */
export async function loadCategories(file: string | null, store: Store): Promise<CategoryModel> {
  if (file !== null) return { model: sharedWeights(await readModelFile(file)) };
  const active = await store.models.active();
  return { model: active === null ? null : sharedWeights(await openStoredModel(store, active)) };
}

/** @throws CommandError (configuration) where it can't be read, NewshawkError misconfigured where it is no model */
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

/** A version by its name, or the beginning of it. @throws CommandError (nothing found) */
export async function findModel(
  { models, location }: Pick<Store, 'models' | 'location'>,
  version: string,
): Promise<StoredModel> {
  const all = await models.list();
  const found = all.filter((model) => version !== '' && model.version.startsWith(version));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const there = all.length === 0 ? 'it has none' : `it has ${all.map((model) => model.version).join(', ')}`;
  throw new CommandError(
    exitCodes.nothingFound,
    found.length > 1
      ? `Several models begin with ${version}: ${found.map((model) => model.version).join(', ')}. Write more of it.`
      : `The store ${location} has no model ${version}: ${there}. \`newshawk train categories <file> --save\` adds one.`,
  );
}
