import { useState } from 'preact/hooks';
import type { ApiSchemas, send } from '../../data/api.ts';
import { Badge } from '../../parts/inline.tsx';
import type { TableColumn } from '../../parts/table.tsx';
import { plural, span } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { here } from '../../shell/route.ts';

/** A crawl. */
export type Job = ApiSchemas['Job'];

export const isJobActive = ({ state }: { readonly state: Job['state'] }): boolean =>
  state === 'running' || state === 'cancelling';

export type CancelJob = (job: Job) => Promise<void>;

/** What POST /v1/crawl takes. */
export type WantedCrawl = Parameters<typeof send<'post', '/v1/crawl'>>[2]['body'];

/** Begins a crawl, or goes on with one. */
export type BeginCrawl = (payload: WantedCrawl) => Promise<void>;

export const jobColumns = (now: string, cancel: CancelJob, begin: BeginCrawl): readonly TableColumn<Job>[] => [
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
      </>
    ),
  ],
  ['Began', ({ startedAt }) => <When at={startedAt} now={now} />, 'nowrap'],
  ['Took', ({ startedAt, finishedAt }) => (finishedAt === null ? null : tookText(startedAt, finishedAt)), 'number'],
  ['Sites', ({ sites }) => sitesText(sites), 'address'],
  ['Ended', ({ ended, message }) => message ?? ended],
  [
    'Stop or go on',
    (job) =>
      isJobActive(job) ? (
        <Cancel key={job.id} job={job} cancel={cancel} />
      ) : job.isResumable ? (
        <GoOn key={job.id} id={job.id} begin={begin} />
      ) : null,
    'nowrap',
  ],
];

export const tookText = (from: string, to: string): string => span(new Date(to).getTime() - new Date(from).getTime());

/** Some of many hosts. */
export const sitesText = (sites: Job['sites']): string =>
  sites === null
    ? 'all'
    : sites.length <= 3
      ? sites.join(', ')
      : `${sites.slice(0, 3).join(', ')} and ${plural(sites.length - 3, 'other')}`;

/** Goes on with an interrupted crawl. */
export function GoOn({ id, begin }: { readonly id: string; readonly begin: BeginCrawl }) {
  const [mistake, setMistake] = useState('');
  const [isBusy, setBusy] = useState(false);
  const act = (): void => {
    setBusy(true);
    begin({ run: id })
      .then(
        () => setMistake(''),
        (error: Error) => setMistake(error.message),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button type="button" class="link" aria-label={`go on with the crawl ${id}`} disabled={isBusy} onClick={act}>
        {isBusy ? 'it begins …' : 'go on'}
      </button>
      {mistake !== '' && <span role="alert"> {mistake}</span>}
    </>
  );
}

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
