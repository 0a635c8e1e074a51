import type { ComponentChildren } from 'preact';
import { read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { Facts, OutLink, Show } from '../../parts/inline.tsx';
import { plural } from '../../parts/texts.ts';
import { LocalTime } from '../../parts/when.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { address, go, here } from '../../shell/route.ts';
import { type AlertRow, type ChangeAlert, Mute, StateBadge } from './alert-columns.tsx';

/** One alert with its evidence. */
export function AlertDialog({ id, change }: { readonly id: string; readonly change: ChangeAlert }) {
  const loaded = useData(`alert ${id}`, (signal) => read('/v1/alerts/{id}', { path: { id }, signal }));
  return (
    <Dialog title={loaded.data?.title ?? 'Alert'} close={() => go(here({ id: null }))}>
      <Show of={loaded}>
        {(alert) => (
          <>
            <Facts
              rows={factsOf(alert, async (changed) => {
                await change(changed);
                loaded.reload();
              })}
            />
            <h3>Evidence</h3>
            {Object.keys(alert.evidence).length === 0 ? (
              <p class="empty">Its rule stores none.</p>
            ) : (
              <Facts
                rows={Object.entries(alert.evidence).map(([name, value]) => [name, <Value key={name} value={value} />])}
              />
            )}
          </>
        )}
      </Show>
    </Dialog>
  );
}

type FactRows = readonly (readonly [string, ComponentChildren])[];

function factsOf(alert: AlertRow, change: ChangeAlert): FactRows {
  const { id, kind, rule, site, times, openedAt, lastSeenAt, resolvedAt, resolution, mutedAt, toldAt, toldTo } = alert;
  return [
    ['State', <StateBadge key="state" alert={alert} />],
    ['Rule', rule === kind ? kind : `${rule} (${kind})`],
    ['About', <Subject key="about" alert={alert} />],
    ...(site === null
      ? []
      : ([
          [
            'Site',
            <a key="site" href={address('articles', { site })}>
              {site}
            </a>,
          ],
        ] as FactRows)),
    [
      'Opened',
      <>
        <LocalTime at={openedAt} />, {plural(times, 'time')} in all
      </>,
    ],
    ['Last seen', <LocalTime key="seen" at={lastSeenAt} />],
    [
      'Resolved',
      resolvedAt === null ? (
        'not yet'
      ) : (
        <>
          <LocalTime at={resolvedAt} />: {resolution ?? 'no reason is stored'}
        </>
      ),
    ],
    [
      'Told',
      toldAt === null ? (
        'nobody yet'
      ) : (
        <>
          <LocalTime at={toldAt} />: {toldTo.join(', ') || 'nobody'}
        </>
      ),
    ],
    [
      'Muted',
      <>
        {mutedAt === null ? (
          'no '
        ) : (
          <>
            <LocalTime at={mutedAt} />{' '}
          </>
        )}
        <Mute alert={alert} change={change} />
      </>,
    ],
    ['In a terminal', <code key="show">newshawk alerts show {id}</code>],
  ];
}

/** What it is about, with the page that has more. */
function Subject({ alert: { kind, subject } }: { readonly alert: AlertRow }) {
  if (subject === '') return <>the whole store</>;
  const page = pageOf[kind];
  return page === undefined ? (
    <span>{subject}</span>
  ) : (
    <a href={address(page, { [page === 'failures' || page === 'wrappers' ? 'site' : 'id']: subject })}>{subject}</a>
  );
}

const pageOf: Readonly<Partial<Record<AlertRow['kind'], string>>> = {
  'source-silent': 'sources',
  'source-failing': 'sources',
  'site-failing': 'failures',
  drift: 'wrappers',
  story: 'articles',
  search: 'articles',
};

/** A value of the evidence: numbers and texts; an address becomes a link. */
const Value = ({ value }: { readonly value: string | number | boolean | null }) =>
  typeof value === 'string' && /^https?:\/\//.test(value) ? (
    <OutLink to={value} />
  ) : (
    <span>{value === null ? '–' : String(value)}</span>
  );
