import { useState } from 'preact/hooks';
import type { ApiSchemas } from '../../data/api.ts';
import { Badge, Coded } from '../../parts/inline.tsx';
import type { TableColumn } from '../../parts/table.tsx';
import { countOf, span } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { address, here } from '../../shell/route.ts';
import { type SourceRow, tuningTexts, whyThen } from './source.ts';

export type ChangeSource = (source: SourceRow, verb: 'pause' | 'resume') => Promise<void>;

export const sourceColumns = (now: string, change: ChangeSource): readonly TableColumn<SourceRow>[] => [
  [
    'Source',
    ({ id, url, kind }) => (
      <>
        <a href={here({ id })} data-item>
          {url}
        </a>
        <div class="dim small">{kind}</div>
      </>
    ),
    'wide address',
  ],
  ['Site', ({ site }) => <a href={address('articles', { site })}>{site}</a>],
  ['State', (source) => <State key={source.id} source={source} change={change} />, 'nowrap'],
  ['Next poll', (source) => <NextPoll source={source} now={now} />, 'why'],
  ['Interval', (source) => <Interval source={source} />],
  [
    'Last poll',
    ({ lastPolledAt, lastVisit }) => (
      <>
        <When at={lastPolledAt} now={now} />
        <div>
          <PollResult visit={lastVisit} />
        </div>
      </>
    ),
  ],
];

/** The state, and a button that pauses the source or resumes it. */
function State({ source, change }: { readonly source: SourceRow; readonly change: ChangeSource }) {
  const [mistake, setMistake] = useState('');
  const verb = source.state === 'paused' ? 'resume' : 'pause';
  const act = (): void => {
    change(source, verb).then(
      () => setMistake(''),
      (error: Error) => setMistake(error.message),
    );
  };
  return (
    <>
      <Badge text={source.state} />{' '}
      <button type="button" class="link" aria-label={`${verb} ${source.url}`} onClick={act}>
        {verb}
      </button>
      {mistake !== '' && <span role="alert"> {mistake}</span>}
    </>
  );
}

const NextPoll = ({ source, now }: { readonly source: SourceRow; readonly now: string }) => (
  <>
    {source.state === 'paused' ? (
      <span class="dim">paused</span>
    ) : new Date(source.nextPollAt) <= new Date(now) ? (
      'when a crawl runs'
    ) : (
      <When at={source.nextPollAt} now={now} />
    )}
    <div class="dim small">
      <Coded text={whyThen(source, now)} />
    </div>
  </>
);

/** The interval that polling has adapted, and the configured one; below, what tuning has learned. */
function Interval({ source }: { readonly source: SourceRow }) {
  const { intervalMs, baseIntervalMs } = source;
  const learned = tuningTexts(source);
  return (
    <>
      {span(intervalMs)}
      {intervalMs !== baseIntervalMs && <span class="dim"> (base {span(baseIntervalMs)})</span>}
      {learned.length > 0 && <div class="dim">{learned.join(', ')}</div>}
    </>
  );
}

/** How a poll ended. */
export const PollResult = ({ visit }: { readonly visit: ApiSchemas['Visit'] | null }) =>
  visit === null ? (
    <span class="dim">no record</span>
  ) : (
    <>
      <span class="nowrap">
        <Badge text={visit.outcome} /> {countOf(visit.newLinks)} new
      </span>
      {visit.reason !== null && <span class="dim"> {visit.reason}</span>}
    </>
  );
