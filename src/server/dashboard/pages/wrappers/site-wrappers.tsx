import { useState } from 'preact/hooks';
import { read, send } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { CorrectLink, OutLink, Show } from '../../parts/inline.tsx';
import { Head, Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { address } from '../../shell/route.ts';
import { DriftBanner, StateBadges } from './state.tsx';
import { VersionDiff } from './version-diff.tsx';
import { Versions } from './versions.tsx';
import type { WrapperSitePage } from './wrapper.ts';

/** One site: its versions, what differs between them, its corrected and its newest pages. */
export function SiteWrappers({ name }: { readonly name: string }) {
  const [mistake, setMistake] = useState('');
  const loaded = useData(`wrappers of ${name}`, async (signal) => ({
    ...(await read('/v1/wrappers/{site}', { path: { site: name }, signal })),
    at: (await read('/v1/stats', { signal })).at,
  }));
  const change = (verb: 'pin' | 'unpin' | 'rollback', query: { readonly version?: number } = {}): void => {
    send('post', `/v1/wrappers/{site}/${verb}`, { path: { site: name }, query }).then(
      () => {
        setMistake('');
        loaded.reload();
      },
      (error: Error) => setMistake(error.message),
    );
  };
  return (
    <>
      {mistake !== '' && (
        <p class="alert" role="alert">
          {mistake}
        </p>
      )}
      <Show of={loaded}>
        {({ site, pages, corrections, at }) => (
          <>
            <Head title={name}>
              <span>
                <StateBadges site={site} />
              </span>
              <a href={address('wrappers')}>All sites</a>
            </Head>
            {site.state === 'drift' && <DriftBanner site={site} now={at} />}
            <p class="dim">{site.detail}</p>
            <Versions site={site} now={at} change={change} />
            {site.versions.length > 1 && <VersionDiff site={site} />}
            <div class="columns">
              <Corrections corrections={corrections} now={at} />
              <NewestPages pages={pages} now={at} />
            </div>
          </>
        )}
      </Show>
    </>
  );
}

const Corrections = ({
  corrections,
  now,
}: {
  readonly corrections: WrapperSitePage['corrections'];
  readonly now: string;
}) => (
  <Panel title="Corrected pages">
    <Table
      columns={[
        ['Page', ({ url }) => <CorrectLink url={url}>{url}</CorrectLink>, 'wide address'],
        ['What', ({ fields }) => fields.join(', ')],
        [
          'By',
          ({ by, at }) => (
            <>
              {by} <When at={at} now={now} />
            </>
          ),
        ],
      ]}
      rows={corrections}
      caption="Corrected pages"
      empty="None yet: open a page and click what belongs to its text."
    />
  </Panel>
);

const NewestPages = ({ pages, now }: { readonly pages: WrapperSitePage['pages']; readonly now: string }) => (
  <Panel title="Newest pages">
    <Table
      columns={[
        ['Page', ({ url }) => <OutLink to={url} />, 'wide address'],
        ['Read', ({ at }) => <When at={at} now={now} />, 'nowrap'],
        [
          'Correct',
          ({ url }) => (
            <CorrectLink url={url} label={`Correct ${url}`}>
              Correct
            </CorrectLink>
          ),
        ],
      ]}
      rows={pages.slice(0, 20)}
      caption="The newest pages that are learned from"
      empty="No article was read yet."
    />
  </Panel>
);
