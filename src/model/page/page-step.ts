import { z } from 'zod';
import { record } from '../schema.ts';

/** A step on a page in the browser, between load and snapshot. */
export const pageStepSchema = z.union([
  record({ kind: z.literal('click'), selector: z.string() }),
  /** Repeats the click until the element is gone, at most `times`. */
  record({ kind: z.literal('click-until-gone'), selector: z.string(), times: z.number() }),
  /** Scrolls by whole screens. */
  record({ kind: z.literal('scroll'), times: z.number() }),
  /** Scrolls to the end until the page stops growing, at most `times`. */
  record({ kind: z.literal('scroll-until-end'), times: z.number() }),
  record({ kind: z.literal('wait'), selector: z.string() }),
]);
export type PageStep = z.infer<typeof pageStepSchema>;

/** Steps by kind of page: a click on "more" of a list must not happen on an article. */
export interface SiteSteps {
  readonly articles: readonly PageStep[];
  /** For listings that define no steps. */
  readonly sources: readonly PageStep[];
}

/** Result of a step. */
export interface StepTaken {
  readonly step: PageStep;
  /** Number of clicks or scrolls; 0: there was nothing to do. */
  readonly times: number;
  /** Why there was nothing to do, or why it ended early; otherwise ''. */
  readonly why: string;
}

/** A step as text: `click .more`. */
export const stepName = (step: PageStep): string => ('selector' in step ? `${step.kind} ${step.selector}` : step.kind);
