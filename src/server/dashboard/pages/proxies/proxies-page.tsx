import { read } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Choice } from '../../parts/choice.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { Show } from '../../parts/inline.tsx';
import { Head, Panel } from '../../parts/panel.tsx';
import { bytes, countOf, plural } from '../../parts/texts.ts';
import type { PageProps } from '../../shell/page-props.ts';
import { checkOf, ListedProxies, type ProxyStandings } from './listed-proxies.tsx';
import { Matrix } from './matrix.tsx';
import { matrixOf } from './use-matrix.ts';

/** What each proxy did for each site, and the proxies of lists with their checks. */
export function ProxiesPage({ query }: PageProps) {
  const loaded = useData('proxies', async (signal) => ({
    ...(await read('/v1/proxies', { signal })),
    at: (await read('/v1/stats', { signal })).at,
  }));
  useLive(['visit.ended'], loaded.reload);
  const [words = '', site = '', fault = ''] = ['q', 'site', 'check'].map((name) => query.get(name) ?? '');
  return (
    <Show of={loaded}>
      {({ total, good, waiting, items, uses, at }) => {
        const sites = [...new Set(uses.map((use) => use.site))].sort();
        const matrix = matrixOf(uses, { words, site });
        return (
          <>
            <Head title="Proxies">
              <span class="dim">
                {total === 0 ? 'no proxies from lists' : `${countOf(good)} of ${countOf(total)} from lists are good`},{' '}
                {bytes(bytesOf(uses))} through proxies in seven days
              </span>
            </Head>
            {waiting > 0 && (
              <p class="banner">
                {plural(waiting, 'page waits', 'pages wait')} for a proxy: none is good, or all have brought their bytes
                of the day.
              </p>
            )}
            <FilterForm page="proxies">
              <label>
                Words
                <input type="search" name="q" value={words} maxLength={200} placeholder="in the proxy" />
              </label>
              <Choice label="Site" name="site" values={sites} chosen={site} />
              <Choice label="Check" name="check" values={checksOf(items)} chosen={fault} />
            </FilterForm>
            <Panel title="Proxies and sites, the last seven days (UTC)">
              <Matrix matrix={matrix} isFiltered={words !== '' || site !== ''} />
            </Panel>
            <Panel title="Proxies of lists">
              <ListedProxies items={items} words={words} check={fault} now={at} />
            </Panel>
          </>
        );
      }}
    </Show>
  );
}

const bytesOf = (uses: ProxyStandings['uses']): number =>
  uses.reduce((sum, use) => (use.proxy === 'direct' ? sum : sum + use.bytes), 0);

const checksOf = (items: ProxyStandings['items']): readonly string[] => [...new Set(items.map(checkOf))].sort();
