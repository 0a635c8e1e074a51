import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { NewshawkError } from '../../errors.ts';

/** As for snapshots. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } } as const;
/** Bytes of an unpacked log, at most: ours are bounded far below. */
const maxBytes = 64 * 1024 * 1024;

/** A JSON value as a blob: zstd. */
export const packJson = (value: unknown): Promise<Uint8Array> =>
  promisify(zstdCompress)(JSON.stringify(value), options);

/** The JSON text of such a blob. @throws NewshawkError `store` when it is damaged */
export async function unpackJson(bytes: Uint8Array): Promise<string> {
  try {
    return (await promisify(zstdDecompress)(bytes, { maxOutputLength: maxBytes })).toString('utf8');
  } catch (cause) {
    throw new NewshawkError('store', 'The stored log of a failure is damaged: it can not be unpacked.', { cause });
  }
}
