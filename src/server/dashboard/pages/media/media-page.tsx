import { type ApiSchemas, read } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Badge, OutLink, Show } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { countOf, span } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';

type Media = ApiSchemas['Media'];

/** The newest media items. */
export function MediaOverview() {
  const loaded = useData('media', async (signal) => ({
    media: await read('/v1/media', { query: { limit: 100 }, signal }),
    at: (await read('/v1/stats', { signal })).at,
  }));
  useLive(['article.created', 'article.updated'], loaded.reload);
  return (
    <Show of={loaded}>
      {({ media: { total, items }, at }) => (
        <>
          <Head title="Media">
            <span class="dim">
              {countOf(total)} found, the newest {countOf(items.length)} shown
            </span>
          </Head>
          <Table columns={columns(at)} rows={items} caption="Media items, newest first" empty="No media yet." />
        </>
      )}
    </Show>
  );
}

const columns = (now: string): readonly TableColumn<Media>[] => [
  [
    'Media',
    ({ id, url, title }) => (
      <>
        {title !== null && <div>{title}</div>}
        <OutLink to={url} />
        <div class="dim small">
          <code>{id}</code>
        </div>
      </>
    ),
    'wide address',
  ],
  [
    'Delivery',
    ({ delivery, role }) => (
      <>
        <Badge text={delivery} /> {role}
      </>
    ),
  ],
  ['Best', ({ variants }) => best(variants), 'nowrap'],
  [
    'Length',
    ({ durationMs, live }) => (live === 'live' ? <Badge text="live" /> : durationMs !== null && span(durationMs)),
    'nowrap',
  ],
  [
    'Protection',
    ({ protection }) =>
      protection === 'none' ? <span class="dim">none</span> : <Badge text={protection} kind="failed" />,
  ],
  ['Ends', ({ expiresAt }) => expiresAt !== null && <When at={expiresAt.at} now={now} />, 'nowrap'],
  [
    'Page',
    ({ pageUrl, site, pages }) => (
      <>
        <OutLink to={pageUrl}>{site}</OutLink>
        {pages.length > 1 && <span class="dim"> and {countOf(pages.length - 1)} more</span>}
      </>
    ),
  ],
  ['Found', ({ foundAt }) => <When at={foundAt} now={now} />, 'nowrap'],
];

function best(variants: Media['variants']): string | null {
  const highest = Math.max(0, ...variants.map(({ heightPx }) => heightPx ?? 0));
  return highest === 0 ? null : `${highest}p of ${variants.length}`;
}
