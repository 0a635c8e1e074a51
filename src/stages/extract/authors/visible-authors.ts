import { monthPattern } from '../dates/calendar-words.ts';
import type { Document } from '../dom/document.ts';
import type { Structured } from '../head/structured.ts';
import type { ArticlePlace } from '../page/article-place.ts';
import { type Block, endsSentence, textLength } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
import type { RulesOff } from '../rules-off.ts';
import { authorWords, byWords } from './byline-words.ts';
import { bylineLead, namesIn } from './names.ts';

export interface AuthorsInput {
  readonly structured: Structured;
  readonly document: Document;
  readonly blocks: readonly Block[];
  readonly titleBlock: Block | null;
  readonly place: ArticlePlace;
  /** Names of the outlet, which are no authors; the host last. */
  readonly outlets: readonly string[];
  readonly off?: RulesOff;
}

/** A short line near the headline such as "By Ada Lovelace", "Von …", "作者：…". At most one, unparsed. */
export function lineWithBy({ blocks, titleBlock, structured }: AuthorsInput): string[] {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return [];
  for (const block of blocks.slice(Math.max(0, at - 3), at + 10)) {
    const { text, element } = block;
    if (textLength(text) > 250 || isForeign(element, titleBlock)) continue;
    const [, chinese] =
      /(?:作者|记者|撰文)\s*[:：]\s*([\p{Script=Han}·]{2,5}(?:[\s、，]+[\p{Script=Han}·]{2,4}(?![\p{Script=Han}：:]))*)/u.exec(
        text,
      ) ?? [];
    if (chinese !== undefined) return [chinese];
    if (/^from\s/i.test(text) && structured.meta.title.includes(text.slice('from '.length))) continue; // "From Harbour Wiki"
    if (fromElsewhere.test(text)) continue;
    // "2026年4月8日 文・岡本真由美"
    const line = bylineLead.test(text) ? text : withoutDate(text).replace(/^[\s|]+/, '');
    if (bylineLead.test(line) && text.length < 120 && !bareLabel.test(line) && !isPictureCredit(block))
      return [line.replace(sectionBehind, '')];
  }
  return [];
}

/** "By Ada Marsh | Features". */
const sectionBehind = /(?<=\p{L}\s\p{L}+)\s\|\s\p{L}+$/u;

/** "From the section Sport", "Of all the breeds, …": no person. */
const fromElsewhere = /^(?:from|of)\s(?:(?:the|our|this|that|these|all|a|an|\p{Ll}+)\s|.{60})/iu;

/** A line that is only a label. */
const bareLabel = new RegExp(
  `^(?:(?:written |posted |words |text |story |interview |article |post )?(?:${byWords})|(?:the |about the |post |article )?(?:${authorWords})|(?:geschrieben|verfasst|ein beitrag) von|text|interview|über (?:den autor|die autorin)|écrit par|escrito por|scritto da|بقلم)\\s*[:：]?$`,
  'iu',
);

/** Blocks above and below the headline that are searched. */
export const maxLinesAbove = 4;
export const maxLinesBelow = 8;
const maxBylineLength = 160;
const maxNameLength = 60;

/** A line near the headline that contains "by" and a name, or whose class names an author, or that has only a date and a name. */
export function bylineNearHeadline({ blocks, titleBlock }: AuthorsInput): string[] {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return [];
  for (let distance = 1; distance <= maxLinesBelow; distance++) {
    for (const block of [blocks[at + distance], distance <= maxLinesAbove ? blocks[at - distance] : undefined]) {
      if (block === undefined || block.text.length > maxBylineLength || isForeign(block.element, titleBlock)) continue;
      if (isPictureCredit(block)) continue;
      const byline =
        nameWithinLine(block.text) ?? nameByClass(block) ?? nameBesideDate(block.text) ?? nameBeforeRole(block.text);
      if (byline !== null && namesIn(byline).length > 0) return [byline];
    }
  }
  return [];
}

/** Whether a line names the maker of a picture. */
export const isPictureCredit = ({ text, element }: Block): boolean =>
  /\b(?:fotos?|photos?|bild(?:er)?|image|picture|unsplash|pexels|pixabay|getty|shutterstock|imago)\b|[©]/i.test(text) ||
  element.closest('figure, figcaption') !== null;

