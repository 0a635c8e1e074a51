import '../../styles/label.css';
import '../../styles/correct.css';
import { read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { OutLink, Show } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import { LocalTime } from '../../parts/when.tsx';
import type { PageProps } from '../../shell/page-props.ts';
import { address } from '../../shell/route.ts';
import { Workplace } from './workplace.tsx';

/** Where a person says what is right about a stored page. */
export function CorrectPage({ query }: PageProps) {
  const url = query.get('url') ?? '';
  if (url === '')
    return (
      <>
        <Head title="Correct" />
        <p class="empty">Open an article, a failure or a wrapper, and choose Correct.</p>
      </>
    );
  return <StoredPage key={url} url={url} />;
}

function StoredPage({ url }: { readonly url: string }) {
  const loaded = useData(`blocks ${url}`, (signal) => read('/v1/blocks', { query: { url }, signal }));
  return (
    <>
      {loaded.data === null && <Head title="Correct" />}
      <Show of={loaded}>
        {(page) => (
          <>
            <Head title="Correct">
              <a href={address('wrappers', { site: page.site })}>{page.site}</a>
            </Head>
            <p class="address">
              <OutLink to={page.url} />
            </p>
            <p class="dim small">
              Stored <LocalTime at={page.takenAt} />; the body is read by: {page.bodyBy ?? 'nothing'}
              {page.live !== null && `; wrapper ${page.live} is live`}.
            </p>
            <Workplace key={page.url} page={page} />
          </>
        )}
      </Show>
    </>
  );
}
