import type { DateValue } from '../../../model/article/draft.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import type { Structured } from '../head/structured.ts';
import { type Block, textLength } from '../page/blocks.ts';
import { isForeign, isForeignNearHeadline, isForeignOutsideFooter } from '../page/foreign.ts';
import type { RulesOff } from '../rules-off.ts';
import { monthNumber } from './calendar-words.ts';
import { hasOnlyChangedTimes, isChangedTime } from './changed-time.ts';
import { type DateContext, type DateMatch, findDates, parseDate } from './date-parse.ts';
import { relativeDate } from './relative-dates.ts';

export interface DateInput {
  readonly structured: Structured;
  readonly document: Document;
  readonly blocks: readonly Block[];
  readonly titleBlock: Block | null;
  readonly url: string;
  readonly takenAt: Date;
  /** ISO 3166-1, or null. */
  readonly country: string | null;
  readonly off?: RulesOff;
}

/** The first value that is a date. */
export const firstDate = (values: readonly (string | null | undefined)[], context: DateContext): DateValue | null => {
  for (const value of values) {
    const date = value ? parseDate(value, context) : null;
    if (date !== null) return date;
  }
  return null;
};

/** Words before a date of modification. */
const updatedLabel =
  /(?:updated?|modified|revised|reviewed|edited|last changed?|aktualisiert|geändert|bearbeitet|stand|mise? à jour|modifiée?|modification|actualizad[oa]|actualización|modificad[oa]|editad[oa]|aggiornat[oa]|ultima modifica|atualizad[oa]|atualização|bijgewerkt|gewijzigd|uppdaterad|opdateret|oppdatert|päivitetty|zaktualizowan[oa]|aktualizacja|aktualizováno|обновлен[оаы]?|изменен[оаы]?|оновлено|güncellen(?:di|me)|cập nhật|更新|編集|编辑于|最終更新|수정|업데이트|갱신|تحديث|حُدّث|حُدث)[^\d]{0,25}$/iu;

/** The same words behind the date, as in Korean and Japanese; Chinese pages write 更新 behind the date of publication, too. */
const updatedBehind = /^\s?(?:에\s?)?(?:업데이트|수정|갱신|に更新)/u;

/** Words before the date on which a member of a forum came. */
const joinedLabel =
  /(?:registered|joined|member since|registriert|mitglied seit|dabei seit|inscrite?(?: le)?|inscription|membre depuis|registrad[oa]|miembro desde|membro desde|iscritt[oa]|geregistreerd|lid sinds|dołączył[a]?|zarejestrowany|регистрация|зарегистрирован\w*|注册时间|註冊|登録日|가입일|تاريخ التسجيل|הצטרף)[^\d]{0,25}$/iu;
/** Whether the words around a date say that it is not that of publication. */
const isOtherDate = (before: string, behind = ''): boolean =>
  updatedLabel.test(before) || joinedLabel.test(before) || updatedBehind.test(behind);

/** Blocks near the headline, where datelines are: 24 below it, up to the third paragraph, then 5 above it. */
function blocksNearHeadline({ blocks, titleBlock }: DateInput): Block[] {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return [];
  const above = blocks.slice(Math.max(0, at - 5), at).reverse();
  const below: Block[] = [];
  let paragraphs = 0;
  for (const block of blocks.slice(at + 1, at + 25)) {
    if (textLength(block.text) > 200 && block.element.localName !== 'figcaption') paragraphs += 1;
    if (paragraphs > 2) break;
    below.push(block);
  }
  return [...below, ...above];
}

/** Blocks above and below the headline that are searched for a dateline. */
const maxLinesAbove = 3;
const maxLinesBelow = 8;
/** Characters of a dateline besides its dates: a name, a place, a section, "3 min read". */
const maxRestLength = 60;

/** The same for the line next to the headline, which may have several names or a count of comments. */
const maxNextLineRestLength = 90;
/** From this distance on (in blocks), lines with more text belong to something else: a source, an event. */
const farDistance = 5;
const maxFarRestLength = 30;
/** Embedded posts of social networks have their own dates. */
const embedded = 'blockquote, [class*="instagram" i], [class*="twitter" i], [class*="facebook" i]';

const dayOf = ({ date }: DateMatch): string => date.value.slice(0, 10);

/** The date of the nearest line around the headline that contains little else. Links count too: many sites link the date to the day's archive. */
export function datelineDate({ blocks, titleBlock }: DateInput, context: DateContext): DateValue | null {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return null;
  for (let distance = 1; distance <= maxLinesBelow; distance++) {
    const maxRest = distance === 1 ? maxNextLineRestLength : distance < farDistance ? maxRestLength : maxFarRestLength;
    for (const block of [blocks[at + distance], distance <= maxLinesAbove ? blocks[at - distance] : undefined]) {
      if (block === undefined || (distance === 1 ? isForeignNearHeadline : isForeign)(block.element, titleBlock))
        continue;
      const dates = findDates(block.text, context).filter(
        ({ index, length }) => !isOtherDate(block.text.slice(0, index), block.text.slice(index + length)),
      );
      // the earliest one: publication comes before modification
      const [earliest] = dates.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.index - b.index);
      const rest = dates.reduce((length, date) => length - date.length, block.text.length);
      if (earliest === undefined || rest > maxRest) continue;
      if (hasOnlyChangedTimes(block.element)) continue;
      if (block.element.closest(embedded) === null && !/^posted by .+ on\b/i.test(block.text)) return earliest.date;
    }
  }
  return null;
}

