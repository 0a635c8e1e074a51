import { read, send } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Show } from '../../parts/inline.tsx';
import { Head, Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import type { PageProps } from '../../shell/page-props.ts';
import { CrawlForm } from './crawl-form.tsx';
import { type BeginCrawl, isJobActive, type Job, jobColumns } from './job.tsx';
import { JobDialog } from './job-dialog.tsx';

const shownJobs = 50;

/** Begins a crawl, and shows how the last ones stand. */
export function CrawlsPage({ query }: PageProps) {
  const loaded = useData('jobs', async (signal) => {
    const [{ items }, { items: topics }, { at }] = await Promise.all([
      read('/v1/jobs', { query: { limit: shownJobs }, signal }),
      read('/v1/topics', { signal }),
      read('/v1/stats', { signal }),
    ]);
    return { items, topics: topics.map(({ name }) => name), at };
  });
  useLive(['stats'], loaded.reload);
  const cancel = async ({ id }: Job): Promise<void> => {
    await send('delete', '/v1/jobs/{id}', { path: { id } });
    loaded.reload();
  };
  const begin: BeginCrawl = async (payload) => {
    await send('post', '/v1/crawl', { body: payload });
    loaded.reload();
  };
  const id = query.get('id');
  return (
    <>
      <Show of={loaded}>
        {({ items, topics, at }) => (
          <>
            <Head title="Crawls">
              <span class="dim">
                {countOf(items.filter(isJobActive).length)} running, the last {countOf(shownJobs)} are shown
              </span>
            </Head>
            <Panel title="Begin a crawl">
              <CrawlForm
                topics={topics}
                isResumable={items.some(({ isResumable }) => isResumable)}
                begun={loaded.reload}
              />
            </Panel>
            <Table
              columns={jobColumns(at, cancel, begin)}
              rows={items}
              caption="Crawls, the newest first"
              empty="No crawl yet: begin one above, or by `newshawk crawl`."
            />
          </>
        )}
      </Show>
      {id !== null && <JobDialog key={id} id={id} />}
    </>
  );
}
