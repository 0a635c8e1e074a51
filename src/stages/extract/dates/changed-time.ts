import type { Element } from '../dom/tree.ts';

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
