import { read, send } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Choice } from '../../parts/choice.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { Show } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import type { PageProps } from '../../shell/page-props.ts';
import type { SourceRow } from './source.ts';
import { sourceColumns } from './source-columns.tsx';
import { SourceDialog } from './source-dialog.tsx';

/** Sources with the state of their polls. */
export function SourcesPage({ query }: PageProps) {
  const loaded = useData('sources', async (signal) => ({
    sources: (await read('/v1/sources', { signal })).items,
    at: (await read('/v1/stats', { signal })).at,
  }));
  useLive(['source.changed'], loaded.reload);
  const [words, site, state, kind] = ['q', 'site', 'state', 'kind'].map((name) => query.get(name) ?? '');
  const id = query.get('id');
  const change = async (source: SourceRow, verb: 'pause' | 'resume'): Promise<void> => {
    await send('put', `/v1/sources/{id}/${verb}`, { path: { id: source.id } });
    loaded.reload();
  };
  return (
    <>
      <Show of={loaded}>
        {({ sources, at }) => {
          const shown = sources.filter(
            (source) =>
              (words === '' || source.url.toLowerCase().includes((words ?? '').toLowerCase())) &&
              (site === '' || source.site === site) &&
              (state === '' || source.state === state) &&
              (kind === '' || source.kind === kind),
          );
          return (
            <>
              <Head title="Sources">
                <span class="dim">
                  {shown.length === sources.length
                    ? countOf(sources.length)
                    : `${countOf(shown.length)} of ${countOf(sources.length)}`}
                </span>
              </Head>
              <FilterForm page="sources">
                <label>
                  Words
                  <input type="search" name="q" value={words} maxLength={200} placeholder="in the address" />
                </label>
                <Choice
                  label="Site"
                  name="site"
                  values={sources.map((source) => source.site).sort()}
                  chosen={site ?? ''}
                />
                <Choice label="State" name="state" values={states} chosen={state ?? ''} />
                <Choice label="Kind" name="kind" values={['listing', 'feed', 'sitemap']} chosen={kind ?? ''} />
              </FilterForm>
              <Table
                columns={sourceColumns(at, change)}
                rows={shown}
                caption="Sources with their next poll"
                empty={
                  sources.length === 0
                    ? 'No sources yet: they appear with the first crawl, or by `newshawk sources add`.'
                    : 'No source matches.'
                }
              />
            </>
          );
        }}
      </Show>
      {id !== null && <SourceDialog key={id} id={id} now={loaded.data?.at ?? null} />}
    </>
  );
}

const states = ['paused', 'new', 'failing', 'due', 'waiting'];