/** "19 December 2026 by Ada Marsh", "Ein Artikel von Ada Marsh | 27.1.2026". */
function nameWithinLine(text: string): string | null {
  const match =
    /(?:^|[\s|•·.,–—-]|(?<=[\d\p{Ll}])(?=(?:By|Von|Por|Par)\s))(?:[Bb]y|[Vv]on|[Pp]or|[Pp]ar|BY|VON)(?:\s+|(?=\p{Lu}))(?<name>\p{Lu}[\p{L}'’.-]*(?:\s+(?:(?:v\.|von|van|de|der|den|del|della|di|du|da|dos|la|le|zu|ten|ter|el|al|bin|af|av|and|und|et|y|e|en|og|och|i|&)\s+){0,2}\p{Lu}[\p{L}'’.-]*){0,6}(?:\d{1,2}(?![\d\p{L}]|\s*(?:min|comments?)))?)/u.exec(
      text,
    );
  const name = match?.groups?.name;
  if (match === null || name === undefined || dayOrMonth.test(name)) return null;
  if (isParticle(text.slice(0, match.index), match[0])) return null;
  const hasDate = text.search(datePattern) !== -1;
  // "By Gazette shipping desk": the words go on
  if (!name.includes(' ') && /^\s\p{Ll}{3}/u.test(text.slice(match.index + match[0].length))) return null;
  // inside a sentence, "by" is often not followed by an author
  if (!hasDate && (match.index > maxOpeningLength || !name.includes(' '))) return null;
  return name;
}

/** Whether "von" belongs to the name before it: "Ludwig von Ahlen", but not "Ein Artikel von Ahlen". */
const isParticle = (before: string, match: string): boolean =>
  /^\s*von\s+\p{Lu}[\p{L}-]*$/u.test(match) &&
  /\p{Lu}\p{Ll}+\s*$/u.test(before) &&
  !/(?:artikel|beitrag|text|bericht|kommentar|interview|reportage|kolumne)\s*$/i.test(before);

/** Characters before "by" in a byline without a date: "Ein Artikel", "Photos and text". */
const maxOpeningLength = 20;

/** "Ada Marsh, our correspondent in the north". */
function nameBeforeRole(text: string): string | null {
  const name = /^(?<name>[^,]{4,40}),\s(?:our|ons|onze|unsere?|notre|nuestr[oa]|noss[oa]|nasz|наш)\s\p{Ll}/u.exec(text)
    ?.groups?.name;
  return name !== undefined && text.length <= maxRoleLine && personName.test(name) ? name : null;
}

/** Characters. */
const maxRoleLine = 90;

const dayOrMonth = new RegExp(
  `^(?:${monthPattern}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\\b`,
  'i',
);

/** Class names of elements with the author's name. */
const authorNameClass =
  /(?:^|[-_\s])(?:\w+-)?(?:authors?|autor|writer|verfasser)(?:[-_]{0,2}(?:name|date|details?|container|info|link|meta|wrap|title|n\w*))*(?:[-_\s]|$)/i;

function nameByClass({ element, text }: Block): string | null {
  if (text.length > maxNameLength) return null;
  for (const box of [element, element.parentElement]) {
    const names = box?.getAttribute('class') ?? '';
    if (authorNameClass.test(names) && !/bio|box|comment|avatar|image|follow|list/i.test(names))
      return withoutDate(text);
  }
  return null;
}

export const datePattern = new RegExp(
  `\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|\\d{4}年\\d{1,2}月\\d{1,2}日|\\d{1,2}(?:st|nd|rd|th)?\\.?\\s*(?:de\\s+)?(?:${monthPattern})\\.?\\s*,?\\s*(?:de\\s+)?\\d{4}|(?:${monthPattern})\\.?\\s+\\d{1,2},?\\s+\\d{4}|\\d{1,2}:\\d{2}(?:\\s*(?:uhr|[ap]\\.?m\\.?))?`,
  'giu',
);
const edgeMarks = /^[\s,|•·–—:-]+|[\s,|•·–—:-]+$/gu;
export const withoutDate = (text: string): string => text.replace(datePattern, ' | ').replace(edgeMarks, '');

