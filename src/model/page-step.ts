/** What is done on a page between its loading and its snapshot. */
export type PageStep =
  | { readonly kind: 'click'; readonly selector: string }
  | { readonly kind: 'scroll'; readonly times: number }
  | { readonly kind: 'wait'; readonly selector: string };
