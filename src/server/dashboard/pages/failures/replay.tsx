import { useState } from 'preact/hooks';
import { type AnswerOf, type ApiSchemas, send } from '../../data/api.ts';
import { Badge, ErrorNotice, Facts } from '../../parts/inline.tsx';
import { countOf, plural, span } from '../../parts/texts.ts';
import { Picture } from './picture.tsx';
import { Regions } from './regions.tsx';

type ReplayAnswer = AnswerOf<'/v1/failures/{id}/replay', 'post'>;

/** The screenshot, the rule trace, and beside the failed reading the one that today's rules give of the stored page. */
export function ReplayPanel({ failure }: { readonly failure: ApiSchemas['Failure'] }) {
  const [answer, setAnswer] = useState<ReplayAnswer | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = (): void => {
    setBusy(true);
    send('post', '/v1/failures/{id}/replay', { path: { id: failure.id } })
      .then(
        (result) => {
          setAnswer(result);
          setError(null);
        },
        (mistake: Error) => setError(mistake),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      {failure.screenshot !== null && <FramedPicture failure={failure} regions={answer?.regions ?? []} />}
      {failure.snapshot !== null && (
        <p class="chips">
          <button type="button" disabled={isBusy} onClick={run}>
            {isBusy ? 'The page is read …' : 'Replay: read the stored page with today’s rules'}
          </button>
        </p>
      )}
      {error !== null && <ErrorNotice error={error} retry={run} />}
      {answer === null ? (
        <>
          <h3>Rule trace</h3>
          <Trace lines={failure.trace} empty="Extraction did not begin." />
        </>
      ) : (
        <SideBySide failure={failure} answer={answer} />
      )}
    </>
  );
}

interface FramedPictureProps {
  readonly failure: ApiSchemas['Failure'];
  /** Chosen by today's rules; the picture itself has the frames of what was chosen when it failed. */
  readonly regions: ReplayAnswer['regions'];
}

function FramedPicture({ failure, regions }: FramedPictureProps) {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long picture is scrolled by keys */}
      <section class="screenshot" tabIndex={0} aria-label="Screenshot">
        <Picture
          failure={failure}
          query={{ size: 'full' }}
          {...(regions.length > 0 && isShown && { overlay: <Regions regions={regions} /> })}
        />
      </section>
      <p class="dim small">
        The frames in the picture show what was chosen when it failed.
        {regions.length > 0 && (
          <label class="inline">
            <input
              type="checkbox"
              checked={isShown}
              onChange={({ currentTarget }) => setShown(currentTarget.checked)}
            />
            dashed frames: what today’s rules choose
          </label>
        )}
      </p>
    </>
  );
}

const SideBySide = ({
  failure,
  answer,
}: {
  readonly failure: ApiSchemas['Failure'];
  readonly answer: ReplayAnswer;
}) => (
  <div class="columns readings" aria-live="polite">
    <section aria-label="The reading that failed">
      <h3>Then</h3>
      <p>
        <Badge text={failure.reason} kind="failed" /> {failure.detail}
      </p>
      <p class="dim small">by {failure.extractor}</p>
      <Trace lines={failure.trace} empty="Extraction did not begin." />
    </section>
    <section aria-label="The reading of today">
      <h3>Today, in {span(answer.elapsedMs)}</h3>
      {answer.draft === null ? (
        <p>
          <Badge text={answer.reason ?? answer.pageType} kind="failed" /> {answer.detail}
        </p>
      ) : (
        <DraftFacts draft={answer.draft} />
      )}
      <Trace lines={answer.trace} empty="No rule did anything." />
    </section>
  </div>
);

const DraftFacts = ({ draft }: { readonly draft: NonNullable<ReplayAnswer['draft']> }) => (
  <>
    <p>
      <Badge text="article" kind="stored" /> the page is read now; the next visit stores it, or{' '}
      <code>newshawk failures replay --store</code>.
    </p>
    <Facts
      rows={[
        ['Title', draft.title || '(none)'],
        ['Authors', draft.authors.join(', ') || 'unknown'],
        ['Published', draft.publishedAt?.value ?? 'unknown'],
        ['Extractor', draft.extractor],
        ['Text', `${countOf(draft.body.length)} characters, ${plural(draft.body.split(/\n{2,}/).length, 'paragraph')}`],
      ]}
    />
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys */}
    <section class="source prose" tabIndex={0} aria-label="The text of today" lang={draft.lang ?? undefined}>
      {draft.body}
    </section>
  </>
);

interface TraceProps {
  readonly lines: readonly { readonly rule: string; readonly why: string }[];
  readonly empty: string;
}

/** What each rule of extraction did, and why. */
export const Trace = ({ lines, empty }: TraceProps) =>
  lines.length === 0 ? (
    <p class="empty">{empty}</p>
  ) : (
    <ol class="trace">
      {lines.map(({ rule, why }) => (
        <li>
          <code>{rule}</code> {why}
        </li>
      ))}
    </ol>
  );
