import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findModel, loadCategories } from '../../src/config-files/load-categories.ts';
import { openStoredModel, saveModel } from '../../src/config-files/model-store.ts';
import { writeModel } from '../../src/stages/classify/linear/model.ts';
import { trainLinear } from '../../src/stages/classify/linear/train.ts';
import type { Store } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { headlines } from '../stages/classify/linear/texts.ts';
import { at, storedModel } from '../storage/records.ts';

const model = trainLinear(headlines);
let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-models-'));
  store = await openSqlite(folder);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('loadCategories', () => {
  it('takes the file, else the version in use, else none', async () => {
    expect(await loadCategories(null, store)).toEqual({ model: null });
    const saved = await saveModel(store, model, at(1));
    expect(await saveModel(store, model, at(2))).toEqual(saved);
    expect(await loadCategories(null, store)).toEqual({ model: null });
    await store.models.activate({ version: saved.version, at: at(3) });
    const used = (await loadCategories(null, store)).model;
    expect(used?.digest).toBe(model.digest);
    expect(used?.weights.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(used).not.toHaveProperty('report');
    await store.models.activate({ version: null, at: at(4) });
    const file = join(folder, 'm.json');
    await writeFile(file, writeModel(model));
    expect((await loadCategories(file, store)).model?.digest).toBe(model.digest);
  });

  it('says what is wrong with a model, and which there are', async () => {
    const file = join(folder, 'none.json');
    await expect(loadCategories(file, store)).rejects.toThrow(`${file} can't be read (ENOENT)`);
    await store.models.put(storedModel('abc123'));
    await store.models.activate({ version: 'abc123', at: at(3) });
    await expect(loadCategories(null, store)).rejects.toMatchObject({ kind: 'store' });
    await expect(openStoredModel(store, storedModel('abc123'))).rejects.toThrow('lost its content');
    await store.models.put(storedModel('abc999'));
    expect((await findModel(store, 'abc1')).version).toBe('abc123');
    await expect(findModel(store, 'abc')).rejects.toThrow('Several models begin with abc');
    await expect(findModel(store, '')).rejects.toThrow('it has abc123, abc999');
  });
});
