import type { DateValue } from '../../../model/article/draft.ts';
import { isForeign } from '../page/foreign.ts';
import { dayIcon, linesWithIcon } from '../page/icons.ts';
import { isChangedTime } from './changed-time.ts';
import type { DateContext } from './date-parse.ts';
import { type DateInput, dateInLine, firstDate, ofOneDay } from './visible-dates.ts';

/** Characters of a line with an icon and a date. */
const maxIconLine = 60;

/** The only day of the page in lines with the icon of a calendar, also in a side bar: some themes put the lines of a post there. */
export const iconDate = ({ document, blocks }: DateInput, context: DateContext): DateValue | null =>
  ofOneDay(
    linesWithIcon(document, blocks, dayIcon)
      .filter(({ text }) => text.length <= maxIconLine)
      .flatMap(({ text }) => dateInLine(text, context) ?? []),
  );

/** The `<time>` of the last change: by its class, or by the class or the tooltip of the box around it. */
export function changedTime({ document, titleBlock }: DateInput, context: DateContext): DateValue | null {
  for (const time of document.querySelectorAll('time')) {
    if (!isChangedTime(time) || isForeign(time, titleBlock)) continue;
    const date = firstDate([time.getAttribute('datetime'), time.textContent], context);
    if (date !== null) return date;
  }
  return null;
}
