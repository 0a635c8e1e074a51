import type { Block } from '../page/blocks.ts';

/** A date or a time, in any language. */
const dateLike =
  /(?<![\p{L}\p{N}_])(?:19|20)\d\d(?![\p{L}\p{N}_])|\d{1,2}[:：]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[年月日]/u;
/** A cheap test first, a tenth of the work: most texts have none of these. */
const mayBeDated = /[\d年月日]/;
/** Latin letters; longer blocks with a date are text. */
const datedLineLetters = 90;

/** Whether a text seems to contain a date or a time. */
export const looksDated = (text: string): boolean => mayBeDated.test(text) && dateLike.test(text);

/** Whether a block is a short line with a date. */
export const isDatedLine = ({ text, length }: Block): boolean => length < datedLineLetters && looksDated(text);
