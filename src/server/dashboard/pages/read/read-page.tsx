import { useState } from 'preact/hooks';
import { send } from '../../data/api.ts';
import { ErrorNotice } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import type { PageProps } from '../../shell/page-props.ts';
import { go, here } from '../../shell/route.ts';
import { type Extracted, ExtractedPage } from './extracted.tsx';

const renderModes = ['auto', 'static', 'browser'] as const;

interface Wanted {
  readonly url: string;
  readonly render: (typeof renderModes)[number];
}

/** Reads one page now. Nothing is stored. */
export function ReadPage({ query }: PageProps) {
  const [extracted, setExtracted] = useState<Extracted | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = (wanted: Wanted): void => {
    setBusy(true);
    setError(null);
    send('post', '/v1/extract', { body: wanted })
      .then(setExtracted, (mistake: Error) => {
        setExtracted(null);
        setError(mistake);
      })
      .finally(() => setBusy(false));
  };
  const wantedOf = (form: HTMLFormElement): Wanted => {
    const fields = new FormData(form);
    const render = renderModes.find((mode) => mode === fields.get('render')) ?? 'auto';
    return { url: String(fields.get('url') ?? '').trim(), render };
  };
  return (
    <>
      <Head title="Read a page">
        <span class="dim">nothing is stored</span>
      </Head>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = wantedOf(event.currentTarget);
          go(here({ ...wanted }));
          run(wanted);
        }}
      >
        <label class="grow">
          Address
          <input
            type="search"
            inputMode="url"
            name="url"
            required
            maxLength={2_000}
            pattern="https?://.+"
            title="an http(s) address, written in full"
            placeholder="https://…"
            value={query.get('url') ?? ''}
          />
        </label>
        <label>
          Fetched
          <select name="render" value={query.get('render') ?? 'auto'}>
            <option value="auto">auto: browser where needed</option>
            <option value="static">static: without a browser</option>
            <option value="browser">browser</option>
          </select>
        </label>
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'It is read …' : 'Read'}
        </button>
      </form>
      <div aria-live="polite" aria-busy={isBusy}>
        {error !== null && <ErrorNotice error={error} />}
        {extracted === null
          ? error === null && (
              <p class="empty">
                {isBusy ? 'The page is fetched and read …' : 'Give the address of an article, a list or a video page.'}
              </p>
            )
          : !isBusy && <ExtractedPage extracted={extracted} />}
      </div>
    </>
  );
}
