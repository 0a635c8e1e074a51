import { read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { Coded, Facts, OutLink, Show } from '../../parts/inline.tsx';
import { Table } from '../../parts/table.tsx';
import { span } from '../../parts/texts.ts';
import { LocalTime } from '../../parts/when.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { address, go, here } from '../../shell/route.ts';
import { type SourceWithPolls, tuningTexts, whyThen } from './source.ts';
import { PollResult } from './source-columns.tsx';

/** One source with its last polls. @param now the server's time; null: unknown yet */
export function SourceDialog({ id, now }: { readonly id: string; readonly now: string | null }) {
  const loaded = useData(`source ${id}`, (signal) => read('/v1/sources/{id}', { path: { id }, signal }));
  return (
    <Dialog title={loaded.data?.url ?? 'Source'} close={() => go(here({ id: null }))}>
      <Show of={loaded}>{(source) => <Polls source={source} now={now ?? source.nextPollAt} />}</Show>
    </Dialog>
  );
}

function Polls({ source, now }: { readonly source: SourceWithPolls; readonly now: string }) {
  const { url, kind, site, state, nextPollAt, intervalMs, baseIntervalMs, weight, namedBy, visits } = source;
  const learned = tuningTexts(source);
  return (
    <>
      <Facts
        rows={[
          ['Address', <OutLink key="to" to={url} />],
          ['Kind, state', `${kind}, ${state}`],
          [
            'Site',
            <a key="site" href={address('articles', { site })}>
              {site}
            </a>,
          ],
          ['Next poll', state === 'paused' ? 'paused' : <LocalTime key="next" at={nextPollAt} />],
          ['Why then', <Coded key="why" text={whyThen(source, now)} />],
          ['Interval', `${span(intervalMs)}, base ${span(baseIntervalMs)}, weight ${weight}`],
          ['Learned', learned.length === 0 ? 'nothing yet' : learned.join(', ')],
          ['Named by', namedBy ? <OutLink key="by" to={namedBy} /> : 'a person or a scraper'],
        ]}
      />
      <h3>Last polls</h3>
      <Table
        columns={[
          ['When', ({ startedAt }) => <LocalTime at={startedAt} />, 'nowrap'],
          ['Result', (visit) => <PollResult visit={visit} />],
          ['Took', ({ elapsedMs }) => span(elapsedMs), 'number'],
          ['Detail', ({ detail }) => <span class="dim">{detail}</span>],
        ]}
        rows={visits}
        caption="The last polls, newest first"
        empty="It was never polled."
      />
    </>
  );
}
