import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { NewshawkError } from '../errors.ts';
import { modelVersion } from '../model/topic/linear-weights.ts';
import type { StoredModel } from '../model/topic/stored-model.ts';
import { type LinearModel, readModel, writeModel } from '../stages/classify/linear/model.ts';
import type { Store } from '../storage/port.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Saves a model as a version in the store, without activating it. Saving the same model again changes nothing. */
export async function saveModel({ blobs, models }: Store, model: LinearModel, now: Date): Promise<StoredModel> {
  const text = writeModel(model);
  const stored: StoredModel = {
    version: modelVersion(model),
    // the content first: each listed version has its content
    content: await blobs.put(await compress(text)),
    bytes: text.length,
    savedAt: now,
    labels: model.labels,
    examples: model.examples,
    report: model.report,
  };
  await models.put(stored);
  return (await models.get(stored.version)) ?? stored;
}

/** Reads a stored model. @throws NewshawkError store where its content is missing, misconfigured where this program can't use it */
export async function openStoredModel(
  { blobs, location }: Store,
  { version, content }: StoredModel,
): Promise<LinearModel> {
  const bytes = await blobs.get(content);
  if (bytes === null)
    throw new NewshawkError(
      'store',
      `The store ${location} names model ${version} and has lost its content. Train it again, or put another one to use (\`newshawk models list\`).`,
    );
  return readModel((await decompress(bytes)).toString(), `Model ${version} of the store`);
}
