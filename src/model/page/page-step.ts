/** What is done on a page in the browser between its loading and its snapshot. */
export type PageStep =
  | { readonly kind: 'click'; readonly selector: string }
  /** Again and again, `times` at most. */
  | { readonly kind: 'click-until-gone'; readonly selector: string; readonly times: number }
  /** By screens. */
  | { readonly kind: 'scroll'; readonly times: number }
  /** To the end of the page, until it grows no more, `times` at most. */
  | { readonly kind: 'scroll-until-end'; readonly times: number }
  | { readonly kind: 'wait'; readonly selector: string };

/** Where steps are taken: a click on "more" of a list is none of an article. */
export interface SiteSteps {
  readonly articles: readonly PageStep[];
  /** Of listings without steps of their own. */
  readonly sources: readonly PageStep[];
}

/** How a step went. */
export interface StepTaken {
  readonly step: PageStep;
  /** Clicks, scrolls; 0: it found nothing to do. */
  readonly times: number;
  /** Why it found nothing, or ended before it should; '' else. */
  readonly why: string;
}

/** As its author thinks of it: `click .more`. */
export const stepName = (step: PageStep): string => ('selector' in step ? `${step.kind} ${step.selector}` : step.kind);
