import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { NewshawkError } from '../../../errors.ts';

type Decode = (body: Uint8Array, limits: { maxOutputLength: number }) => Promise<Buffer>;

/** Reads a truncated compressed body as far as it goes, as browsers do. */
const allowTruncated = { finishFlush: constants.Z_SYNC_FLUSH };
const [gunzipped, inflated, rawInflated] = [promisify(gunzip), promisify(inflate), promisify(inflateRaw)];
const [unbrotlied, unzstd] = [promisify(brotliDecompress), promisify(zstdDecompress)];

/** log2 of the largest window that a server may use: 8 MB (RFC 9659). */
const zstdWindowLog = 23;

const decoders: Readonly<Record<string, Decode>> = {
  gzip: (body, limits) => gunzipped(body, { ...limits, ...allowTruncated }),
  'x-gzip': (body, limits) => gunzipped(body, { ...limits, ...allowTruncated }),
  // "deflate" means zlib in the standard, but some servers send raw deflate; the low half of zlib's first byte is 8
  deflate: (body, limits) =>
    ((body[0] ?? 0) & 0x0f) === 8
      ? inflated(body, { ...limits, ...allowTruncated })
      : rawInflated(body, { ...limits, ...allowTruncated }),
  br: (body, limits) => unbrotlied(body, { ...limits, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (body, limits) =>
    unzstd(body, {
      ...limits,
      finishFlush: constants.ZSTD_e_flush,
      params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog },
    }),
};

/** At most this many encodings on top of each other: pages have one, and each costs time. */
const maxLayers = 3;
/** Decompressed bytes per compressed byte. News pages have 4 to 12, generated tables about 50; a large body with more is a compression bomb. */
const maxRatio = 100;
/** Below this decompressed size the ratio is not checked. */
const ratioFromBytes = 2 * 1024 * 1024;

/**
 * Reads a body as sent, still compressed.
 * @param announcedBytes its Content-Length, if any: when that is too large, nothing is read
 * @throws NewshawkError too-large beyond `maxBytes`
 */
export async function collectBody(
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

/** Reads the first bytes of a body, still compressed. */
export async function collectBodyStart(body: AsyncIterable<Uint8Array>, enoughBytes: number): Promise<Uint8Array> {
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
 * Decodes `content-encoding` (gzip, deflate, br, zstd, also several). Stops as soon as `maxBytes` or `maxRatio` is exceeded, so that a compression bomb
 * costs little time and memory.
 * @throws NewshawkError too-large, or unreachable when the body does not match its header
 */
export async function decompress(body: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  let decoded = body;
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maxLayers)
    throw new NewshawkError('too-large', `the body is compressed ${names.length} times (content-encoding)`);
  for (const name of names.reverse()) {
    if (decoded.byteLength === 0) continue;
    const decode = decoders[name];
    if (decode === undefined)
      throw new NewshawkError('unreachable', `the server sends content-encoding ${name}, which was not requested`);
    const byRatio = Math.max(ratioFromBytes, decoded.byteLength * maxRatio);
    const maxOutputLength = Math.min(maxBytes, byRatio);
    decoded = await decode(decoded, { maxOutputLength }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ERR_BUFFER_TOO_LARGE')
        throw byRatio < maxBytes
          ? new NewshawkError('too-large', `a compression bomb: more than ${maxRatio} times its compressed size`)
          : tooLarge(maxBytes, 'decompressed');
      throw new NewshawkError('unreachable', `the body is not valid ${name}: ${cause.message}`, { cause });
    });
  }
  return decoded;
}

const tooLarge = (maxBytes: number, measure: string): NewshawkError =>
  new NewshawkError('too-large', `the body is larger than ${maxBytes} bytes ${measure} (NEWSHAWK_MAX_BODY_BYTES)`);
