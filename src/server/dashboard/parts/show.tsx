import type { ComponentChildren } from 'preact';
import type { Loaded } from '../data/use-data.ts';
import { ErrorNotice } from './fault.tsx';

interface ShowProps<T> {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows data when they have come. A failed refresh removes nothing: the error stands above what is there. */
export const Show = <T,>({ of: { data, error, reload }, children }: ShowProps<T>) => (
  <>
    {error !== null && <ErrorNotice error={error} retry={reload} />}
    {data === null ? error === null && <p class="empty">Loading …</p> : children(data)}
  </>
);
