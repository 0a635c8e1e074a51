import { contentHash } from '../../model/page/content-hash.ts';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { StoreDefect } from '../../storage/maintenance-port.ts';
import type { Store } from '../../storage/port.ts';
import { checkedPart, checkNotMade, defects, isDamage } from '../../storage/records/defects.ts';
import { allBlobs } from './compare-stores.ts';

/** Defects per kind that are listed, at most. */
const maxNamed = 20;

export interface StoreCheck {
  /** By kind of defect; `ids` has the first ones. */
  readonly defects: readonly {
    readonly what: string;
    readonly count: number;
    readonly canRepair: boolean;
    readonly ids: readonly string[];
  }[];
  /** Null: they can't be counted. */
  readonly articles: number | null;
  readonly blobs: number | null;
}

type CheckedStore = Store;

/**
 * Checks the invariants of a store, which every commit keeps even when its process is killed.
 * @param options withHashes: reads all blobs, and compares their bytes with their hashes
 */
export async function checkStore(
  store: CheckedStore,
  { withHashes = false }: { readonly withHashes?: boolean } = {},
): Promise<StoreCheck> {
  const kinds = new Map<string, { count: number; canRepair: boolean; ids: string[] }>();
  const add = ({ what, id, canRepair }: StoreDefect) => {
    const kind = kinds.get(what) ?? { count: 0, canRepair, ids: [] };
    kind.count += 1;
    if (kind.ids.length < maxNamed) kind.ids.push(id);
    kinds.set(what, kind);
  };
  const unreadable = new Set<string>();
  for await (const defect of checkedPart('records', () => store.maintenance.defects())) {
    add(defect);
    if (defect.isUnreadable) unreadable.add(defect.id);
  }
  for await (const defect of checkedPart('blobs that records name', () => lostBlobs(store))) add(defect);
  if (withHashes)
    for await (const defect of checkedPart('bytes of blobs', () => damagedBlobs(store, unreadable))) add(defect);
  const articles = await countOf('number of articles', () => store.articles.count({}), add);
  const blobs = await countOf('number of blobs', async () => (await store.blobs.size()).count, add);
  return { defects: [...kinds].map(([what, kind]) => ({ what, ...kind })), articles, blobs };
}

/** Null: it can't be read. */
async function countOf(
  name: string,
  count: () => Promise<number>,
  add: (defect: StoreDefect) => void,
): Promise<number | null> {
  try {
    return await count();
  } catch (error) {
    if (!isDamage(error)) throw error;
    add(checkNotMade(name, error));
    return null;
  }
}

/**
 * Mends what can be mended without a loss (`Maintenance.repair`), and sets damaged blobs aside.
 * @param options withHashes: reads all blobs to find the damaged ones
 */
export async function repairStore(
  store: CheckedStore,
  { withHashes }: { readonly withHashes: boolean },
): Promise<void> {
  await store.maintenance.repair();
  if (!withHashes) return;
  for await (const { id, canRepair } of damagedBlobs(store, new Set()))
    if (canRepair) await store.maintenance.setAside([id as ContentHash]);
}

/** Blobs whose bytes do not have their hash, or can't be read. One that is removed meanwhile does not count. */
async function* damagedBlobs({ blobs }: CheckedStore, unreadable: ReadonlySet<string>): AsyncIterable<StoreDefect> {
  for await (const id of allBlobs(blobs)) {
    if (unreadable.has(id)) continue;
    const bytes = await bytesOf(blobs, id);
    if (bytes === 'unreadable') yield { what: defects.unreadableBlob, id, canRepair: false, isUnreadable: true };
    else if (bytes !== null && contentHash(bytes) !== id)
      yield { what: 'a blob whose bytes do not have its hash', id, canRepair: true };
  }
}

async function bytesOf(blobs: CheckedStore['blobs'], hash: ContentHash): Promise<Uint8Array | null | 'unreadable'> {
  try {
    return await blobs.get(hash);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return 'unreadable';
  }
}

/** A date after all visits; some servers accept no later year. */
const noVisits = new Date('9999-12-31');

/** Articles, failures and models whose blobs are missing. Blobs of visits alone may be removed by the retention settings. */
async function* lostBlobs({ maintenance, blobs }: CheckedStore): AsyncIterable<StoreDefect> {
  const storedHashes = new Set<string>();
  for await (const hash of allBlobs(blobs)) storedHashes.add(hash);
  for await (const { hash, by, id } of maintenance.references(noVisits))
    if (!storedHashes.has(hash) && (await bytesOf(blobs, hash)) === null)
      yield {
        what: `a blob that ${by === 'article' ? 'an article' : `a ${by}`} names and that is not there`,
        id,
        canRepair: false,
      };
}
