import { here } from '../../shell/route.ts';
import type { FullArticle } from './article.ts';

/** Why the article is, or is not, a copy of another. */
export const Evidence = ({ evidence }: Pick<FullArticle, 'evidence'>) => (
  <>
    <h3>Evidence of copies</h3>
    {evidence.length === 0 ? (
      <p class="dim">no copy found</p>
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
