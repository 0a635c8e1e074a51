import { read, send } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Badge, Facts, Show } from '../../parts/inline.tsx';
import { countOf } from '../../parts/texts.ts';
import { LocalTime } from '../../parts/when.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { address, go, here } from '../../shell/route.ts';
import { type BeginCrawl, Cancel, GoOn, isJobActive, type Job, sitesText, tookText } from './job.tsx';

/** One crawl with its progress, as it goes. */
export function JobDialog({ id }: { readonly id: string }) {
  const loaded = useData(`job ${id}`, (signal) => read('/v1/jobs/{id}', { path: { id }, signal }));
  useLive(['visit.ended', 'stats'], () => {
    if (loaded.data === null || isJobActive(loaded.data)) loaded.reload();
  });
  const cancel = async (): Promise<void> => {
    await send('delete', '/v1/jobs/{id}', { path: { id } });
    loaded.reload();
  };
  const begin: BeginCrawl = async (payload) => {
    await send('post', '/v1/crawl', { body: payload });
    loaded.reload();
  };
  return (
    <Dialog title={`Crawl ${id}`} close={() => go(here({ id: null }))}>
      <Show of={loaded}>{(job) => <JobFacts job={job} cancel={cancel} begin={begin} />}</Show>
    </Dialog>
  );
}

interface JobFactsProps {
  readonly job: Job;
  readonly cancel: () => Promise<void>;
  readonly begin: BeginCrawl;
}

function JobFacts({ job, cancel, begin }: JobFactsProps) {
  const { id, kind, state, startedAt, finishedAt, owner, sites, progress, ended, message, isResumable } = job;
  return (
    <>
      {progress !== null && <Progress progress={progress} isActive={isJobActive(job)} />}
      <Facts
        rows={[
          [
            'State',
            <>
              <Badge text={state} /> {message ?? ended} {isJobActive(job) && <Cancel job={job} cancel={cancel} />}
            </>,
          ],
          ['Kind', kind],
          ['Began', <LocalTime key="began" at={startedAt} />],
          ['Took', finishedAt === null ? 'it has not ended' : tookText(startedAt, finishedAt)],
          ['Sites', sitesText(sites)],
          ['Process', <code key="owner">{owner}</code>],
          ...(isResumable
            ? ([
                [
                  'Go on',
                  <>
                    <GoOn id={id} begin={begin} />, or <code>newshawk crawl --resume --run {id}</code>
                  </>,
                ],
              ] as const)
            : []),
          [
            'As it happens',
            <a key="log" href={address('log')}>
              live log
            </a>,
          ],
          ['Its pages', <code key="visits">newshawk visits --run {id}</code>],
        ]}
      />
    </>
  );
}

/** Pages that are done, of those known. */
function Progress({
  progress: { pages, stored, failed, left },
  isActive: runs,
}: {
  readonly progress: NonNullable<Job['progress']>;
  readonly isActive: boolean;
}) {
  return (
    <p aria-live="polite">
      <strong>{countOf(pages)}</strong> pages, {countOf(stored)} articles stored, {countOf(failed)} failed
      {left !== null && `, ${countOf(left)} left`}
      {runs && left !== null && (
        <progress max={Math.max(1, pages + left)} value={pages} aria-label="Pages done of those known" />
      )}
    </p>
  );
}
