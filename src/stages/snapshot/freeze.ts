import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { NewshawkError } from '../../errors.ts';
import type { Page, ResolvedPage } from '../../model/page/page.ts';
import type { ContentHash, Snapshot } from '../../model/page/snapshot.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** zstd level 3: .9 of the size of gzip -6 at a fifth of its time on article pages. */
const level = 3;
/** A stored snapshot that unpacks to more was not written by us: page bodies are limited to far less. */
const maxBytes = 256 * 1024 * 1024;

/** What extraction may look at, cut out of what fetching knows. Pure. */
export function snapshotOf({ page, media, noMedia }: Pick<ResolvedPage, 'page' | 'media' | 'noMedia'>): Snapshot {
  const { task, finalUrl, status, headers, html, via, fetchedAt, network, console, settledBy, encoding } = page;
  return {
    url: task.url,
    finalUrl,
    site: task.site,
    status,
    headers,
    html,
    via,
    takenAt: fetchedAt,
    media,
    noMedia,
    network: network.filter(isTelling),
    console: console.slice(-100),
    settledBy,
    encoding,
  };
}

/** Packs a snapshot for the blob store: JSON, zstd. */
export async function freeze(snapshot: Snapshot): Promise<Uint8Array> {
  return compress(JSON.stringify(snapshot), { params: { [constants.ZSTD_c_compressionLevel]: level } });
}

/** @throws NewshawkError `store` when the bytes are no snapshot: a damaged blob */
export async function thaw(bytes: Uint8Array): Promise<Snapshot> {
  try {
    const text = (await decompress(bytes, { maxOutputLength: maxBytes })).toString('utf8');
    const { takenAt, ...rest } = JSON.parse(text) as Omit<Snapshot, 'takenAt'> & { takenAt: string };
    return { ...rest, takenAt: new Date(takenAt), encoding: rest.encoding ?? null };
  } catch (cause) {
    throw new NewshawkError('store', 'The stored snapshot is damaged: it can not be unpacked.', { cause });
  }
}

/** The address of bytes in the blob store. */
export const contentHash = (bytes: Uint8Array): ContentHash =>
  createHash('sha256').update(bytes).digest('hex') as ContentHash;

/** Pictures and styles say nothing when an extraction is looked into; failures of any kind do. */
const isTelling = ({ type, failure, status }: Page['network'][number]): boolean =>
  failure !== null || status >= 400 || !/^(image|font|stylesheet|other)$/.test(type);
