import { type ApiSchemas, read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { OutLink, Show } from '../../parts/inline.tsx';
import { ValueFacts, valuesText } from '../../parts/own-values.tsx';
import { Table } from '../../parts/table.tsx';
import { localTime } from '../../parts/texts.ts';
import { LocalTime } from '../../parts/when.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { go, here } from '../../shell/route.ts';

const titleLength = 160;

/** The first texts of a record name it best. */
export function titleOf(values: ApiSchemas['Record']['values']): string {
  const texts = Object.values(values).filter((value): value is string => typeof value === 'string' && value !== '');
  return (
    texts.slice(0, 2).join(' · ').slice(0, titleLength) || valuesText(values).slice(0, titleLength) || '(no values)'
  );
}

/** One record with its changes. */
export function RecordDialog({ id }: { readonly id: string }) {
  const loaded = useData(`record ${id}`, (signal) => read('/v1/records/{id}', { path: { id }, signal }));
  const { data } = loaded;
  return (
    <Dialog title={data === null ? 'Record' : titleOf(data.values)} close={() => go(here({ id: null }))}>
      <Show of={loaded}>{(record) => <RecordFacts record={record} />}</Show>
    </Dialog>
  );
}

function RecordFacts({ record }: { readonly record: ApiSchemas['Record'] }) {
  const { kind, site, key, goneAt, values, changes, history, listedOn } = record;
  return (
    <>
      <p class="dim">
        {kind} of {site}, {goneAt === null ? 'listed' : `gone since ${localTime(goneAt)}`}, key {key}
      </p>
      <ValueFacts values={values} />
      <h3>
        {changes > history.length ? `Changes: ${changes}, the last ${history.length} are kept` : `Changes: ${changes}`}
      </h3>
      <Table
        columns={[
          ['When', ({ at }) => <LocalTime at={at} />, 'nowrap'],
          ['Before', ({ before }) => valuesText(before), 'wide'],
          ['After', ({ after }) => valuesText(after), 'wide'],
        ]}
        rows={history.toReversed()}
        caption="What changed, newest first"
        empty="No value has changed."
      />
      <h3>Listed on</h3>
      <ul>
        {listedOn.length === 0 ? (
          <li>no page</li>
        ) : (
          listedOn.map(({ url }) => (
            <li key={url}>
              <OutLink to={url} />
            </li>
          ))
        )}
      </ul>
    </>
  );
}
