import type { Element } from '../../dom/tree.ts';
import { memberAddress } from '../../page/known-addresses.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { isDateLine } from '../../text/posts.ts';

// What marks a post: who wrote it, when, and lines of text. All give indexes of elements.

/** Class names and properties of the place of a member's name. */
const memberName =
  /(?:^|[-_\s])(?:authors?|(?:big)?user(?:name|info|details|card)?|poster(?:name|info)?|postername|postauthor|member|nick(?:name)?|hnuser|tagline|byline|screen-?name|display-?name|sender|commenter|contributor|persona?|vcard|from-?name|profile-?(?:link|name))(?:$|[-_\s])/i;
/** Letters of a member's name. Chosen by hand, not measured. */
const maxNameLetters = 60;
/** Days and hours before now: "2d", "5 hr. ago", "vor 3 Tagen", "3 小时前", "today at 4 pm". The short forms are the whole line. */
const agoLine =
  /^\d{1,3}\s*(?:s|m|h|d|w|mo|y|min|hr)s?\.?$|(?<!\d)\d{1,3}\s*(?:s|m|h|d|w|mo|y|mins?|hrs?|minutes?|hours?|days?|weeks?|months?|years?)\.?\s+ago|(?:vor|il y a|hace|há)\s+\d|^(?:today|yesterday|heute|gestern|hier|ayer|hoy)\b|\d\s*(?:分钟|分鐘|小时|小時|天|日)以?前|昨天|今天/iu;
/** A day, a short word and a year: a month that is abbreviated in any language. */
const shortDate = /(?:^|\s)\d{1,2}\.?\s+\p{L}{3,5}\.?,?\s+(?:19|20)\d\d(?!\d)/u;
const maxAgoLetters = 60;
/** Words of a post's text in one line, at least. */
const minPostWords = 4;
/** Latin letters of a name or a nick in a line of its own. */
const maxLabel = 30;

/** Short lines without a digit at the end of a sentence: names, where no markup says so. */
export const labelMarks = ({ blocks }: PageTree): number[] =>
  blocks.filter(({ text, length }) => length <= maxLabel && !/[.!?:。！？：]$/.test(text)).map(({ node }) => node);

/** Elements that name a member. */
export const nameMarks = (tree: PageTree): number[] => [...tree.tags.keys()].filter((at) => isNameMark(tree, at));

/** Class names of one page repeat: most are looked up. Bounded by being emptied. */
const knownNames = new Map<string, boolean>();
const maxKnownNames = 5_000;

function isMemberName(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  if (knownNames.size >= maxKnownNames) knownNames.clear();
  // "PostUser-name", "userName"
  const is = memberName.test(name) || memberName.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '-'));
  knownNames.set(name, is);
  return is;
}

/** Addresses of members that other pages have, too: beside a date and a text they name who wrote it. */
const weakMemberAddress =
  /^(?:https?:\/\/[^/]+)?\/(?:~|by\/|people\/|person\/|space-uid-|space\/|profiles?\/|userinfo\/|member\/)[\w%.~-]+(?:\/\w*)?(?:\.html?)?$|\/viewprofilepage\/user-id\/\d+|\/archives\/users\//i;
export const isMemberAddress = (href: string): boolean => memberAddress.test(href) || weakMemberAddress.test(href);

/** Whether an element names a member: a link to one, or a short text in an element with such a name. */
export function isNameMark({ elements, tags, starts, ends, blocks }: PageTree, at: number): boolean {
  const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
  const isLink = tags[at] === 'a';
  // most elements hold more, or nothing
  if (!isLink && end - start > 3) return false;
  const { attributes } = elements[at] as Element;
  let isNamed = false;
  for (const { name, value } of attributes) {
    if (isLink && ((name === 'href' && isMemberAddress(value)) || (name === 'rel' && value === 'author'))) return true;
    if ((name === 'class' || name === 'itemprop') && value !== '' && isMemberName(value)) isNamed = true;
  }
  if (!isNamed || end - start > 3) return false;
  let letters = 0;
  for (let block = start; block < end; block++) letters += blocks[block]?.length ?? 0;
  return letters <= maxNameLetters;
}

/** Elements that say when: `time` and its kin, and lines with a date. */
export function dateMarks(tree: PageTree): number[] {
  const marks = [...tree.tags.keys()].filter((at) => isDateMark(tree, at));
  for (const block of tree.blocks)
    if (
      isDateLine(block) ||
      (block.length <= maxAgoLetters && (agoLine.test(block.text) || shortDate.test(block.text)))
    )
      marks.push(block.node);
  return marks;
}

/** Whether an element is there for a date: `time` and its kin, or one with a date in its tooltip. */
export function isDateMark({ tags, elements }: PageTree, at: number): boolean {
  const tag = tags[at] ?? '';
  return tag === 'time' || tag.endsWith('-time') || hasDateInTooltip(tag, elements[at]);
}

const tooltipTags = new Set(['span', 'abbr', 'a', 'li']);
const hasDateInTooltip = (tag: string, element: Element | undefined): boolean =>
  tooltipTags.has(tag) && /\b(?:19|20)\d\d\b/.test(element?.getAttribute('title') ?? '');

/** Lines that are more than links and labels. */
export const textMarks = ({ blocks }: PageTree): number[] =>
  blocks
    .filter(
      ({ text, length, linkLength }) => linkLength < 0.5 * length && !isDateText(text) && length >= 5 * minPostWords,
    )
    .map(({ node }) => node);

/** A line that begins with a number or is short says when, or how many posts somebody has. */
const isDateText = (text: string): boolean => text.length < 25 && /\d/.test(text);
