/** Why a page ends without an article: the closed list that is counted in every report. */
export const dropReasons = [
  'robots',
  'outside-window',
  'known',
  'out-of-scope',
  'not-an-article',
  'no-list',
  'duplicate',
  'off-topic',
  'gone',
  'unchanged',
  'refused-by-policy',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** An expected ending of a stage: a value with a reason, never an exception. */
export type Outcome<T> =
  | { readonly kind: 'kept'; readonly value: T }
  | { readonly kind: 'dropped'; readonly reason: DropReason; readonly detail: string }
  | { readonly kind: 'deferred'; readonly until: Date; readonly detail: string };

export const kept = <T>(value: T): Outcome<T> => ({ kind: 'kept', value });
export const dropped = (reason: DropReason, detail = ''): Outcome<never> => ({ kind: 'dropped', reason, detail });
export const deferred = (until: Date, detail = ''): Outcome<never> => ({ kind: 'deferred', until, detail });
