import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../data/api.ts';
import { Badge } from '../../parts/inline.tsx';
import type { TableColumn } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { here } from '../../shell/route.ts';

/** An alert. */
export type AlertRow = AnswerOf<'/v1/alerts/{id}'>;

export type ChangeAlert = (alert: AlertRow) => Promise<void>;

export const alertColumns = (now: string, change: ChangeAlert): readonly TableColumn<AlertRow>[] => [
  [
    'Alert',
    ({ id, title, rule, kind }) => (
      <>
        <a class="title" href={here({ id })} data-item>
          {title}
        </a>
        <div class="dim small">
          {kind}
          {rule !== kind && `, rule ${rule}`}
        </div>
      </>
    ),
    'wide address',
  ],
  ['State', (alert) => <StateBadge alert={alert} />, 'nowrap'],
  ['Site', ({ site }) => site, 'address'],
  [
    'Opened',
    ({ openedAt, times }) => (
      <>
        <When at={openedAt} now={now} />
        {times > 1 && <div class="dim small">{countOf(times)} times</div>}
      </>
    ),
  ],
  ['Last seen', ({ lastSeenAt }) => <When at={lastSeenAt} now={now} />],
  [
    'Resolved',
    ({ resolvedAt, resolution }) =>
      resolvedAt === null ? null : (
        <>
          <When at={resolvedAt} now={now} />
          <div class="dim small">{resolution}</div>
        </>
      ),
  ],
  ['Told', ({ toldAt, toldTo }) => <Told toldAt={toldAt} toldTo={toldTo} now={now} />],
  ['Mute', (alert) => <Mute key={alert.id} alert={alert} change={change} />, 'nowrap'],
];

export const StateBadge = ({ alert: { state, mutedAt } }: { readonly alert: AlertRow }) => (
  <span class="badges">
    <Badge text={state} kind={state === 'open' ? 'failed' : state} />
    {mutedAt !== null && <Badge text="muted" />}
  </span>
);

const Told = ({
  toldAt,
  toldTo,
  now,
}: {
  readonly toldAt: AlertRow['toldAt'];
  readonly toldTo: AlertRow['toldTo'];
  readonly now: string;
}) =>
  toldAt === null ? (
    <span class="dim">nobody yet</span>
  ) : (
    <>
      <When at={toldAt} now={now} />
      <div class="dim small">{toldTo.length === 1 ? '1 receiver' : `${countOf(toldTo.length)} receivers`}</div>
    </>
  );

/** A button that mutes the alert, or lets it speak again. */
export function Mute({ alert, change }: { readonly alert: AlertRow; readonly change: ChangeAlert }) {
  const [mistake, setMistake] = useState('');
  const verb = alert.mutedAt === null ? 'mute' : 'unmute';
  const act = (): void => {
    change(alert).then(
      () => setMistake(''),
      (error: Error) => setMistake(error.message),
    );
  };
  return (
    <>
      <button type="button" class="link" aria-label={`${verb}: ${alert.title}`} onClick={act}>
        {verb}
      </button>
      {mistake !== '' && <span role="alert"> {mistake}</span>}
    </>
  );
}
