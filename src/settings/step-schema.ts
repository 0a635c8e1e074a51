import { z } from 'zod';
import type { PageStep } from '../model/page/page-step.ts';
import { stepSelector } from './selector-schema.ts';
import { closedObject } from './setting.ts';

/** Clicks or scrolls of a step without `times`. */
const defaultTimes = 20;

export interface UntilOptions {
  /** At most; default 20. */
  times?: number;
}

/**
 * One click on the first visible element.
 * @example click('.read-on')
 */
export const click = (selector: string): PageStep => ({ kind: 'click', selector });
/**
 * For "more" buttons: clicks until the button is gone or a click changes nothing.
 * @example clickUntilGone('button.more', { times: 5 })
 */
export const clickUntilGone = (selector: string, { times = defaultTimes }: UntilOptions = {}): PageStep => ({
  kind: 'click-until-gone',
  selector,
  times,
});
/**
 * Scrolls down by whole screens.
 * @example scroll(2)
 */
export const scroll = (times = 1): PageStep => ({ kind: 'scroll', times });
/**
 * For endless lists: scrolls to the end of the page until nothing new appears.
 * @example scrollUntilNothingNew({ times: 10 })
 */
export const scrollUntilNothingNew = ({ times = defaultTimes }: UntilOptions = {}): PageStep => ({
  kind: 'scroll-until-end',
  times,
});
/**
 * Waits at most 5 s for an element.
 * @example waitFor('article[data-ready]')
 */
export const waitFor = (selector: string): PageStep => ({ kind: 'wait', selector });

const times = z.int().min(1).max(200);

const step = z.discriminatedUnion('kind', [
  closedObject({ kind: z.literal('click'), selector: stepSelector }),
  closedObject({ kind: z.literal('click-until-gone'), selector: stepSelector, times: times.default(defaultTimes) }),
  closedObject({ kind: z.literal('scroll'), times: times.max(50) }),
  closedObject({ kind: z.literal('scroll-until-end'), times: times.default(defaultTimes) }),
  closedObject({ kind: z.literal('wait'), selector: stepSelector }),
]);

/** The steps of one source; null: the scraper's. */
export const sourceSteps = z.array(step).nullable().default(null);

const where =
  "name the pages: listing('/', { steps: [...] }) for one list, steps: { sources: [...] } for all lists, steps: { articles: [...] } for articles; write both for both";

/** The steps of a scraper. A bare list, which older versions took, is refused with the new form. */
export const siteSteps = z
  .unknown()
  .refine((value) => !Array.isArray(value), { message: where, abort: true })
  .pipe(closedObject({ articles: z.array(step).default([]), sources: z.array(step).default([]) }))
  .prefault({});
