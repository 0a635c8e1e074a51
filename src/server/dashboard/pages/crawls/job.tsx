import { useState } from 'preact/hooks';
import type { Run } from '../../../../model/crawl/run.ts';
import type { Json } from '../../data/json.ts';
import { Badge } from '../../parts/badge.tsx';
import type { TableColumn } from '../../parts/table.tsx';
import { plural, span } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { here } from '../../shell/route.ts';

/** A crawl as GET /v1/jobs has it. */
export interface Job extends Json<Run> {
  readonly state: 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  /** Null: it was not counted. */
  readonly progress: {
    readonly pages: number;
    readonly stored: number;
    readonly failed: number;
    readonly left: number | null;
  } | null;
  readonly ended: string | null;
  readonly message: string | null;
  readonly isResumable: boolean;
}

export const isActive = ({ state }: Pick<Job, 'state'>): boolean => state === 'running' || state === 'cancelling';

export type CancelJob = (job: Job) => Promise<void>;

export const jobColumns = (now: string, cancel: CancelJob): readonly TableColumn<Job>[] => [
  [
    'Crawl',
    ({ id, kind }) => (
      <>
        <a href={here({ id })} data-item>
          {id}
        </a>
        <div class="dim small">{kind}</div>
      </>
    ),
  ],
  [
    'State',
    (job) => (
      <>
        <Badge text={job.state} />
        {job.isResumable && <div class="dim small">can go on</div>}
      </>
    ),
  ],
  ['Began', ({ startedAt }) => <When at={startedAt} now={now} />, 'nowrap'],
  ['Took', ({ startedAt, finishedAt }) => (finishedAt === null ? null : tookText(startedAt, finishedAt)), 'number'],
  ['Sites', ({ sites }) => sitesText(sites), 'address'],
  ['Ended', ({ ended, message }) => message ?? ended],
  ['Stop', (job) => (isActive(job) ? <Cancel key={job.id} job={job} cancel={cancel} /> : null), 'nowrap'],
];

export const tookText = (from: string, to: string): string => span(new Date(to).getTime() - new Date(from).getTime());

/** Some of many hosts. */
export const sitesText = (sites: Job['sites']): string =>
  sites === null
    ? 'all'
    : sites.length <= 3
      ? sites.join(', ')
      : `${sites.slice(0, 3).join(', ')} and ${plural(sites.length - 3, 'other')}`;

/** Cancels a crawl that this server began; another one says where it runs. */
export function Cancel({ job, cancel }: { readonly job: Job; readonly cancel: CancelJob }) {
  const [mistake, setMistake] = useState('');
  const act = (): void => {
    cancel(job).then(
      () => setMistake(''),
      (error: Error) => setMistake(error.message),
    );
  };
  return (
    <>
      <button
        type="button"
        class="link"
        aria-label={`cancel the crawl ${job.id}`}
        disabled={job.state === 'cancelling'}
        onClick={act}
      >
        {job.state === 'cancelling' ? 'it ends …' : 'cancel'}
      </button>
      {mistake !== '' && <span role="alert"> {mistake}</span>}
    </>
  );
}
