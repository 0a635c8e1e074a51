import { monthPattern } from '../dates/calendar-words.ts';
import type { Document } from '../dom/document.ts';
import type { Structured } from '../head/structured.ts';
import { type Block, lengthOf } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
import { lead, namesIn } from './names.ts';

export interface AuthorsQuestion {
  readonly structured: Structured;
  readonly document: Document;
  readonly blocks: readonly Block[];
  readonly titleBlock: Block | null;
  /** Names of the outlet: never a person. */
  readonly outlets: readonly string[];
}

/** "By Ada Lovelace", "Von …", "作者：…" in a short line near the headline. */
export function byLine({ blocks, titleBlock }: AuthorsQuestion): string[] {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return [];
  for (const block of blocks.slice(Math.max(0, at - 3), at + 10)) {
    const { text, element } = block;
    if (lengthOf(text) > 250 || isForeign(element, titleBlock)) continue;
    const [, chinese] =
      /(?:作者|记者|撰文)\s*[:：]\s*([\p{Script=Han}·]{2,5}(?:[\s、，]+[\p{Script=Han}·]{2,4}(?![\p{Script=Han}：:]))*)/u.exec(
        text,
      ) ?? [];
    if (chinese !== undefined) return [chinese];
    if (lead.test(text) && text.length < 120 && !bareLabel.test(text) && !isCredit(block)) return [text];
  }
  return afterLabel(blocks, at, titleBlock);
}

const bareLabel =
  /^(?:(?:written |posted |words |text )?by|von|por|par|authors?|autor(?:in|en)?|auteur|autore|作者)\s*[:：]?$/iu;

/** "Author:" in a line of its own, the name in the next one. */
function afterLabel(blocks: readonly Block[], at: number, titleBlock: Block | null): string[] {
  const label = blocks
    .slice(Math.max(0, at - besideAbove), at + besideBelow)
    .find(({ text, element }) => bareLabel.test(text) && !isForeign(element, titleBlock));
  const next = label === undefined ? undefined : blocks[blocks.indexOf(label) + 1];
  return next !== undefined && next.text.length <= longestName ? [next.text] : [];
}

/** Lines so near to the headline are about the article. */
export const besideAbove = 4;
export const besideBelow = 8;
const longestByline = 160;
const longestName = 60;

/** A line beside the headline with "by" and a name within it, or in an element named for the author, or with a date and a name alone. */
export function besideHeadline({ blocks, titleBlock }: AuthorsQuestion): string[] {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return [];
  for (let distance = 1; distance <= besideBelow; distance++) {
    for (const block of [blocks[at + distance], distance <= besideAbove ? blocks[at - distance] : undefined]) {
      if (block === undefined || block.text.length > longestByline || isForeign(block.element, titleBlock)) continue;
      if (isCredit(block)) continue;
      const found = withinLine(block.text) ?? namedForAuthor(block) ?? besideDate(block.text);
      if (found !== null && namesIn(found).length > 0) return [found];
    }
  }
  return [];
}

/** Names beside pictures are their makers'. */
export const isCredit = ({ text, element }: Block): boolean =>
  /\b(?:fotos?|photos?|bild(?:er)?|image|picture|unsplash|pexels|pixabay|getty|shutterstock|imago)\b|[©]/i.test(text) ||
  element.closest('figure, figcaption') !== null;

/** "19 December 2026 by Ada Marsh", "Ein Artikel von Ada Marsh | 27.1.2026". */
function withinLine(text: string): string | null {
  const match =
    /(?:^|[\s|•·.,–—-]|(?<=[\d\p{Ll}])(?=(?:By|Von|Por|Par)\s))(?:[Bb]y|[Vv]on|[Pp]or|[Pp]ar|BY|VON)(?:\s+|(?=\p{Lu}))(?<name>\p{Lu}[\p{L}'’.-]*(?:\s+(?:(?:v\.|von|van|de|der|la|and|und|&)\s+)?\p{Lu}[\p{L}'’.-]*){0,6})/u.exec(
      text,
    );
  const name = match?.groups?.name;
  if (match === null || name === undefined || weekday.test(name)) return null;
  const hasDate = text.search(dates) !== -1;
  // within a sentence "von" and "by" are followed by anything
  if (!hasDate && (match.index > longestOpening || !name.includes(' '))) return null;
  return name;
}

/** Letters before "by" in a byline without a date: "Ein Artikel", "Photos and text". */
const longestOpening = 20;

const weekday = new RegExp(
  `^(?:${monthPattern}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\\b`,
  'i',
);

