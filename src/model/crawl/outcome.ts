import { z } from 'zod';

/** Why a page ends without an article: a closed list, counted in every report. */
export const dropReasonSchema = z.enum([
  'robots',
  'out-of-scope',
  'not-an-article',
  'login-required',
  'no-list',
  'unproductive',
  'duplicate',
  'gone',
  'unchanged',
]);
export type DropReason = z.infer<typeof dropReasonSchema>;

/** Why a poll was not sent when its turn came. */
export const skipReasonSchema = z.enum(['outside-window', 'paused', 'removed']);
export type SkipReason = z.infer<typeof skipReasonSchema>;

/** An expected ending: a value with a reason, never an exception. */
export type Outcome<T> =
  | { readonly kind: 'kept'; readonly value: T }
  | { readonly kind: 'dropped'; readonly reason: DropReason; readonly detail: string };

export const kept = <T>(value: T): Outcome<T> => ({ kind: 'kept', value });
export const dropped = (reason: DropReason, detail = ''): Outcome<never> => ({ kind: 'dropped', reason, detail });
