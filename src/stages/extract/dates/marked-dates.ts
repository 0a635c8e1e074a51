import type { DateValue } from '../../../model/article/draft.ts';
import type { Element } from '../dom/tree.ts';
import { isForeign } from '../page/foreign.ts';
import { dayIcon, linesWithIcon } from '../page/icons.ts';
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

/** Names of a box with the time of the last change, and the beginning of its tooltip. */
const changedClass = /(?:^|[-_\s])(?:edited|updated?|modified|lastmod)(?:[-_]?(?:time|date|at|on))?(?=\s|$)/i;
const changedTooltip = /^(?:last )?(?:edited|updated|modified)\b/i;

const saysChanged = (box: Element | null): boolean =>
  box !== null && (changedClass.test(box.className) || changedTooltip.test(box.getAttribute('title') ?? ''));

/** Whether a `<time>` is that of the last change: by its class, or by the class or the tooltip of the box around it alone. */
export function isChangedTime(time: Element): boolean {
  const box = time.parentElement;
  return saysChanged(time) || (box?.querySelectorAll('time').length === 1 && saysChanged(box));
}

/** Whether all times in a line are those of a change. */
export function hasOnlyChangedTimes(line: Element): boolean {
  const times = line.localName === 'time' ? [line] : line.querySelectorAll('time');
  return times.length > 0 && times.every(isChangedTime);
}
