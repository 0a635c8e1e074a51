import { here } from '../shell/route.ts';
import { countOf } from './texts.ts';

interface PagerProps {
  readonly offset: number;
  readonly size: number;
  readonly total: number;
}

/** Links to the pages of a list before and after this one. */
export function Pager({ offset, size, total }: PagerProps) {
  if (total <= size && offset === 0) return null;
  const before = Math.max(0, offset - size);
  return (
    <nav class="pager" aria-label="Pages of the list">
      {offset > 0 ? <a href={here({ offset: before === 0 ? null : before })}>Newer</a> : <span />}
      <span class="dim">
        {countOf(Math.min(total, offset + 1))} to {countOf(Math.min(total, offset + size))} of {countOf(total)}
      </span>
      {offset + size < total ? <a href={here({ offset: offset + size })}>Older</a> : <span />}
    </nav>
  );
}

/** The parameter `offset` of an address; 0 where it is no number. */
export const offsetIn = (query: URLSearchParams): number =>
  Math.max(0, Number.parseInt(query.get('offset') ?? '0', 10) || 0);
