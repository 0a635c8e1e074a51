import { type ApiSchemas, read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { Choice } from '../../parts/choice.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { Badge, OutLink, Show } from '../../parts/inline.tsx';
import { offsetIn, Pager } from '../../parts/pager.tsx';
import { Head } from '../../parts/panel.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import type { PageProps } from '../../shell/page-props.ts';
import { here } from '../../shell/route.ts';
import { RecordDialog, titleOf } from './record-dialog.tsx';

const pageSize = 50;
type RecordBrief = ApiSchemas['RecordBrief'];

/** The records that scrapers declare. */
export function RecordsPage({ query }: PageProps) {
  const [site, kind, state] = ['site', 'kind', 'state'].map((name) => query.get(name) ?? '');
  const offset = offsetIn(query);
  const loaded = useData(`records ${site} ${kind} ${state} ${offset}`, async (signal) => {
    const [records, kinds, { at }] = await Promise.all([
      read('/v1/records', { query: { site, kind, state, limit: pageSize, offset }, signal }),
      read('/v1/record-kinds', { signal }),
      read('/v1/stats', { signal }),
    ]);
    return { records, kinds: kinds.items, at };
  });
  const id = query.get('id');
  return (
    <>
      <Show of={loaded}>
        {({ records: { total, items }, kinds, at }) => (
          <>
            <Head title="Records">
              <span class="dim">{countOf(total)} found</span>
            </Head>
            <FilterForm page="records">
              <Choice
                label="Site"
                name="site"
                values={kinds.map((row) => row.site).sort()}
                chosen={site ?? ''}
                all="any"
              />
              <Choice
                label="Kind"
                name="kind"
                values={kinds.map((row) => row.kind).sort()}
                chosen={kind ?? ''}
                all="any"
              />
              <Choice label="State" name="state" values={['listed', 'gone']} chosen={state ?? ''} all="any" />
            </FilterForm>
            <Table
              columns={columns(at)}
              rows={items}
              caption="Records, the last changed first"
              empty="No records. A scraper declares them: records: { … }."
            />
            <Pager offset={offset} size={pageSize} total={total} />
          </>
        )}
      </Show>
      {id !== null && <RecordDialog key={id} id={id} />}
    </>
  );
}

const columns = (now: string): readonly TableColumn<RecordBrief>[] => [
  [
    'Record',
    ({ id, values }) => (
      <a class="link title" data-item href={here({ id })}>
        {titleOf(values)}
      </a>
    ),
    'wide',
  ],
  ['Kind', ({ kind }) => kind],
  ['Site', ({ site, url }) => <OutLink to={url}>{site}</OutLink>],
  ['State', ({ goneAt }) => <Badge text={goneAt === null ? 'listed' : 'gone'} />],
  ['Changes', ({ changes }) => countOf(changes), 'number'],
  ['Changed', ({ changedAt }) => <When at={changedAt} now={now} />, 'nowrap'],
  ['Seen', ({ lastSeenAt }) => <When at={lastSeenAt} now={now} />, 'nowrap'],
];
