import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { NewshawkError } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import type { NoMediaReason, Page, ResolvedPage } from '../../model/page/page.ts';
import type { ContentHash, Snapshot, StoredSnapshot } from '../../model/page/snapshot.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** zstd level: on article pages, level 3 gives .9 of the size of gzip -6 in a fifth of its time. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } } as const;
/** Letters of a snapshot that is packed at once, at most: .05 ms for 20 KB, where another thread costs .35 ms of CPU; a megabyte takes some 3 ms. */
const maxInPlace = 500_000;
/** Bytes of an unpacked snapshot, at most. Page bodies are limited to far less: a larger one was not written by us. */
const maxBytes = 256 * 1024 * 1024;

/** The part of a fetched page that extraction may read. */
export function snapshotOf(
  page: Page,
  media: readonly MediaItem[] = [],
  noMedia: NoMediaReason | null = 'not-video-page',
): Snapshot {
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
    network: network.filter(isRelevant),
    console: console.slice(-100),
    settledBy,
    encoding,
  };
}

/** Packs a snapshot for the blob store: JSON, zstd. */
export async function freeze(snapshot: Snapshot): Promise<Uint8Array> {
  const json = JSON.stringify(snapshot);
  return json.length <= maxInPlace ? zstdCompressSync(json, options) : compress(json, options);
}

/** Unpacks a snapshot. @throws NewshawkError `store` when the blob is damaged */
export async function thaw(bytes: Uint8Array): Promise<Snapshot> {
  try {
    const text = (await decompress(bytes, { maxOutputLength: maxBytes })).toString('utf8');
    const { takenAt, ...rest } = JSON.parse(text) as Omit<Snapshot, 'takenAt'> & { takenAt: string };
    return { ...rest, takenAt: new Date(takenAt), encoding: rest.encoding ?? null };
  } catch (cause) {
    throw new NewshawkError('store', 'The stored snapshot is damaged: it can not be unpacked.', { cause });
  }
}

/** Whether a request helps to study an extraction: failures of any kind, else no pictures, fonts and styles. */
const isRelevant = ({ type, failure, status }: Page['network'][number]): boolean =>
  failure !== null || status >= 400 || !/^(image|font|stylesheet|other)$/.test(type);

/** The store of snapshots. */
export interface SnapshotStore {
  put(bytes: Uint8Array): Promise<ContentHash>;
}

/** Freezes the page and stores it, before extraction reads it. */
export const takeSnapshot =
  (blobs: SnapshotStore) =>
  async (resolved: ResolvedPage): Promise<StoredSnapshot> => {
    const { page, media, noMedia } = resolved;
    const snapshot = snapshotOf(page, media, noMedia);
    return { ...snapshot, hash: await blobs.put(await freeze(snapshot)) };
  };
