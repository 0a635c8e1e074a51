import type { AnswerOf } from '../../data/api.ts';
import { Badge } from '../../parts/inline.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { countOf, span } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';

type Listed = ProxyStandings['items'][number];

const shown = 200;

interface ListedProxiesProps {
  readonly items: readonly Listed[];
  readonly words: string;
  /** As `checkOf` names it; empty: any. */
  readonly check: string;
  readonly now: string;
}

/** The proxies that lists name, the best first. */
export function ListedProxies({ items, words, check, now }: ListedProxiesProps) {
  const matching = items
    .filter((item) => item.id.toLowerCase().includes(words.toLowerCase()) && (check === '' || checkOf(item) === check))
    .toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
  return (
    <>
      {matching.length > shown && (
        <p class="dim small">
          The first {countOf(shown)} of {countOf(matching.length)}.
        </p>
      )}
      <Table
        columns={columns(now)}
        rows={matching.slice(0, shown)}
        caption="Proxies of lists with their last check"
        empty={
          items.length === 0
            ? 'No list names a proxy: docs/proxies.md says how to use lists, `newshawk proxies collect` reads them.'
            : 'No proxy matches the filter.'
        }
      />
    </>
  );
}

/** Good ones by their reliability, then those without a check, then the others. */
const rank = ({ check }: Listed): number =>
  check === null ? 2 : check.fault === null ? 1 - check.successRate : 4 - check.successRate;

const columns = (now: string): readonly TableColumn<Listed>[] => [
  ['Proxy', ({ id }) => id, 'address'],
  ['Scheme', ({ scheme }) => scheme],
  [
    'Check',
    (item) => (
      <Badge
        text={checkOf(item)}
        kind={item.check === null ? 'none' : item.check.fault === null ? 'stored' : 'failed'}
      />
    ),
  ],
  ['Checked', ({ check }) => <When at={check?.at ?? null} now={now} />, 'nowrap'],
  [
    'Success',
    ({ check }) => (check === null ? null : `${Math.floor(100 * check.successRate)} % of ${countOf(check.tries)}`),
    'number',
  ],
  ['Latency', ({ check }) => (check?.latencyMs == null ? null : span(check.latencyMs)), 'number'],
  ['List', ({ list }) => list, 'address'],
];

export type ProxyStandings = AnswerOf<'/v1/proxies'>;

/** How a proxy's check went, as the filter names it. */
export const checkOf = ({ check }: ProxyStandings['items'][number]): string =>
  check === null ? 'not checked' : (check.fault ?? 'good');
