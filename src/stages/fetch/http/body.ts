import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { NewshawkError } from '../../../errors.ts';

type Decode = (body: Uint8Array, limits: { maxOutputLength: number }) => Promise<Buffer>;

/** A body that was cut off inside its compression is read as far as it goes, as browsers do. */
const cutOffIsFine = { finishFlush: constants.Z_SYNC_FLUSH };
const [gunzipped, inflated, rawInflated] = [promisify(gunzip), promisify(inflate), promisify(inflateRaw)];
const [unbrotlied, unzstd] = [promisify(brotliDecompress), promisify(zstdDecompress)];

/** RFC 9659: 8 MB is all that a server may ask a client to remember. */
const zstdWindowLog = 23;

const decoders: Readonly<Record<string, Decode>> = {
  gzip: (body, limits) => gunzipped(body, { ...limits, ...cutOffIsFine }),
  'x-gzip': (body, limits) => gunzipped(body, { ...limits, ...cutOffIsFine }),
  // "deflate" is zlib by the standard and raw by some servers; zlib's first byte has 8 in its low half
  deflate: (body, limits) =>
    ((body[0] ?? 0) & 0x0f) === 8
      ? inflated(body, { ...limits, ...cutOffIsFine })
      : rawInflated(body, { ...limits, ...cutOffIsFine }),
  br: (body, limits) => unbrotlied(body, { ...limits, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (body, limits) =>
    unzstd(body, {
      ...limits,
      finishFlush: constants.ZSTD_e_flush,
      params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog },
    }),
};

/** Nobody packs a page more often; each layer costs time. */
const maxLayers = 3;
/** News pages shrink 4 to 12 times, generated tables some 50 times: what shrinks more and is large is a bomb. */
const maxRatio = 100;
const alwaysFineBytes = 2 * 1024 * 1024;

/**
 * Collects a body as sent.
 * @param announcedBytes its Content-Length, where the server tells one: what is too large by its own word need not be waited for
 * @throws NewshawkError too-large beyond `maxBytes`
 */
export async function collect(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  announcedBytes: number | null = null,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  if ((announcedBytes ?? 0) > maxBytes) throw tooLarge(maxBytes, 'by its Content-Length');
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes, 'as sent');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** The first bytes of a body, as sent. */
export async function collectStart(body: AsyncIterable<Uint8Array>, enoughBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= enoughBytes) break;
  }
  return Buffer.concat(chunks, length).subarray(0, enoughBytes);
}

/**
 * Undoes `content-encoding` (gzip, deflate, br, zstd, also several). Stops as soon as a limit is passed (`maxBytes`, or a ratio that no page has), so that a
 * compression bomb costs little time and memory.
 * @throws NewshawkError too-large, or unreachable when the body is not what its header says
 */
export async function decompress(body: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  let decoded = body;
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maxLayers)
    throw new NewshawkError('too-large', `the body is packed ${names.length} times (content-encoding)`);
  for (const name of names.reverse()) {
    if (decoded.byteLength === 0) continue;
    const decode = decoders[name];
    if (decode === undefined)
      throw new NewshawkError('unreachable', `the server sends content-encoding ${name}, which nobody asked for`);
    const byRatio = Math.max(alwaysFineBytes, decoded.byteLength * maxRatio);
    const maxOutputLength = Math.min(maxBytes, byRatio);
    decoded = await decode(decoded, { maxOutputLength }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ERR_BUFFER_TOO_LARGE')
        throw byRatio < maxBytes
          ? new NewshawkError('too-large', `a compression bomb: more than ${maxRatio} times what was sent, and no end`)
          : tooLarge(maxBytes, 'decompressed');
      throw new NewshawkError('unreachable', `the body is no ${name}: ${cause.message}`, { cause });
    });
  }
  return decoded;
}

const tooLarge = (maxBytes: number, how: string): NewshawkError =>
  new NewshawkError('too-large', `the body is larger than ${maxBytes} bytes ${how} (NEWSHAWK_MAX_BODY_BYTES)`);
