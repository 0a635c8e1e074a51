import { useState } from 'preact/hooks';
import { type AnswerOf, type ApiSchemas, ask, read } from '../../data/api.ts';
import { OutLink } from '../../parts/inline.tsx';
import { Table } from '../../parts/table.tsx';
import { plural, span } from '../../parts/texts.ts';

/** A request of the page, as HTTP Archive 1.2 has it. */
type Entry = AnswerOf<'/v1/failures/{id}/har'>['log']['entries'][number];

interface Logs {
  readonly entries: readonly Entry[] | null;
  readonly lines: readonly string[] | null;
}

/** What the page asked for and what it wrote, when somebody wants to see it. */
export function FailureLogs({ failure: { id, har, console } }: { readonly failure: ApiSchemas['Failure'] }) {
  const [logs, setLogs] = useState<Logs>({ entries: null, lines: null });
  const [mistake, setMistake] = useState('');
  if (har === null && console === null) return null;
  const run = (work: () => Promise<void>) => (): void => {
    work().then(
      () => setMistake(''),
      (error: Error) => setMistake(error.message),
    );
  };
  const showRequests = run(async () => {
    const { log } = await read('/v1/failures/{id}/har', { path: { id } });
    setLogs({ ...logs, entries: log.entries });
  });
  const showConsole = run(async () =>
    setLogs({ ...logs, lines: await read('/v1/failures/{id}/console', { path: { id } }) }),
  );
  const download = run(async () =>
    save(`${id}.har`, await (await ask(`/v1/failures/${encodeURIComponent(id)}/har`)).blob()),
  );
  return (
    <>
      <h3>Requests and console</h3>
      <p class="chips">
        {har !== null && (
          <>
            <button type="button" onClick={showRequests}>
              Show the requests
            </button>
            <button type="button" onClick={download}>
              Download as HAR
            </button>
          </>
        )}
        {console !== null && (
          <button type="button" onClick={showConsole}>
            Show the console
          </button>
        )}
      </p>
      {mistake !== '' && (
        <p class="alert" role="alert">
          {mistake}
        </p>
      )}
      {logs.entries !== null && <Requests entries={logs.entries} />}
      {logs.lines !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys
        <pre class="source" tabIndex={0}>
          {logs.lines.join('\n')}
        </pre>
      )}
    </>
  );
}

const Requests = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <>
    <p class="dim small">{plural(entries.length, 'request')}</p>
    <Table
      columns={[
        [
          'Address',
          ({ request: { method, url } }) => (
            <>
              {method !== 'GET' && `${method} `}
              <OutLink to={url} />
            </>
          ),
          'wide address',
        ],
        ['Status', ({ response: { status } }) => (status > 0 ? status : <span class="dim">none</span>), 'number'],
        ['Type', ({ response: { content } }) => content.mimeType ?? null],
        ['Took', ({ time }) => span(time), 'number'],
        ['Note', ({ comment }) => comment ?? null],
      ]}
      rows={entries}
      caption="Requests of the page, in the order in which they were sent"
      empty="The page asked for nothing."
    />
  </>
);

/** Lets the browser store a file: a link would lack the token. */
function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
