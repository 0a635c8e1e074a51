import { useState } from 'preact/hooks';
import { readText } from '../../data/api.ts';

type View = 'source' | 'page';

/** The stored page. It is hostile: it is shown as text, or in a frame in which nothing runs. */
export function FailureSnapshot({ id }: { readonly id: string }) {
  const [shown, setShown] = useState<{ readonly view: View; readonly html: string } | null>(null);
  const [mistake, setMistake] = useState('');
  const show = (view: View) => (): void => {
    readText(`/v1/failures/${encodeURIComponent(id)}/snapshot`).then(
      (html) => {
        setShown({ view, html });
        setMistake('');
      },
      (error: Error) => setMistake(error.message),
    );
  };
  return (
    <>
      <h3>Snapshot</h3>
      <p class="chips">
        <button type="button" onClick={show('source')}>
          Show the source
        </button>
        <button type="button" onClick={show('page')}>
          Show the page, without scripts
        </button>
      </p>
      {mistake !== '' && (
        <p class="alert" role="alert">
          {mistake}
        </p>
      )}
      {shown?.view === 'source' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys
        <pre class="source" tabIndex={0}>
          {shown.html}
        </pre>
      )}
      {/* An empty sandbox attribute allows no scripts, no forms and no origin; this page's own CSP applies inside, too. */}
      {shown?.view === 'page' && <iframe sandbox="" title="The stored page, without scripts" srcdoc={shown.html} />}
    </>
  );
}
