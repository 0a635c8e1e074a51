import { z } from 'zod';
import type { PageStep } from '../model/page/page-step.ts';
import { closedObject } from './closed-object.ts';
import { stepSelector } from './selector-schema.ts';

/** Clicks and scrolls of a step that names no end. */
const defaultTimes = 20;

export interface UntilOptions {
  /** At most; default 20. */
  times?: number;
}

export const click = (selector: string): PageStep => ({ kind: 'click', selector });
/** "More" buttons: clicked until the button is gone, or a click changes nothing. */
export const clickUntilGone = (selector: string, { times = defaultTimes }: UntilOptions = {}): PageStep => ({
  kind: 'click-until-gone',
  selector,
  times,
});
export const scroll = (times = 1): PageStep => ({ kind: 'scroll', times });
/** Endless lists: to the end of the page until nothing new comes. */
export const scrollUntilNothingNew = ({ times = defaultTimes }: UntilOptions = {}): PageStep => ({
  kind: 'scroll-until-end',
  times,
});
export const waitFor = (selector: string): PageStep => ({ kind: 'wait', selector });

const times = z.int().min(1).max(200);

const step = z.discriminatedUnion('kind', [
  closedObject({ kind: z.literal('click'), selector: stepSelector }),
  closedObject({ kind: z.literal('click-until-gone'), selector: stepSelector, times: times.default(defaultTimes) }),
  closedObject({ kind: z.literal('scroll'), times: times.max(50) }),
  closedObject({ kind: z.literal('scroll-until-end'), times: times.default(defaultTimes) }),
  closedObject({ kind: z.literal('wait'), selector: stepSelector }),
]);

/** Of one source; null: as the scraper says. */
export const sourceSteps = z.array(step).nullable().default(null);

const where =
  "say on which pages: listing('/', { steps: [...] }) for one list, steps: { sources: [...] } for all lists, steps: { articles: [...] } for articles; both are written where both are meant";

/** Of a scraper. A bare list once meant every page, articles and lists alike. */
export const siteSteps = z
  .unknown()
  .refine((value) => !Array.isArray(value), { message: where, abort: true })
  .pipe(closedObject({ articles: z.array(step).default([]), sources: z.array(step).default([]) }))
  .prefault({});