const publishedLabel =
  /(?:published|posted|erschienen|veröffentlicht|erstellt|gepostet|datum|publiée?|mise?s? en ligne|publicad[oa]|pubblicat[oa]|geplaatst|gepubliceerd|发布|發佈|发表|投稿日|公開|配信|掲載|입력|등록|نُشر|نشر|النشر|(?:author|autor(?:in)?): .{1,60}\s(?:am|on|um))[^\d]{0,25}$/iu;
const publishedLabelAfter = /^.{0,40}(?:veröffentlicht|gepostet|geschrieben|erstellt|published|posted|publié)/iu;

/** "Published 3 May 2026", "Dieser Artikel wurde am 3.5.26 veröffentlicht", anywhere on the page. */
export function labelledDate({ blocks, titleBlock }: DateInput, context: DateContext): DateValue | null {
  for (const [at, { text, element }] of blocks.entries()) {
    if (text.length > 350) continue;
    const before = blocks[at - 1]?.text ?? '';
    // the date check comes first because it is the cheapest
    const own = text.length < 30 && before.length < 30 ? parseDate(text, context) : null;
    if (own !== null && publishedLabel.test(before)) return own;
    const dates = findDates(text, context);
    if (dates.length === 0 || isForeign(element, titleBlock)) continue;
    for (const { date, index, length } of dates) {
      const isLabelled =
        publishedLabel.test(text.slice(0, index)) || publishedLabelAfter.test(text.slice(index + length));
      if (isLabelled && !isOtherDate(text.slice(0, index))) return date;
    }
  }
  return null;
}

export function timeElementDate({ document, titleBlock }: DateInput, context: DateContext): DateValue | null {
  const times = document
    .querySelectorAll('time')
    .filter((time) => !isForeign(time, titleBlock) && !isChangedTime(time));
  const article = titleBlock?.element.closest('article, main, [itemtype*="Article"]') ?? null;
  const timesInArticle = article === null ? times : times.filter((time) => article.contains(time));
  for (const time of timesInArticle.length > 0 ? timesInArticle : times.length <= 3 ? times : []) {
    const text = time.textContent;
    if (isOtherDate(time.previousSibling?.textContent ?? '') || isOtherDate(text.slice(0, text.search(/\d/)))) continue;
    const date = firstDate([time.getAttribute('datetime'), time.textContent], context);
    if (date !== null) return date;
  }
  return null;
}

export function dateNearHeadline(input: DateInput, context: DateContext): DateValue | null {
  for (const block of blocksNearHeadline(input)) {
    if (block.linkLength > block.length / 2 || isForeign(block.element, input.titleBlock)) continue;
    const date =
      textLength(block.text) > maxLineLength ? openingDate(block.text, context) : dateInLine(block.text, context);
    if (date !== null) return date;
  }
  return null;
}

/** Latin letters; longer blocks are paragraphs, whose date counts only where it opens them. Chosen by hand, not measured. */
const maxLineLength = 350;

/** A date that opens a paragraph: "Karlsruhe, 12.11.2021. The text", "27.1.2022 - The text". */
function openingDate(text: string, context: DateContext): DateValue | null {
  const match = findDates(text.slice(0, 60), context)[0];
  return match !== undefined && match.index < 30 && /^\s*[)|.:;–—-]/.test(text.slice(match.index + match.length))
    ? match.date
    : null;
}

/** The date of a line, unless it is labelled as an update or stands deep in a long sentence. */
export function dateInLine(text: string, context: DateContext): DateValue | null {
  for (const { date, index, length } of findDates(text, context)) {
    if (isOtherDate(text.slice(0, index), text.slice(index + length))) continue;
    if (text.length - length < 120 || index < 60) return date;
  }
  return null;
}

/** Characters of a line with a relative date. */
const maxRelativeLength = 80;

/** "2 days ago" near the headline, or in a <time>. It counts back from the visit, to the day at best: the page was made earlier. */
export function relativeDateNearHeadline(input: DateInput, context: DateContext): DateValue | null {
  const { document, titleBlock } = input;
  const times = document.querySelectorAll('time').filter((time) => !isForeign(time, titleBlock));
  const lines = blocksNearHeadline(input).filter(
    ({ element, linkLength, length }) => linkLength <= length / 2 && !isForeign(element, titleBlock),
  );
  for (const text of [...times.map((time) => time.textContent), ...lines.map(({ text }) => text)]) {
    const date = text.length < maxRelativeLength ? relativeDate(text, context.takenAt) : null;
    if (date !== null) return date;
  }
  return null;
}

