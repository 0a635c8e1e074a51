import type { DateValue } from '../../model/draft.ts';
import { type Block, lengthOf } from './blocks.ts';
import { type DateContext, findDates, parseDate } from './date-parse.ts';
import { relativeDate } from './relative-dates.ts';
import type { Structured } from './structured.ts';

export interface DateQuestion {
  readonly structured: Structured;
  readonly document: Document;
  readonly blocks: readonly Block[];
  readonly titleBlock: Block | null;
  readonly url: string;
  readonly takenAt: Date;
  /** ISO 3166-1, or null. */
  readonly country: string | null;
}

/** The first value that is a date. */
export const firstOf = (values: readonly (string | null | undefined)[], context: DateContext): DateValue | null => {
  for (const value of values) {
    const date = value ? parseDate(value, context) : null;
    if (date !== null) return date;
  }
  return null;
};

/** Words before a date that say that it is another one. */
const updated =
  /(?:updated?|modified|revised|reviewed|aktualisiert|geändert|stand|mis à jour|modifié|actualizado|modificado|aggiornato|更新|最終更新)[^\d]{0,25}$/iu;
const foreign =
  'aside, nav, footer, [class*="related"], [class*="comment"], [class*="sidebar"], [class*="teaser"], [class*="recommend"]';

/** Blocks around the headline: the dateline stands just above it, or below it before the text has run for two paragraphs. */
function around({ blocks, titleBlock }: DateQuestion): Block[] {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return [];
  const above = blocks.slice(Math.max(0, at - 5), at).reverse();
  const below: Block[] = [];
  let paragraphs = 0;
  for (const block of blocks.slice(at + 1, at + 25)) {
    if (lengthOf(block.text) > 200) paragraphs += 1;
    if (paragraphs > 2) break;
    below.push(block);
  }
  return [...below, ...above];
}

export function timeElement({ document, titleBlock }: DateQuestion, context: DateContext): DateValue | null {
  const all = [...document.querySelectorAll('time')].filter((time) => time.closest(foreign) === null);
  const article = titleBlock?.element.closest('article, main, [itemtype*="Article"]') ?? null;
  const near = article === null ? all : all.filter((time) => article.contains(time));
  for (const time of near.length > 0 ? near : all.length <= 3 ? all : []) {
    if (updated.test(time.previousSibling?.textContent ?? '')) continue;
    const date =
      firstOf([time.getAttribute('datetime'), time.textContent], context) ??
      relativeDate(time.textContent ?? '', context.takenAt);
    if (date !== null) return date;
  }
  return null;
}

export function nearHeadline(question: DateQuestion, context: DateContext): DateValue | null {
  for (const block of around(question)) {
    if (
      lengthOf(block.text) > 350 ||
      block.linkLength > block.text.length / 2 ||
      block.element.closest(foreign) !== null
    )
      continue;
    const date = dateIn(block.text, context);
    if (date !== null) return date;
  }
  return null;
}

/** A line's own date: not one that is said to be of an update, nor one deep within a sentence. */
function dateIn(text: string, context: DateContext): DateValue | null {
  for (const { date, index, length } of findDates(text, context)) {
    if (updated.test(text.slice(0, index))) continue;
    if (text.length - length < 120 || index < 60) return date;
  }
  return text.length < 80 ? relativeDate(text, context.takenAt) : null;
}

export function fromUrl({ url }: DateQuestion, context: DateContext): DateValue | null {
  const [, year, month, day] =
    /[/_-](20\d\d)[/_-]?(0[1-9]|1[0-2])[/_-]?([0-2]\d|3[01])(?=[/_.-]|$)/.exec(new URL(url).pathname) ?? [];
  return year === undefined ? null : parseDate(`${year}-${month}-${day}`, context);
}

export function dateClass({ document }: DateQuestion, context: DateContext): DateValue | null {
  const named = document.querySelectorAll(
    '[class*="date" i], [class*="publish" i], [class*="time" i], [class*="byline" i], [id*="date" i], [id*="pubtime" i]',
  );
  for (const element of [...named].slice(0, 40)) {
    const text = element.textContent?.trim() ?? '';
    if (text.length > 150 || element.closest(foreign) !== null) continue;
    const date = dateIn(text, context);
    if (date !== null) return date;
  }
  return null;
}

export function onlyDate({ blocks }: DateQuestion, context: DateContext): DateValue | null {
  const days = new Map<string, DateValue>();
  for (const { text, linkLength, element } of blocks) {
    if (text.length > 100 || linkLength > 0 || element.closest('nav, aside, footer') !== null) continue;
    for (const { date, index } of findDates(text, context)) {
      if (!updated.test(text.slice(0, index))) days.set(date.value.slice(0, 10), date);
    }
  }
  const [only] = days.values();
  return days.size === 1 && only !== undefined ? only : null;
}

export function updatedLine(question: DateQuestion, context: DateContext): DateValue | null {
  for (const { text } of around(question)) {
    const found = findDates(text, context).find(({ index }) => updated.test(text.slice(0, index)));
    if (found !== undefined) return found.date;
  }
  return null;
}
