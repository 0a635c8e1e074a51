import { diffWordsWithSpace } from 'diff';
import { useState } from 'preact/hooks';
import { LocalTime } from '../../parts/when.tsx';
import type { FullArticle } from './article.ts';

interface Version {
  readonly revision: number;
  readonly title: string;
  readonly body: string;
  /** When the next version replaced it; null: it is the newest. */
  readonly replacedAt: string | null;
  readonly reason?: 'visit' | 're-extracted';
}

/** Changed words of a diff at most: the time grows with their square. */
const maxEdits = 4_000;

/** The versions of an article, each compared with the one before by words. */
export function Revisions({ article }: { readonly article: FullArticle }) {
  const { title, body, revision, lang } = article;
  const versions: readonly Version[] = [...article.revisions, { revision, title, body, replacedAt: null }];
  const steps = versions.slice(1).map((after, at) => ({ before: versions[at] as Version, after }));
  return (
    <>
      <h3>Revisions</h3>
      {steps.toReversed().map(({ before, after }, at) => (
        <Step key={after.revision} before={before} after={after} lang={lang} isOpen={at === 0} />
      ))}
    </>
  );
}

interface StepProps {
  readonly before: Version;
  readonly after: Version;
  readonly lang: string | null;
  readonly isOpen: boolean;
}

/** A diff is made when it is opened. */
function Step({ before, after, lang, isOpen }: StepProps) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>
        {before.revision} → {after.revision}
        {before.replacedAt !== null && (
          <>
            , <LocalTime at={before.replacedAt} />
            {before.reason === 're-extracted' && ', re-extracted with a new wrapper'}
          </>
        )}
      </summary>
      {isShown && (
        <div class="prose words" lang={lang ?? undefined}>
          <p>
            <strong>
              <WordDiff before={before.title} after={after.title} />
            </strong>
          </p>
          <p class="pre">
            <WordDiff before={before.body} after={after.body} />
          </p>
        </div>
      )}
    </details>
  );
}

function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  if (changes === undefined)
    return (
      <>
        <del>{before}</del>
        {'\n\n'}
        <ins>{after}</ins>
      </>
    );
  return (
    <>
      {changes.map(({ added, removed, value }) =>
        added ? <ins>{value}</ins> : removed ? <del>{value}</del> : <span>{value}</span>,
      )}
    </>
  );
}