/** Attributes in which an element with "28 Oct" or "2 hours ago" has the whole date. */
const exactAttributes = ['title', 'datetime', 'data-date', 'data-datetime', 'data-time', 'data-timestamp'];
/** Characters of a text with a tooltip, and of the tooltip. */
const maxTooltipLength = 60;
/** Elements around a text that may have the tooltip. */
const maxTooltipLevels = 3;

/** The whole date of a short one near the headline: `<li title="Oct. 28, 2026, 8 a.m.">28 Oct</li>`, as forums write it. */
export function tooltipDate(input: DateInput, context: DateContext): DateValue | null {
  for (const { text, element } of blocksNearHeadline(input)) {
    if (text.length > maxTooltipLength || !/\d/.test(text) || isForeign(element, input.titleBlock)) continue;
    if (isOtherDate(text.slice(0, text.search(/\d/)))) continue;
    let box: Element | null = element;
    for (let level = 0; box !== null && level < maxTooltipLevels; level++, box = box.parentElement) {
      if (box.textContent.trim().length > maxTooltipLength) break;
      for (const name of exactAttributes) {
        const exact = box.getAttribute(name) ?? '';
        const date =
          exact.length > maxTooltipLength || isOtherDate(exact.split(/\d/, 1)[0] ?? '')
            ? null
            : dateInLine(exact, context);
        if (date !== null) return date;
      }
    }
  }
  return null;
}

const urlDatePatterns: readonly RegExp[] = [
  /[/_-](?<year>20\d\d)[/_-]?(?<month>0[1-9]|1[0-2])[/_-]?(?<day>[0-2]\d|3[01])(?=[/_.-]|$)/,
  /[/_-](?<year>20\d\d)[/_-](?<name>\p{L}{3,9})[/_-](?<day>[0-2]?\d|3[01])(?=[/_.-]|$)/u,
  /[/_-](?<day>[0-2]\d|3[01])[_.-](?<month>0[1-9]|1[0-2])[_.-](?<year>20\d\d)(?=[/_.-]|$)/,
];

/** `/2026/11/20/`, `/2026/november/20/`, `/20-11-2026`. */
export function dateInUrl({ url }: DateInput, context: DateContext): DateValue | null {
  const { pathname } = new URL(url);
  for (const form of urlDatePatterns) {
    const { year, month, name, day } = form.exec(pathname)?.groups ?? {};
    const number = name === undefined ? month : monthNumber(name);
    if (year !== undefined && number !== undefined && number !== null)
      return parseDate(`${year}-${number}-${day}`, context);
  }
  return null;
}

/** Whether an element's class or id names a date. */
const isNamedAsDate = ({ className, id }: Element): boolean =>
  /date|publish|time|byline/i.test(className) || /date|pubtime/i.test(id);

export function namedElementDate({ document, titleBlock }: DateInput, context: DateContext): DateValue | null {
  for (const element of document.elementsWhere(isNamedAsDate).slice(0, 40)) {
    const text = element.textContent?.trim() ?? '';
    if (text.length > 150 || isForeign(element, titleBlock)) continue;
    // hAtom: <abbr class="published" title="2026-11-20T10:52:00+01:00">
    const date = dateInLine(text, context) ?? parseDate(element.getAttribute('title') ?? '', context);
    if (date !== null) return date;
  }
  return null;
}

/** The last of some dates, if all are of one day; else null. */
export function ofOneDay(dates: readonly DateValue[]): DateValue | null {
  const days = new Set(dates.map(({ value }) => value.slice(0, 10)));
  return days.size === 1 ? (dates.at(-1) ?? null) : null;
}

export const onlyDate = ({ blocks, titleBlock }: DateInput, context: DateContext): DateValue | null =>
  ofOneDay(
    blocks.flatMap(({ text, linkLength, element }) => {
      const dates = text.length > 100 || linkLength > 0 ? [] : findDates(text, context);
      if (dates.length === 0 || isForeign(element, titleBlock)) return [];
      return dates
        .filter(({ index, length }) => !isOtherDate(text.slice(0, index), text.slice(index + length)))
        .map(({ date }) => date);
    }),
  );

/** Characters of a line that says when the page was changed. */
const maxUpdatedLine = 150;

/** The date of a line with a label such as "updated": near the headline, else the only such day on the page, where it may stand in the footer. */
export function updatedDate(input: DateInput, context: DateContext): DateValue | null {
  const dateIn = (text: string): DateValue | null =>
    findDates(text, context).find(
      ({ index, length }) => updatedLabel.test(text.slice(0, index)) || updatedBehind.test(text.slice(index + length)),
    )?.date ?? null;
  for (const { text } of blocksNearHeadline(input)) {
    const date = dateIn(text);
    if (date !== null) return date;
  }
  const lines = input.blocks.filter(
    ({ text, element }) => text.length <= maxUpdatedLine && !isForeignOutsideFooter(element, input.titleBlock),
  );
  return ofOneDay(lines.flatMap(({ text }) => dateIn(text) ?? []));
}
