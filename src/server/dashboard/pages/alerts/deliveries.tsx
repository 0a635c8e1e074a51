import { useState } from 'preact/hooks';
import { type AnswerOf, read, send } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Badge, Show } from '../../parts/inline.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { countOf, plural } from '../../parts/texts.ts';
import { LocalTime } from '../../parts/when.tsx';
import { here } from '../../shell/route.ts';

type Delivery = AnswerOf<'/v1/webhooks'>['items'][number];
type DeliveryList = AnswerOf<'/v1/webhooks'>;

const states = ['waiting', 'failed', 'delivered'] as const;

/** What receivers were sent. @param state only these; empty: all */
export function DeliveryTable({ state }: { readonly state: string }) {
  const loaded = useData(`deliveries ${state}`, (signal) =>
    read('/v1/webhooks', { query: { state, limit: 50 }, signal }),
  );
  useLive(['stats'], loaded.reload);
  return (
    <Show of={loaded}>
      {({ counts, items }) => {
        const sum = (wanted: string): number =>
          counts.reduce((all, row) => (row.state === wanted ? all + row.count : all), 0);
        return counts.length === 0 ? (
          <p class="empty">
            Nothing was sent yet. Receivers are named by <code>NEWSHAWK_WEBHOOKS</code>,{' '}
            <code>NEWSHAWK_CHAT_WEBHOOKS</code> and <code>NEWSHAWK_MAIL_TO</code> (docs/webhooks.md).
          </p>
        ) : (
          <>
            <nav class="chips" aria-label="State of deliveries">
              {['', ...states].map((name) => (
                <a
                  key={name}
                  href={here({ deliveries: name })}
                  class="pill"
                  aria-current={name === state ? 'true' : undefined}
                >
                  {name === '' ? 'all' : `${name} ${countOf(sum(name))}`}
                </a>
              ))}
            </nav>
            <Retry open={sum('waiting') + sum('failed')} reload={loaded.reload} />
            <h3>Receivers</h3>
            <Table columns={receiverColumns} rows={receiversOf(counts)} caption="Receivers with their deliveries" />
            <h3>Newest deliveries</h3>
            <Table
              columns={deliveryColumns}
              rows={items}
              caption="Deliveries, the newest event first"
              empty={`None is ${state}.`}
            />
          </>
        );
      }}
    </Show>
  );
}

/** Sends again what has not arrived. @param open deliveries that wait or have failed */
function Retry({ open, reload }: { readonly open: number; readonly reload: () => void }) {
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const act = (): void => {
    setBusy(true);
    send('post', '/v1/webhooks/retry', {})
      .then(
        ({ waiting, taken }) => {
          setSaid(`${plural(taken, 'delivery was', 'deliveries were')} taken of ${countOf(waiting)} that were tried.`);
          reload();
        },
        (error: Error) => setSaid(error.message),
      )
      .finally(() => setBusy(false));
  };
  if (open === 0 && said === '') return null;
  return (
    <p>
      <button type="button" disabled={isBusy || open === 0} onClick={act}>
        {isBusy ? 'They are sent …' : 'Send again what waits or has failed'}
      </button>{' '}
      <span role="status">{said}</span>
    </p>
  );
}

interface Receiver {
  readonly receiver: string;
  readonly of: Readonly<Partial<Record<Delivery['state'], number>>>;
}

const receiversOf = (counts: DeliveryList['counts']): readonly Receiver[] =>
  [...Map.groupBy(counts, ({ receiver }) => receiver)].map(([receiver, rows]) => ({
    receiver,
    of: Object.fromEntries(rows.map((row) => [row.state, row.count])),
  }));

const receiverColumns: readonly TableColumn<Receiver>[] = [
  ['Receiver', ({ receiver }) => receiver, 'address'],
  ['Waiting', ({ of }) => countOf(of.waiting ?? 0), 'number'],
  ['Failed', ({ of }) => countOf(of.failed ?? 0), 'number'],
  ['Delivered', ({ of }) => countOf(of.delivered ?? 0), 'number'],
];

const deliveryColumns: readonly TableColumn<Delivery>[] = [
  ['Event', ({ event: { type } }) => type, 'nowrap'],
  ['Happened', ({ event: { at } }) => <LocalTime at={at} />],
  ['Receiver', ({ receiver }) => receiver, 'address'],
  ['State', ({ state }) => <Badge text={state} />],
  ['Attempts', ({ attempts }) => countOf(attempts), 'number'],
  [
    'Next attempt',
    ({ state, nextAt }) => (state === 'waiting' ? <LocalTime at={nextAt} /> : <span class="dim">none</span>),
  ],
  ['Why not', ({ detail }) => detail, 'address'],
];
