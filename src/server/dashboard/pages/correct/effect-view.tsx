import type { ApiSchemas } from '../../data/api.ts';
import { Badge, CorrectLink } from '../../parts/inline.tsx';
import { countOf } from '../../parts/texts.ts';

type Effect = ApiSchemas['CorrectionEffect'];

/** Pages that are opened at once; the others are there, too. */
const openPages = 3;

export const EffectView = ({
  effect: { verdict, pages, correctedPages, page, changes, compared, notes },
}: {
  readonly effect: Effect;
}) => (
  <>
    <h3>What changes</h3>
    <p>
      {verdict === null ? (
        'No wrapper can be learned: a site needs three different articles, or a corrected page.'
      ) : (
        <>
          <Badge
            text={verdict.isAccepted ? 'accepted' : 'refused'}
            kind={verdict.isAccepted ? 'published' : 'failed'}
          />{' '}
          Learned from {countOf(pages)} pages, {countOf(correctedPages)} of them corrected
          {verdict.isAccepted ? '' : `: ${verdict.reason}`}.
        </>
      )}
    </p>
    {page !== null && (
      <p>
        This page: F1 {page.before.toFixed(3)} → {page.after.toFixed(3)}.
      </p>
    )}
    {notes.map((note) => (
      <p key={note} class="dim">
        {note}
      </p>
    ))}
    <p>
      {countOf(changes.length)} of {countOf(compared)} other stored pages change.
    </p>
    {changes.map((change, at) => (
      <Change key={change.url} change={change} isOpen={at < openPages} />
    ))}
  </>
);

const Change = ({ change, isOpen }: { readonly change: Effect['changes'][number]; readonly isOpen: boolean }) => (
  <details open={isOpen}>
    <summary>
      <span class="address">{change.url}</span> +{countOf(change.addedWords)} −{countOf(change.removedWords)} words
    </summary>
    <ul class="diff">
      {change.fields.map(({ field, before, after }) => (
        <li key={field} class="changed">
          {field}: {before || '–'} → {after || '–'}
        </li>
      ))}
      {change.removedLines.map((line) => (
        <li class="removed">− {line}</li>
      ))}
      {change.addedLines.map((line) => (
        <li class="added">+ {line}</li>
      ))}
    </ul>
    <p>
      <CorrectLink url={change.url}>Correct this page, too</CorrectLink>
    </p>
  </details>
);
