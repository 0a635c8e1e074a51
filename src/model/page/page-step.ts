/** A step on a page in the browser, between load and snapshot. */
export type PageStep =
  | { readonly kind: 'click'; readonly selector: string }
  /** Repeats the click until the element is gone, at most `times`. */
  | { readonly kind: 'click-until-gone'; readonly selector: string; readonly times: number }
  /** Scrolls by whole screens. */
  | { readonly kind: 'scroll'; readonly times: number }
  /** Scrolls to the end until the page stops growing, at most `times`. */
  | { readonly kind: 'scroll-until-end'; readonly times: number }
  | { readonly kind: 'wait'; readonly selector: string };

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
