// Sets that were made without a look at the extractor: bylines and dates in the markup of real themes, and types of pages. The open half shows what fails; of the
// sealed half nobody sees more than totals. The first result matters: afterwards only wrong truth is repaired.
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { openReader } from '../../../src/reader/reader.ts';
import { measureBylines } from './bylines/measure.ts';
import { systemPages } from './systems/generate.ts';
import type { Half } from './totals.ts';
import { generatePages } from './types/generate.ts';
import { measureTypes } from './types/measure.ts';
import { realDocs } from './types/real-docs.ts';

/** Where what real software wrote is kept: git ignores it. */
const cache = resolve(import.meta.dirname, '../../../.cache/unseen');

export async function measureUnseen(set: string, half: string): Promise<void> {
  if (!isHalf(half)) throw new RangeError('--half is open or sealed');
  await using reader = await openReader({ workers: Math.max(1, cpus().length - 1), sites: { files: [] } });
  if (set === 'bylines') await measureBylines(reader, half, cache);
  else if (set === 'types')
    await measureTypes(reader, half, [...generatePages(half), ...(await realDocs(cache, half))]);
  else if (set === 'systems') await measureTypes(reader, half, systemPages(half));
  else throw new RangeError('--unseen is bylines, types or systems');
}

const isHalf = (text: string): text is Half => text === 'open' || text === 'sealed';
