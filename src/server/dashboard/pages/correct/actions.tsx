import { useRef, useState } from 'preact/hooks';
import type { AnswerOf, ApiSchemas } from '../../data/api.ts';
import { AnswerError, send } from '../../data/api.ts';
import { address } from '../../shell/route.ts';
import { type BlocksPage, correctionOf, hasChanges, type Marks } from './correction.ts';
import { EffectView } from './effect-view.tsx';

type Effect = ApiSchemas['CorrectionEffect'];
type Saved = AnswerOf<'/v1/corrections', 'put'>;

interface ActionsProps {
  readonly page: BlocksPage;
  readonly marks: Marks;
  /** Empty: there is nothing to say. */
  readonly say: (mistake: string) => void;
  readonly reload: () => Promise<void>;
}

type Result = { readonly effect: Effect; readonly saved: Saved | null; readonly isDeleted: boolean };

/** Preview, save, remove, and what came of them. */
export function Actions({ page, marks, say, reload }: ActionsProps) {
  const [result, setResult] = useState<Result | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [needsConsent, setNeedsConsent] = useState(false);
  const isRunning = useRef(false);
  const run = (work: () => Promise<Result>) => async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setResult(null);
    setNeedsConsent(false);
    say('');
    try {
      setResult(await work());
    } catch (error) {
      say((error as Error).message);
      setNeedsConsent(error instanceof AnswerError && error.status === 409);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  const preview = run(async () => {
    const effect = await send('post', '/v1/corrections/preview', { body: correctionOf(page, marks) });
    return { effect, saved: null, isDeleted: false };
  });
  const save = (accept: boolean) =>
    run(async () => {
      const saved = await send('put', '/v1/corrections', { body: { ...correctionOf(page, marks), accept } });
      await reload();
      return { effect: saved.effect, saved, isDeleted: false };
    });
  const remove = run(async () => {
    const saved = await send('delete', '/v1/corrections', { query: { url: page.url } });
    await reload();
    return { effect: saved.effect, saved: null, isDeleted: true };
  });
  const isChanged = hasChanges(page, marks);
  const isCorrected = page.correction !== null;
  return (
    <div>
      <div class="answers">
        <button type="button" disabled={isBusy || !(isChanged || isCorrected)} onClick={preview}>
          Preview
        </button>
        <button type="button" class="main" disabled={isBusy || !isChanged} onClick={save(false)}>
          Save
        </button>
        {isCorrected && (
          <button type="button" disabled={isBusy} onClick={remove}>
            Remove
          </button>
        )}
      </div>
      <div class="effect" aria-live="polite">
        {isBusy && <p class="empty">The site is learned …</p>}
        {needsConsent && (
          <button type="button" onClick={save(true)}>
            Save all the same
          </button>
        )}
        {result !== null && <Outcome result={result} site={page.site} />}
      </div>
    </div>
  );
}

const Outcome = ({
  result: { effect, saved, isDeleted },
  site,
}: {
  readonly result: Result;
  readonly site: string;
}) => (
  <>
    {isDeleted && (
      <p class="banner" role="status">
        The correction is deleted.
      </p>
    )}
    {saved !== null && (
      <p class="banner" role="status">
        {savedText(saved)} <a href={address('wrappers', { site })}>Versions</a>
      </p>
    )}
    <EffectView effect={effect} />
  </>
);

const savedText = ({ version, live, isPinned }: Saved): string =>
  version === null
    ? 'Stored. No wrapper could be learned.'
    : live === version
      ? `Stored. Wrapper ${version} is live.`
      : `Stored, but wrapper ${version} is not in use${isPinned ? ': the site is pinned' : ''}.`;