/** Two to four words in the form of a person's name. */
export const personName = /^\p{Lu}[\p{L}'’.-]+(?:\s+(?:v\.|von|van|de|der|la|\p{Lu}[\p{L}'’.-]*)){1,3}$/u;

/** "3 min", "5 minutes read", "800 words". */
const readingTime =
  /^\d+\s*(?:min(?:ute)?[sn]?\.?|words?|wörter|mots|palabras|分钟|分鐘|字|分)(?:\s+(?:read|lesezeit|de lecture|de lectura))?$/iu;

/** The name in a line with only a date and a name: "11.12.2026 - Ada Marsh". */
function nameBesideDate(text: string): string | null {
  if (text.length > maxNameLength || text.search(datePattern) === -1) return null;
  const pieces = withoutDate(text)
    .replace(/\s+\d+$/, '')
    .split(/\s*[·•|]\s*/u)
    .filter((piece) => piece !== '' && !readingTime.test(piece));
  const [rest = ''] = pieces;
  if (pieces.length !== 1) return null;
  return personName.test(rest) && !/\b(?:min|read|news|kommentare?|comments?|updated|published|last|uhr)\b/i.test(rest)
    ? rest
    : null;
}

const authorLabel = new RegExp(
  `^(?:written by\\s*:?|posted by\\s*:?|(?-i:Autor(?:en|in)(?=\\s\\p{Lu}\\p{Ll}+\\s\\p{Lu}))|about the author\\s*[-:–]|(?:post |article |story )?(?:${authorWords})\\s*[:：]|te[kx]st[oe]?\\s*:|texto\\s*:|words\\s*:|reportage de\\s|reportagem de\\s|reportaje de\\s|propos recueillis par\\s*:?|erstellt von|eingestellt von|gespeichert von|(?:publié|posté|écrit|rédigé) par\\s*:?|(?:publicado|escrito|postado) por\\s*:?|(?:scritto|pubblicato) da\\s*:?|geschreven door\\s*:?)\\s*(?=\\p{L})`,
  'iu',
);

/** "Author: Ada Marsh", "Posted by Ada Marsh at 18:52", anywhere on the page. */
export const labelledAuthor = (input: AuthorsInput): string[] =>
  labelledIn(input, ({ element }) => !isForeign(element, input.titleBlock));

/** The same in a side bar, where it is the only one: some themes put the lines of a post there. */
export function labelledBeside(input: AuthorsInput): string[] {
  const lines = input.blocks.filter(({ text }) => text.length <= maxNameLength && colonLabel.test(text));
  return lines.length === 1 ? labelledIn(input, (block) => block === lines[0]) : [];
}

const colonLabel = new RegExp(`^(?:${authorWords})\\s*[:：]\\s*\\S`, 'iu');

function labelledIn({ blocks }: AuthorsInput, isRead: (block: Block) => boolean): string[] {
  for (const block of blocks) {
    const { text } = block;
    if (text.length > maxBylineLength || !authorLabel.test(text) || !isRead(block)) continue;
    const named = text.replace(authorLabel, '').replace(/\s+(?:at|am|um|à|on|in)\s.*$/u, '');
    if (namesIn(named).length > 0) return [named];
  }
  return [];
}

/** The short line after one that says only "Author", anywhere on the page. */
export function nameUnderLabel({ blocks, titleBlock }: AuthorsInput): readonly string[] {
  for (const [at, { text, element }] of blocks.entries()) {
    const next = blocks[at + 1];
    if (next === undefined || next.text.length > maxNameLength || !bareLabel.test(text)) continue;
    if (isForeign(element, titleBlock) || endsSentence(next.text) || isInList(next)) continue;
    if (namesIn(next.text).length > 0) return [next.text];
  }
  return [];
}

/** Whether a line is one of several entries: under "Authors", these are the site's. */
const isInList = ({ element }: Block): boolean => (element.closest('li')?.parentElement?.children.length ?? 0) > 1;
