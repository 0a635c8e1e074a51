import type { AnswerOf } from '../../data/api.ts';
import { Badge } from '../../parts/inline.tsx';
import type { TableColumn } from '../../parts/table.tsx';
import { bytes, countOf } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { here } from '../../shell/route.ts';

export type Worker = AnswerOf<'/v1/workers'>['items'][number];

export const workerColumns = (now: string): readonly TableColumn<Worker>[] => [
  [
    'Process',
    ({ owner, name, version }) => (
      <>
        <a href={here({ id: owner })} data-item>
          {name}
        </a>
        <div class="dim small">{version === null ? 'version unknown' : `newshawk ${version}`}</div>
      </>
    ),
    'address',
  ],
  ['Role', (worker) => <Role worker={worker} />],
  [
    'Last beat',
    ({ at, startedAt }) => (
      <>
        <When at={at} now={now} />
        <div class="dim small">
          began <When at={startedAt} now={now} />
        </div>
      </>
    ),
  ],
  ['Pages', ({ pages }) => countOf(pages), 'number'],
  ['Pages/s', ({ isSilent, pagesPerSecond }) => (isSilent ? '–' : pagesPerSecond.toFixed(1)), 'number'],
  [
    'Browser pages',
    ({ load: { browserPages } }) => `${countOf(browserPages.running)} of ${countOf(browserPages.limit)}`,
    'number',
  ],
  ['Memory', ({ load }) => bytes(load.nodeBytes + (load.browserBytes ?? 0)), 'number'],
  ['Hosts', ({ hosts }) => countOf(hosts), 'number'],
  ['Limited by', ({ load: { limitedBy } }) => limitedBy],
];

/** What it does, and what is wrong with it. */
export const Role = ({ worker: { kind, leads, isSilent, queueAwaySince, load } }: { readonly worker: Worker }) => (
  <span class="badges">
    {kind}
    {isSilent && <Badge text="silent" kind="failed" />}
    {leads.map((role) => (
      <Badge text={role === 'watch' ? 'leader' : `leads ${role}`} kind="stored" />
    ))}
    {queueAwaySince !== null && <Badge text="queue away" kind="failed" />}
    {load.browser?.state === 'absent' && <Badge text="no browser" kind="failed" />}
  </span>
);
