import type { Store } from '../../storage/port.ts';
import type { StoreDefect } from '../../storage/upkeep-port.ts';

/** How many defects of a kind are named one by one. */
const namedAtMost = 20;

export interface StoreCheck {
  /** By what is wrong, the first ones by name. */
  readonly defects: readonly {
    readonly what: string;
    readonly count: number;
    readonly canRepair: boolean;
    readonly ids: readonly string[];
  }[];
  readonly articles: number;
  readonly blobs: number;
}

/** Whether what the store holds agrees with itself: the invariants that every commit keeps, also when its process is killed in the middle. */
export async function checkStore(store: Pick<Store, 'upkeep' | 'articles' | 'blobs'>): Promise<StoreCheck> {
  const kinds = new Map<string, { count: number; canRepair: boolean; ids: string[] }>();
  const add = ({ what, id, canRepair }: StoreDefect) => {
    const kind = kinds.get(what) ?? { count: 0, canRepair, ids: [] };
    kind.count += 1;
    if (kind.ids.length < namedAtMost) kind.ids.push(id);
    kinds.set(what, kind);
  };
  for await (const found of store.upkeep.defects()) add(found);
  for await (const found of lostBlobs(store)) add(found);
  const defects = [...kinds].map(([what, kind]) => ({ what, ...kind }));
  return { defects, articles: await store.articles.count({}), blobs: (await store.blobs.size()).count };
}

/** Later than any blob was put, by whatever clock. */
const centuryMs = 100 * 365 * 86_400_000;

/** After all visits. Some servers take no later year. */
const noVisits = new Date('9999-12-31');

/** Articles, failures and models whose blobs are gone. What visits alone have read may go by the settings. */
async function* lostBlobs({ upkeep, blobs }: Pick<Store, 'upkeep' | 'blobs'>): AsyncIterable<StoreDefect> {
  const there = new Set<string>();
  for await (const { hash } of blobs.idle(-centuryMs)) there.add(hash);
  for await (const { hash, by, id } of upkeep.references(noVisits))
    if (!there.has(hash) && (await blobs.get(hash)) === null)
      yield {
        what: `a blob that ${by === 'article' ? 'an article' : `a ${by}`} names and that is not there`,
        id,
        canRepair: false,
      };
}
