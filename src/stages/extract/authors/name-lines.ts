import { type Block, isLong } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
import { namesIn } from './names.ts';
import { type AuthorsInput, datePattern, isPictureCredit, personName, withoutDate } from './visible-authors.ts';

/** A line with a name alone stands nearer to the headline than one that says "by". */
const maxLinesAbove = 2;
const maxLinesBelow = 6;
const maxLineLength = 90;
/** Addresses of persons' pages. */
const personPagePath =
  /\/(?:authors?|autor(?:en|in)?|profiles?|people|persons?|team|users?|members?|contributors?|writers?|staff|redaktion)\/|\/@/i;
const personClass = /(?:^|[-_\s])(?:authors?|byline|writer|profile|user-?name|member)(?:[-_\s]|$)/i;
/** What stands beside names and is none. */
const otherWords =
  /\b(?:last|modified|edited|posted|written|reviewed?|moderator|min(?:utes?)?|read|share|comments?|kommentare?|views?|menu|news|home|blog|today|updated?|published|contact|newsletter|subscribe|category|video|photos?)\b/i;

/** "Ada Marsh", "Dec 26, 2026 • Ada Marsh", "Ada Marsh, Tom Quill & Jo Black": names alone in a line beside the headline, with a sign that they are persons of the page. */
export function nameAlone(question: AuthorsInput): string[] {
  const { blocks, titleBlock } = question;
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
        .split(' | ')[0]
        ?.trim() ?? '';
    const names = namesIn(bare);
    if (
      names.length > 0 &&
      names.length <= 6 &&
      names.every(isPersonsName) &&
      !(names.length === 1 && isSubject(names[0] ?? '', block, question)) &&
      isWriter(block, names, blocks)
    )
      return names;
  }
  return [];
}

/** "HR Strategy" and "Identifying Slow Queries" are topics: no part in capitals alone, at most three words, or four with a particle. */
export const isPersonsName = (name: string): boolean =>
  personName.test(name) &&
  !/^(?:the|die|der|das|le|la|les|el|los|il)\s/i.test(name) &&
  /\p{L}{3}/u.test(name) &&
  (name === name.toUpperCase() || !/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u.test(name)) &&
  name.split(/\s+(?:\p{Ll}|v\.)?/u).length <= 4;

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Whom the headline or the text speaks of is not the writer; a box about the writer begins with the name. */
const isSubject = (name: string, block: Block, { blocks, titleBlock }: AuthorsInput): boolean =>
  titleBlock?.text.includes(name) === true ||
  blocks.some((other) => other !== block && isLong(other) && other.text.indexOf(name) > name.length);

/** A date beside it, a link to a person's page, a name for it, or a box about the person elsewhere. */
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

/** Names that stand with all that were found and more, in a line or in another source: data often names the first writer only. */
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
    if (all.length > names.length && all.every(isPersonsName) && names.every((name) => all.includes(name))) return all;
  }
  return names;
}

const maxCoAuthorsLength = 160;
