import { type AnswerOf, type ApiSchemas, read } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Badge, OutLink, Show } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import { countOf } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import type { PageProps } from '../../shell/page-props.ts';
import { address, here } from '../../shell/route.ts';
import { FailureDialog } from './failure-dialog.tsx';
import { Picture } from './picture.tsx';

const shownFailures = 60;

interface Filter {
  readonly site: string;
  readonly reason: string;
  readonly state: 'open' | 'all';
}

/** The gallery of failures: their pictures, the newest first. */
export function FailuresPage({ query }: PageProps) {
  const filter: Filter = {
    site: query.get('site') ?? '',
    reason: query.get('reason') ?? '',
    state: query.get('state') === 'all' ? 'all' : 'open',
  };
  const loaded = useData(`failures ${JSON.stringify(filter)}`, async (signal) => {
    const [failures, { at }] = await Promise.all([
      read('/v1/failures', { query: { ...filter, limit: shownFailures }, signal }),
      read('/v1/stats', { signal }),
    ]);
    return { ...failures, at };
  });
  useLive(['failure.opened'], loaded.reload);
  const id = query.get('id');
  return (
    <>
      <Show of={loaded}>
        {({ items, counts, at }) => (
          <>
            <Head title="Failures">
              <span class="dim">
                {countOf(items.length)} shown, {countOf(counts.reduce((sum, row) => sum + row.count, 0))} open
              </span>
            </Head>
            <Chips counts={counts} filter={filter} />
            {items.length === 0 ? (
              <p class="empty">No open failures: every fetched page succeeded, at once or on a later visit.</p>
            ) : (
              <div class="gallery">
                {items.map((failure) => (
                  <Card key={failure.id} failure={failure} now={at} />
                ))}
              </div>
            )}
          </>
        )}
      </Show>
      {id !== null && <FailureDialog key={id} id={id} />}
    </>
  );
}

/** One filter for each pair of site and reason. */
const Chips = ({
  counts,
  filter,
}: {
  readonly counts: AnswerOf<'/v1/failures'>['counts'];
  readonly filter: Filter;
}) => (
  <nav class="chips" aria-label="Filters">
    <Chip query={{}} isCurrent={filter.site === '' && filter.reason === '' && filter.state === 'open'}>
      all open
    </Chip>
    <Chip query={{ state: 'all' }} isCurrent={filter.state === 'all'}>
      with mended ones
    </Chip>
    {counts.map(({ site, reason, count: failures }) => (
      <Chip
        key={`${site} ${reason}`}
        query={{ site, reason }}
        isCurrent={site === filter.site && reason === filter.reason}
      >
        {`${site}: ${reason} ${countOf(failures)}`}
      </Chip>
    ))}
  </nav>
);

interface ChipProps {
  readonly query: Readonly<Record<string, string>>;
  readonly isCurrent: boolean;
  readonly children: string;
}

const Chip = ({ query, isCurrent, children }: ChipProps) => (
  <a href={address('failures', query)} class="pill" aria-current={isCurrent ? 'true' : undefined}>
    {children}
  </a>
);

const Card = ({ failure, now }: { readonly failure: ApiSchemas['Failure']; readonly now: string }) => (
  <article class="shot">
    <a class="link picture" data-item aria-label={`Failure on ${failure.url}`} href={here({ id: failure.id })}>
      {failure.screenshot === null ? (
        <span class="nothing">no screenshot</span>
      ) : (
        <Picture failure={failure} query={{ size: 'thumbnail' }} />
      )}
    </a>
    <div class="body">
      <Badge text={failure.reason} kind="failed" /> {failure.mended !== null && <Badge text="mended" kind="stored" />}{' '}
      <span class="dim">
        <When at={failure.at} now={now} />
      </span>
      <p class="address">
        <OutLink to={failure.url} />
      </p>
      <p class="dim">{failure.detail}</p>
    </div>
  </article>
);
