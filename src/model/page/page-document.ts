/** A parsed page, or a part of it, as a scraper's function sees it: it takes CSS selectors and returns text. */
export interface PageDocument {
  readonly url: string;
  /** Text of the first match, white space collapsed; null without a match. */
  text(selector: string): string | null;
  texts(selector: string): readonly string[];
  attribute(selector: string, name: string): string | null;
  html(selector: string): string | null;
}