/** What page makers call the place of the author's name; not of a biography or a picture. */
const authorName =
  /(?:^|[-_\s])(?:\w+-)?(?:authors?|autor|writer|verfasser)(?:[-_]{0,2}(?:name|date|details?|container|info|link|meta|wrap|title|n\w*))*(?:[-_\s]|$)/i;

function namedForAuthor({ element, text }: Block): string | null {
  if (text.length > longestName) return null;
  for (const box of [element, element.parentElement]) {
    const names = box?.getAttribute('class') ?? '';
    if (authorName.test(names) && !/bio|box|comment|avatar|image|follow|list/i.test(names)) return withoutDate(text);
  }
  return null;
}

export const dates = new RegExp(
  `\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)?\\.?\\s*(?:${monthPattern})\\.?\\s*,?\\s*\\d{4}|(?:${monthPattern})\\.?\\s+\\d{1,2},?\\s+\\d{4}|\\d{1,2}:\\d{2}(?:\\s*(?:uhr|[ap]\\.?m\\.?))?`,
  'giu',
);
const edges = /^[\s,|•·–—:-]+|[\s,|•·–—:-]+$/gu;
export const withoutDate = (text: string): string => text.replace(dates, ' | ').replace(edges, '');

/** Two to four words as persons write their names. */
export const person = /^\p{Lu}[\p{L}'’.-]+(?:\s+(?:v\.|von|van|de|der|la|\p{Lu}[\p{L}'’.-]*)){1,3}$/u;

/** "11.12.2026 - Ada Marsh": a date, and nothing else that could be a section or a count. */
function besideDate(text: string): string | null {
  if (text.length > longestName || text.search(dates) === -1) return null;
  const rest = withoutDate(text).replace(/\s+\d+$/, '');
  return person.test(rest) && !/\b(?:min|read|news|kommentare?|comments?|updated|published|last|uhr)\b/i.test(rest)
    ? rest
    : null;
}

const label =
  /^(?:written by\s*:?|posted by\s*:?|(?-i:Autor(?:en|in)(?=\s\p{Lu}\p{Ll}+\s\p{Lu}))|about the author\s*[-:–]|authors?\s*:|autor(?:in|en)?\s*:|text\s*:|words\s*:|erstellt von|eingestellt von|gespeichert von|publié par)\s*(?=\p{Lu})/iu;

/** "Author: Ada Marsh", "Posted by Ada Marsh at 18:52", wherever it stands. */
export function labelledAuthor({ blocks, titleBlock }: AuthorsQuestion): string[] {
  for (const { text, element } of blocks) {
    if (text.length > longestByline || !label.test(text) || isForeign(element, titleBlock)) continue;
    const named = text.replace(label, '').replace(/\s+(?:at|am|um|à|on|in)\s.*$/u, '');
    if (namesIn(named).length > 0) return [named];
  }
  return [];
}

const credits: readonly RegExp[] = [
  /(?:作者|撰文|撰稿|文字?)\s*[:：/／|｜]\s*(?<name>[\p{Script=Han}·]{2,5})(?![\p{Script=Han}])/u,
  /(?:记者|通讯员)(?:\s*[:：/／|｜]\s*|\s+)(?<name>[\p{Script=Han}·]{2,4})(?![\p{Script=Han}])/u,
  /[（(【](?:本报|本网|本台|实习|见习|特约)?(?:记者|通讯员)\s*(?<name>[\p{Script=Han}·]{2,4})\s*[）)】]/u,
  /(?:记者|記者)(?<name>[\p{Script=Han}·]{2,4})(?:发自|報導|报道)/u,
  /[（(](?<name>[\p{Script=Han}·]{2,4})\s+[\p{Script=Han}]{2,6}(?:报道|報導|电|電)[）)]/u,
  /^[（(](?<name>[\p{Script=Han}々]{1,4}[\s　][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5})[）)]$/u,
  /\d{1,2}:\d{2}\s*\[\s*(?<name>[\p{Script=Han}·]{2,4})\s*\]/u,
  /(?:责任编辑|責任編輯|责编|编辑|編輯)\s*[:：/／|｜]\s*(?<name>[\p{Script=Han}·]{2,4})(?![\p{Script=Han}])/u,
];

/** Chinese pages name the writer, else the editor, in a line of its own or in brackets at the text's end; the writer counts before the editor. */
export function creditLine({ blocks, titleBlock }: AuthorsQuestion): string[] {
  const chinese = blocks.filter(({ text }) => /[\p{Script=Han}·]/u.test(text));
  for (const credit of credits) {
    for (const { text, element } of chinese) {
      const name = credit.exec(text)?.groups?.name;
      if (name !== undefined && !isForeign(element, titleBlock)) return [name];
    }
  }
  return [];
}
