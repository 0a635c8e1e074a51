import { read } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Show } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { countOf, span } from '../../parts/texts.ts';
import type { PageProps } from '../../shell/page-props.ts';
import { workerColumns } from './worker-columns.tsx';
import { WorkerDialog } from './worker-dialog.tsx';

/** The processes that crawl, by their last heartbeat. */
export function WorkersPage({ query }: PageProps) {
  const loaded = useData('workers', (signal) => read('/v1/workers', { signal }));
  // statistics come every five seconds, as heartbeats do
  useLive(['stats'], loaded.reload);
  const id = query.get('id');
  return (
    <Show of={loaded}>
      {({ items, at, silentAfterMs }) => {
        const silent = items.filter(({ isSilent }) => isSilent).length;
        const speed = items.reduce((sum, { isSilent, pagesPerSecond }) => sum + (isSilent ? 0 : pagesPerSecond), 0);
        return (
          <>
            <Head title="Workers">
              <span class="dim">
                {countOf(items.length - silent)} running, {speed.toFixed(1)} pages/s
                {silent > 0 && `, ${countOf(silent)} silent`}
              </span>
            </Head>
            {silent > 0 && (
              <p class="banner">
                A process without a heartbeat for {span(silentAfterMs)} died or hangs. What it held is free again when
                its leases end; it is shown here for a day.
              </p>
            )}
            <Table
              columns={workerColumns(at)}
              rows={items.toSorted((a, b) => Number(a.isSilent) - Number(b.isSilent) || (a.name < b.name ? -1 : 1))}
              caption="Processes that crawl, with their last heartbeat"
              empty="No process crawls now: `newshawk crawl`, `watch` and `worker` appear here while they run."
            />
            {id !== null && <WorkerDialog key={id} worker={items.find(({ owner }) => owner === id) ?? null} at={at} />}
          </>
        );
      }}
    </Show>
  );
}
