import { type ApiSchemas, read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { Badge, CorrectLink, Facts, OutLink, Show } from '../../parts/inline.tsx';
import { localTime } from '../../parts/texts.ts';
import { LocalTime } from '../../parts/when.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { go, here } from '../../shell/route.ts';
import { FailureLogs } from './failure-logs.tsx';
import { FailurePlay } from './failure-play.tsx';
import { FailureSnapshot } from './failure-snapshot.tsx';
import { ReplayPanel } from './replay.tsx';

/** One failure with its bundle. */
export function FailureDialog({ id }: { readonly id: string }) {
  const loaded = useData(`failure ${id}`, (signal) => read('/v1/failures/{id}', { path: { id }, signal }));
  const { data } = loaded;
  return (
    <Dialog title={data === null ? 'Failure' : `${data.reason} on ${data.site}`} close={() => go(here({ id: null }))}>
      <Show of={loaded}>{(failure) => <Bundle failure={failure} />}</Show>
    </Dialog>
  );
}

const Bundle = ({ failure }: { readonly failure: ApiSchemas['Failure'] }) => (
  <>
    <FailureFacts failure={failure} />
    <ReplayPanel failure={failure} />
    {failure.media !== null && <FailurePlay failure={failure} media={failure.media} />}
    <FailureLogs failure={failure} />
    {failure.snapshot !== null && <FailureSnapshot id={failure.id} />}
  </>
);

/** `newshawk 0.1.0, scraper 1a2b3c4d, wrapper 3` */
function versionsText({ newshawk, scraper, wrapper }: NonNullable<ApiSchemas['Failure']['versions']>): string {
  return [
    `newshawk ${newshawk}`,
    scraper === null ? 'no scraper' : `scraper ${scraper.slice(0, 8)}`,
    wrapper === null ? 'no learned wrapper' : `wrapper ${wrapper}`,
  ].join(', ');
}

function FailureFacts({ failure }: { readonly failure: ApiSchemas['Failure'] }) {
  const { id, url, reason, detail, at, mended, extractor, run, snapshot, versions } = failure;
  const noPage = 'not possible: the page was never received';
  return (
    <Facts
      rows={[
        ['Address', <OutLink key="to" to={url} />],
        [
          'Reason',
          <>
            <Badge text={reason} kind="failed" /> {detail}
          </>,
        ],
        ['At', <LocalTime key="at" at={at} />],
        ['State', mended === null ? 'open' : `mended by a ${mended.by}, ${localTime(mended.at)}`],
        ['Extractor', extractor],
        ['Versions', versions === null ? 'not stored' : versionsText(versions)],
        ['Run', <code key="run">{run}</code>],
        ['Again, offline', snapshot === null ? noPage : <code key="replay">newshawk failures replay {id}</code>],
        [
          'Correct',
          snapshot === null ? (
            noPage
          ) : (
            <CorrectLink key="correct" url={url}>
              Say what is the article
            </CorrectLink>
          ),
        ],
      ]}
    />
  );
}
