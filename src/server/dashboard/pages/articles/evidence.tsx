import { here } from '../../shell/route.ts';
import type { FullArticle } from './article.ts';

interface EvidenceProps extends Pick<FullArticle, 'evidence'> {
  /** Others of its cluster. */
  readonly copies: number;
}

/** Why the article is, or is not, a copy of another. The one that came first has no evidence: its copies have it. */
export const FieldEvidence = ({ evidence, copies }: EvidenceProps) => (
  <>
    <h3>Evidence of copies</h3>
    {evidence.length === 0 ? (
      <p class="dim">{copies === 0 ? 'no copy found' : 'it came first: the evidence is with its copies, below'}</p>
    ) : (
      <ul class="plain">
        {evidence.map(({ method, of, similarity }) => (
          <li>
            {method} {similarity.toFixed(2)} of <a href={here({ id: of })}>{of}</a>{' '}
            <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={100} height={8} class="track" />
              <rect width={Math.min(1, similarity) * 100} height={8} class="fill-topic" />
            </svg>
          </li>
        ))}
      </ul>
    )}
  </>
);
