import { alertKinds, alertStates } from '../../../../model/publish/alert-kinds.ts';
import { read, send } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Choice } from '../../parts/choice.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { Show } from '../../parts/inline.tsx';
import { Head, Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import type { PageProps } from '../../shell/page-props.ts';
import { type AlertRow, alertColumns } from './alert-columns.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { DeliveryTable } from './deliveries.tsx';

const shownAlerts = 200;

/** Troubles and finds, and how receivers were told. */
export function AlertsPage({ query }: PageProps) {
  const [state = '', kind = ''] = ['state', 'kind'].map((name) => query.get(name) ?? '');
  const loaded = useData(`alerts ${state} ${kind}`, async (signal) => ({
    ...(await read('/v1/alerts', { query: { state, kind, limit: shownAlerts }, signal })),
    at: (await read('/v1/stats', { signal })).at,
  }));
  useLive(['stats'], loaded.reload);
  const change = async ({ id, mutedAt }: AlertRow): Promise<void> => {
    await send('put', `/v1/alerts/{id}/${mutedAt === null ? 'mute' : 'unmute'}`, { path: { id } });
    loaded.reload();
  };
  const id = query.get('id');
  return (
    <>
      <Show of={loaded}>
        {({ counts, items, at }) => {
          const of = (name: string): number =>
            counts.reduce((sum, row) => (row.state === name ? sum + row.count : sum), 0);
          return (
            <>
              <Head title="Alerts">
                <span class="dim">
                  {countOf(of('open'))} open, {countOf(of('resolved'))} resolved, {countOf(of('found'))} found
                </span>
              </Head>
              <FilterForm page="alerts">
                <Choice label="State" name="state" values={alertStates} chosen={state} />
                <Choice label="Kind" name="kind" values={alertKinds} chosen={kind} />
              </FilterForm>
              <Table
                columns={alertColumns(at, change)}
                rows={items.toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'))}
                caption="Alerts, the open ones first"
                empty={
                  counts.length === 0
                    ? 'No alert yet: `newshawk watch` looks for troubles every minute; docs/alerts.md has the rules.'
                    : 'No alert matches.'
                }
              />
              {items.length === shownAlerts && (
                <p class="dim note">The {countOf(shownAlerts)} that opened last are shown: filter by state or kind.</p>
              )}
            </>
          );
        }}
      </Show>
      <Panel title="Deliveries to receivers">
        <DeliveryTable state={query.get('deliveries') ?? ''} />
      </Panel>
      {id !== null && <AlertDialog key={id} id={id} change={change} />}
    </>
  );
}
