import { type Block, isLong } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
import { namesIn } from './names.ts';
import { type AuthorsInput, datePattern, isPictureCredit, personName, withoutDate } from './visible-authors.ts';

/** Blocks above and below the headline that are searched: fewer than for lines with "by", which are safer evidence. */
const maxLinesAbove = 2;
const maxLinesBelow = 6;
const maxLineLength = 90;
/** Paths of pages about persons. */
export const personPagePath =
  /\/(?:authors?|autor(?:en|in)?|profiles?|people|persons?|team|users?|members?|contributors?|writers?|staff|redaktion)\/|\/@/i;
const personClass = /(?:^|[-_\s])(?:authors?|byline|writer|profile|user-?name|member)(?:[-_\s]|$)/i;
/** Words of other short lines near a headline: dates, counts, buttons, sections. */
const otherWords =
  /\b(?:last|modified|edited|posted|written|reviewed?|moderator|min(?:utes?)?|read|share|comments?|kommentare?|views?|menu|news|home|blog|today|updated?|published|contact|newsletter|subscribe|category|video|photos?)\b/i;

/** Names alone in a line near the headline ("Ada Marsh", "Dec 26, 2026 • Ada Marsh", "Ada Marsh, Tom Quill & Jo Black"), with further evidence that they are authors. */
export function nameAlone(input: AuthorsInput): string[] {
  const { blocks, titleBlock } = input;
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return [];
  for (const place of [...range(1, maxLinesBelow), ...range(1, maxLinesAbove).map((distance) => -distance)]) {
    const block = blocks[at + place];
    if (block === undefined || block.text.length > maxLineLength || block === titleBlock) continue;
    if (isForeign(block.element, titleBlock) || otherWords.test(block.text)) continue;
    if (isPictureCredit(block)) continue;
    const bare =
      withoutDate(block.text)
        .replace(/^(?:themenstarter|thread starter|posted by|user)\s+|\s*follow$/gi, '')
        .replace(/\s+(?:in|on behalf of)\s.*$/, '')
        .replace(/\s*[·•|,–—]\s*(?:en|em|dans|nell[ao]|unter|w|в|i)\s.*$/u, '')
        .split(' | ')[0]
        ?.trim() ?? '';
    const names = namesIn(bare);
    if (
      names.length > 0 &&
      names.length <= 6 &&
      names.every(isPersonsName) &&
      !isSentenceAround(bare, names) &&
      !(names.length === 1 && isSubject(names[0] ?? '', block, input)) &&
      isWriter(block, names, blocks)
    )
      return names;
  }
  return [];
}

/** Whether a name has the form of a person's: at most four words, and not some of them in capitals: "HR Strategy" is a topic. */
export const isPersonsName = (name: string): boolean =>
  personName.test(name) &&
  !/^(?:the|die|der|das|le|la|les|el|los|il)\s/i.test(name) &&
  /\p{L}{3}/u.test(name) &&
  (name === name.toUpperCase() || !/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u.test(name)) &&
  name.split(/\s+(?:\p{Ll}|v\.)?/u).length <= 4;

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Whether headline or text mention the person: then the person is their subject. A box about the author begins with the name, and does not count. */
const isSubject = (name: string, block: Block, { blocks, titleBlock }: AuthorsInput): boolean =>
  titleBlock?.text.includes(name) === true ||
  blocks.some((other) => other !== block && isLong(other) && other.text.indexOf(name) > name.length);

/** Evidence for an author: a date beside the name, a link to a person's page, a class name, or the same name elsewhere on the page. */
function isWriter(block: Block, names: readonly string[], blocks: readonly Block[]): boolean {
  if (block.text.search(datePattern) !== -1) return true;
  const link = block.element.closest('a') ?? block.element.querySelector('a');
  if (personPagePath.test(link?.getAttribute('href') ?? '')) return true;
  const box = block.element.parentElement;
  if (personClass.test(`${block.element.className} ${box?.className ?? ''}`)) return true;
  const [name = ''] = names;
  const next = blocks[blocks.indexOf(block) + 1];
  if (next !== undefined && next.text.length < maxLineLength && next.text.search(datePattern) !== -1) return true;
  const isPlain = block.linkLength === 0 && block.element.closest('h1, h2, h3, h4, button') === null;
  return blocks.some(
    (other) =>
      other !== block &&
      (other.text === block.text
        ? isPlain || personClass.test(other.element.className)
        : names.length === 1 && other.text.startsWith(`${name} `) && other.length > maxLineLength),
  );
}

/** The names of a line or meta element that has all these names and more; else the names themselves. Structured data often gives only the first author. */
export function withCoAuthors(
  names: readonly string[],
  { blocks, titleBlock, structured: { meta } }: AuthorsInput,
): readonly string[] {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  const near = at === -1 ? [] : blocks.slice(Math.max(0, at - maxLinesAbove), at + maxLinesBelow + 1);
  const lines = [
    ...meta.all('author'),
    meta.all('author').join(', '),
    ...near
      .filter(({ text }) => text.length <= maxCoAuthorsLength)
      .map(({ text }) => withoutDate(text).split(' | ')[0] ?? ''),
  ];
  for (const line of lines) {
    if (!names.every((name) => line.includes(name))) continue;
    const all = namesIn(line);
    if (wordsBeside(line, all) > maxWordsBeside) continue;
    if (all.length > names.length && all.every(isPersonsName) && names.every((name) => all.includes(name))) return all;
  }
  return names;
}

/** Characters of a line with several names. Chosen by hand, not measured. */
const maxCoAuthorsLength = 160;

/** Words of a byline besides its names: a role, a place, "updated". A sentence has more. */
const maxWordsBeside = 6;

/** "Neue Taskforce ermittelt": a line that goes on in small letters. */
const isSentenceAround = (line: string, names: readonly string[]): boolean =>
  /(?<!\p{L})\p{Ll}{4,}/u.test(names.reduce((rest, name) => rest.replace(name, ' '), line));

const wordsBeside = (line: string, names: readonly string[]): number =>
  names.reduce((rest, name) => rest.replace(name, ' '), line).match(/\p{L}{3,}/gu)?.length ?? 0;
