import type { AnswerOf } from '../../data/api.ts';

type ProxyUse = AnswerOf<'/v1/proxies'>['uses'][number];

export type Tally = Pick<ProxyUse, 'tries' | 'successes' | 'blocked' | 'bytes'>;

export interface MatrixRow {
  readonly proxy: string;
  readonly all: Tally;
  readonly bySite: ReadonlyMap<string, Tally>;
}

export interface UseMatrix {
  /** The sites with the most tries first. */
  readonly sites: readonly string[];
  readonly sitesLeftOut: number;
  /** The proxies with the most tries first. */
  readonly rows: readonly MatrixRow[];
  readonly rowsLeftOut: number;
}

/** More are too many to read, and to draw. */
const [maxSites, maxRows] = [30, 200] as const;

const nothing: Tally = { tries: 0, successes: 0, blocked: 0, bytes: 0 };
const plus = (a: Tally, b: Tally): Tally => ({
  tries: a.tries + b.tries,
  successes: a.successes + b.successes,
  blocked: a.blocked + b.blocked,
  bytes: a.bytes + b.bytes,
});

/** Sums the days of each proxy and site. */
export function matrixOf(
  uses: readonly ProxyUse[],
  filter: { readonly words: string; readonly site: string },
): UseMatrix {
  const words = filter.words.toLowerCase();
  const bySite = new Map<string, number>();
  const rows = new Map<string, { all: Tally; bySite: Map<string, Tally> }>();
  for (const use of uses) {
    if (filter.site !== '' && use.site !== filter.site) continue;
    if (!use.proxy.toLowerCase().includes(words)) continue;
    bySite.set(use.site, (bySite.get(use.site) ?? 0) + use.tries);
    const row = rows.get(use.proxy) ?? { all: nothing, bySite: new Map() };
    row.all = plus(row.all, use);
    row.bySite.set(use.site, plus(row.bySite.get(use.site) ?? nothing, use));
    rows.set(use.proxy, row);
  }
  const sites = [...bySite].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([site]) => site);
  const all = [...rows]
    .map(([proxy, row]) => ({ proxy, ...row }))
    .sort((a, b) => b.all.tries - a.all.tries || (a.proxy < b.proxy ? -1 : 1));
  return {
    sites: sites.slice(0, maxSites),
    sitesLeftOut: Math.max(0, sites.length - maxSites),
    rows: all.slice(0, maxRows),
    rowsLeftOut: Math.max(0, all.length - maxRows),
  };
}

/** Share of the tries that brought the page: 0 to 1; null: nothing was tried. */
export const shareOf = ({ tries, successes }: Tally): number | null => (tries === 0 ? null : successes / tries);

export const gradeOf = (share: number): 'good' | 'middling' | 'bad' =>
  share >= 0.9 ? 'good' : share >= 0.5 ? 'middling' : 'bad';
