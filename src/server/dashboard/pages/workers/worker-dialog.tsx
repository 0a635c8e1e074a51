import { Facts } from '../../parts/inline.tsx';
import { bytes, countOf, plural, span } from '../../parts/texts.ts';
import { LocalTime, When } from '../../parts/when.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { address, go, here } from '../../shell/route.ts';
import { Role, type Worker } from './worker-columns.tsx';

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** One process. @param worker null: it is not known, or not any more @param at the server's time */
export const WorkerDialog = ({ worker, at }: { readonly worker: Worker | null; readonly at: string }) => (
  <Dialog title={worker?.name ?? 'Process'} close={() => go(here({ id: null }))}>
    {worker === null ? (
      <p class="empty">This process has ended: only those that run, or died within a day, are known.</p>
    ) : (
      <Facts rows={factsOf(worker, at)} />
    )}
  </Dialog>
);

function factsOf(worker: Worker, now: string): Parameters<typeof Facts>[0]['rows'] {
  const { owner, run, version, startedAt, at, pages, failures, pagesPerSecond, hosts, queueAwaySince, load } = worker;
  const { fetches, browserPages, browser } = load;
  return [
    ['Role', <Role key="role" worker={worker} />],
    ['Run', <code key="run">{run}</code>],
    ['Owner', <code key="owner">{owner}</code>],
    ['Version', version ?? 'unknown: an older version wrote this'],
    ['Since', <LocalTime key="since" at={startedAt} />],
    ['Last beat', <When key="at" at={at} now={now} />],
    ['Pages', `${countOf(pages)}, ${pagesPerSecond.toFixed(1)} per second, ${countOf(failures)} failed`],
    ['Hosts held', countOf(hosts)],
    [
      'Queue',
      queueAwaySince === null ? (
        'answers, or there is none'
      ) : (
        <>
          has not answered since <LocalTime at={queueAwaySince} />
        </>
      ),
    ],
    ['Fetches', `${countOf(fetches.running)} of ${countOf(fetches.limit)}`],
    [
      'Browser',
      `${browser?.state ?? 'unknown'}; ${countOf(browserPages.running)} of ${countOf(browserPages.limit)} pages, ${countOf(browserPages.waiting)} wait; ${plural(load.contexts, 'context')}, ${plural(load.launches, 'start')}`,
    ],
    [
      'Memory',
      `${bytes(load.nodeBytes)} its own, ${load.browserBytes === null ? 'unknown' : bytes(load.browserBytes)} of its child processes; ${percent(load.freeMemory)} of the machine are free`,
    ],
    ['Load', `CPU ${percent(load.cpu)}, event loop ${percent(load.loop)}, p99 ${span(load.loopDelayP99Ms)}`],
    ['Limited by', load.limitedBy],
    [
      'Held back',
      `${plural(load.restingHosts, 'host rests', 'hosts rest')}, ${plural(load.throttled, 'answer')} said 429 or 503`,
    ],
    [
      'Failures',
      <a key="failures" href={address('failures')}>
        open failures
      </a>,
    ],
  ];
}
