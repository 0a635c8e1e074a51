import { read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { Show } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import type { PageProps } from '../../shell/page-props.ts';
import { here } from '../../shell/route.ts';
import { SiteWrappers } from './site-wrappers.tsx';
import { DriftBanner, StateBadges } from './state.tsx';
import { liveVersion, type WrapperSite } from './wrapper.ts';

/** The learned sites, or one of them. */
export function WrappersPage({ query }: PageProps) {
  const site = query.get('site');
  return site === null ? <Sites /> : <SiteWrappers key={site} name={site} />;
}

function Sites() {
  const loaded = useData('wrappers', async (signal) => ({
    sites: await read('/v1/wrappers', { signal }),
    at: (await read('/v1/stats', { signal })).at,
  }));
  return (
    <Show of={loaded}>
      {({ sites: { total, items }, at }) => (
        <>
          <Head title="Wrappers">
            <span class="dim">{countOf(total)}</span>
          </Head>
          {items.map((learning) => learning.state === 'drift' && <DriftBanner site={learning} now={at} />)}
          <Table
            columns={columns(at)}
            rows={items}
            caption="Sites that are learned, with their live wrapper"
            empty="Nothing is learned yet: a site needs five articles. `newshawk crawl` reads some."
          />
        </>
      )}
    </Show>
  );
}

const columns = (now: string): readonly TableColumn<WrapperSite>[] => [
  [
    'Site',
    ({ site }) => (
      <a href={here({ site })} data-item>
        {site}
      </a>
    ),
    'wide address',
  ],
  ['State', (learning) => <StateBadges site={learning} />],
  ['Live', ({ live }) => live ?? '–', 'number'],
  ['Pages', (learning) => countOf(liveVersion(learning)?.pages ?? learning.samples), 'number'],
  ['Corrected', (learning) => countOf(liveVersion(learning)?.correctedPages ?? 0), 'number'],
  ['Changes of layout', ({ drifts }) => countOf(drifts), 'number'],
  ['Detail', ({ detail }) => detail],
  ['Updated', ({ updatedAt }) => <When at={updatedAt} now={now} />, 'nowrap'],
];
