import type { Store } from '../../storage/port.ts';
import type { StoreDefect } from '../../storage/upkeep-port.ts';

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
  readonly articles: number;
  readonly blobs: number;
}

/** Checks the invariants of a store, which every commit keeps even when its process is killed. */
export async function checkStore(store: Pick<Store, 'upkeep' | 'articles' | 'blobs'>): Promise<StoreCheck> {
  const kinds = new Map<string, { count: number; canRepair: boolean; ids: string[] }>();
  const add = ({ what, id, canRepair }: StoreDefect) => {
    const kind = kinds.get(what) ?? { count: 0, canRepair, ids: [] };
    kind.count += 1;
    if (kind.ids.length < maxNamed) kind.ids.push(id);
    kinds.set(what, kind);
  };
  for await (const defect of store.upkeep.defects()) add(defect);
  for await (const defect of lostBlobs(store)) add(defect);
  const defects = [...kinds].map(([what, kind]) => ({ what, ...kind }));
  return { defects, articles: await store.articles.count({}), blobs: (await store.blobs.size()).count };
}

/** As a negative grace, it makes `idle` list all blobs, whatever the clocks say. */
const centuryMs = 100 * 365 * 86_400_000;

/** A date after all visits; some servers accept no later year. */
const noVisits = new Date('9999-12-31');

/** Articles, failures and models whose blobs are missing. Blobs of visits alone may be removed by the retention settings. */
async function* lostBlobs({ upkeep, blobs }: Pick<Store, 'upkeep' | 'blobs'>): AsyncIterable<StoreDefect> {
  const storedHashes = new Set<string>();
  for await (const { hash } of blobs.idle(-centuryMs)) storedHashes.add(hash);
  for await (const { hash, by, id } of upkeep.references(noVisits))
    if (!storedHashes.has(hash) && (await blobs.get(hash)) === null)
      yield {
        what: `a blob that ${by === 'article' ? 'an article' : `a ${by}`} names and that is not there`,
        id,
        canRepair: false,
      };
}
