import { type ApiSchemas, read } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Badge, OutLink, Show } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { bytes, span } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';

/** How the newest tasks ended. */
export function VisitsPage() {
  const loaded = useData('visits', async (signal) => ({
    items: (await read('/v1/visits', { query: { limit: 100 }, signal })).items,
    at: (await read('/v1/stats', { signal })).at,
  }));
  useLive(['visit.ended'], loaded.reload);
  return (
    <Show of={loaded}>
      {({ items, at }) => (
        <>
          <Head title="Recent visits">
            <span class="dim">the newest 100</span>
          </Head>
          <Table
            columns={columns(at)}
            rows={items}
            caption="How the last tasks ended"
            empty="No visits yet: `newshawk crawl` starts."
          />
        </>
      )}
    </Show>
  );
}

const columns = (now: string): readonly TableColumn<ApiSchemas['Visit']>[] => [
  ['When', ({ startedAt }) => <When at={startedAt} now={now} />, 'nowrap'],
  ['Address', ({ url }) => <OutLink to={url} />, 'wide address'],
  ['Kind', ({ kind }) => kind],
  ['Outcome', ({ outcome }) => <Badge text={outcome} />],
  ['Why', ({ reason, detail }) => reason !== null && <span title={detail}>{reason}</span>],
  [
    'Way',
    ({ via, status }) =>
      via === null ? <span class="dim">not fetched</span> : `${via}${status === null ? '' : ` ${status}`}`,
    'nowrap',
  ],
  ['Took', ({ elapsedMs }) => span(elapsedMs), 'number'],
  ['Size', (visit) => bytes(visit.bytes), 'number'],
];
